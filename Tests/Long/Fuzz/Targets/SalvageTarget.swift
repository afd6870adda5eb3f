// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage

/// Damaged files of a queue: one changed byte alters no hit, and takes none away that is not counted as lost.
///
/// More of them, and files that are nothing of ours, end nothing.
///
/// The first byte says what is damaged: the database, its log, or, from 128 on, that the rest is a whole file of its own.
/// Otherwise the rest are changes of four bytes: three for the place and one for what stands there then.
struct SalvageTarget: FuzzTarget {
    private final class Waiting: HitProcessor, Sendable {
        func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
            fail("a hit is sent that was to wait")
        }
    }

    /// A file that each input finds as it was made.
    private struct Kept {
        let url: URL
        var content: [UInt8]

        init(_ url: URL, _ content: Data) throws {
            self.url = url
            self.content = [UInt8](content)
            try content.write(to: url)
        }

        func write(_ value: (Int) -> UInt8, at places: some Sequence<Int>) {
            guard let file = FileHandle(forWritingAtPath: url.path) else { fail("\(url.path) is gone") }
            for place in places {
                do {
                    try file.seek(toOffset: UInt64(place))
                    try file.write(contentsOf: [value(place)])
                } catch {
                    fail("\(url.path): \(error)")
                }
            }
            try? file.close()
        }
    }

    private static let count = 12
    private let closed: Kept
    /// As a process leaves it that was killed: most stands in the log.
    private let killed: Kept
    private let log: Kept
    private let loose: URL

    init() {
        do {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("salvage-\(ProcessInfo.processInfo.processIdentifier)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("made.sqlite")
            let queue = HitQueue(
                location: .file(file),
                processor: Waiting(),
                privacy: .unknown,
                clock: ManualClock(),
                identity: "fuzzed"
            )
            // The log has some transactions and not one for each: an input reads all of it.
            for first in stride(from: 0, to: Self.count, by: 4) {
                try queue.enqueue(
                    contentsOf: (first..<first + 4).map { number in
                        HitQueue.Draft(payload: Self.payload(number), stream: "line \(number % 3)")
                    }
                )
            }
            func content(_ suffix: String) throws -> Data {
                try Data(contentsOf: URL(fileURLWithPath: file.path + suffix))
            }
            killed = try Kept(folder.appendingPathComponent("killed.sqlite"), content(""))
            log = try Kept(folder.appendingPathComponent("killed.sqlite-wal"), content("-wal"))
            queue.close()
            closed = try Kept(folder.appendingPathComponent("closed.sqlite"), content(""))
            loose = folder.appendingPathComponent("loose.sqlite")
        } catch {
            fail("no queue can be made: \(error)")
        }
        for url in [closed.url, killed.url] {
            let salvage = HitSalvage(url.path)
            require(salvage.lost == 0 && salvage.hits.count == Self.count, "a whole file is not read whole")
        }
    }

    /// Some are longer than a page.
    private static func payload(_ number: Int) -> Data {
        Data("\(number):".utf8) + Data(repeating: UInt8(number), count: number % 10 == 0 ? 5_000 : 40 + number)
    }

    func run(_ input: Data) {
        guard let kind = input.first else { return }
        if kind >= 128 {
            guard (try? input.dropFirst().write(to: loose)) != nil else { fail("\(loose.path) cannot be written") }
            _ = HitSalvage(loose.path).lost
            return
        }
        let (file, database) = kind & 1 == 0 ? (closed, closed) : (kind & 2 == 0 ? log : killed, killed)
        let changes = Self.changes(in: input.dropFirst(), of: file.content.count)
        file.write({ changes[$0] ?? 0 }, at: changes.keys)
        defer { file.write({ file.content[$0] }, at: changes.keys) }
        let salvage = HitSalvage(database.url.path)
        let effective = changes.filter { file.content[$0.key] != $0.value }
        // A fault in a log cannot always be told from a write that never ended.
        guard effective.count <= 1, file.url != log.url else { return }
        require(salvage.hits.count + salvage.lost >= Self.count, "hits are lost without a word: \(effective)")
        for hit in salvage.hits.values {
            let number = Int(String(decoding: hit.payload.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
            require(number.map { Self.payload($0) == hit.payload } == true, "a hit was altered: \(effective)")
        }
    }

    private static func changes(in bytes: Data, of count: Int) -> [Int: UInt8] {
        var changes: [Int: UInt8] = [:]
        let bytes = [UInt8](bytes.prefix(32))
        for start in stride(from: 0, to: bytes.count - 3, by: 4) {
            let place = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            changes[place % count] = bytes[start + 3]
        }
        return changes
    }
}
