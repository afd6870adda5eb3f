// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import LaunchHubServer
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// What an export holds back, and what it reads of a file that changes under it.
    struct ExportBufferTests {
        private static let longest = 8 << 20
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static func row(_ text: Int) -> ExportRow {
            let partition = ExportPartition(table: .pings, day: "2026-03-02", app: "PX")
            return ExportRow(
                partition: partition,
                values: [.text("2026-03-02"), .text(String(repeating: "x", count: text))]
            )
        }

        /// The bytes of a row beside its text.
        private static let frame = ExportFormat.jsonl.bytes(of: row(1), isFirst: true).count - 1

        /// The bytes that are on the disk before the export ends.
        private func staged() throws -> [Int] {
            let lake = folder.file("lake").path
            let names = try FileManager.default.contentsOfDirectory(atPath: lake)
            try #require(names.count == 1)
            return try FileManager.default.contentsOfDirectory(atPath: "\(lake)/\(names[0])").map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(lake)/\(names[0])/\(name)")
                return (attributes[.size] as? NSNumber)?.intValue ?? -1
            }
        }

        @Test func eightMebibytesAreHeldBackAtMost() throws {
            let export = try ExportFolder(folder.file("lake").path, .jsonl, part: "a", replaces: false)
            defer { export.discard() }
            let small = Self.frame + 1
            #expect(try staged() == [])
            try export.append(Self.row(Self.longest - Self.frame))
            #expect(try staged() == [])
            try export.append(Self.row(1))
            #expect(try staged() == [Self.longest + small])
            try export.append(Self.row(Self.longest - Self.frame))
            #expect(try staged() == [Self.longest + small])
            try export.append(Self.row(1))
            #expect(try staged() == [2 * (Self.longest + small)])
        }

        /// What was read is in the export already, so that reading once more would double it.
        @Test func aDatabaseThatChangesWhileItIsReadIsNotReadTwice() throws {
            let export = try ExportedFolder()
            let path = try export.collect([ExportedFolder.ping("a"), ExportedFolder.ping("b")]).path
            var seen: [String?] = []
            let failure = #expect(throws: FileFailure.self) {
                try ExportSource.collector(path).forEachPing(in: 0..<Int64.max, remark: { _ in }) { ping in
                    seen.append(ping.id)
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
                        ofItemAtPath: path
                    )
                }
            }
            #expect(failure?.description == "cannot read \(path): a collector began to use it meanwhile; export again")
            #expect(seen == ["a", "b"])
            // Now it rests, and is read.
            seen = []
            try ExportSource.collector(path).forEachPing(in: 0..<Int64.max, remark: { _ in }) { seen.append($0.id) }
            #expect(seen == ["a", "b"])
        }
    }
#endif
