// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The parts of an archive, which is no longer than its reader takes.
    struct ExportArchiveTests {
        private static let longest = 32 << 20
        private static let path = "pings/day=2026-03-02/app=PX"
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static func row(body: Int) -> ExportRow {
            let partition = ExportPartition(table: .pings, day: "2026-03-02", app: "PX")
            let ping = ExportPing(
                source: "s",
                number: 1,
                time: 0,
                lastTime: 0,
                state: .collected,
                method: "POST",
                address: "/x",
                body: String(repeating: "x", count: body)
            )
            return ExportRow(partition: partition, values: [.map([:])], ping: ping)
        }

        /// The bytes of an entry beside its body, whose length has eight digits.
        private static func frame(isFirst: Bool) -> Int {
            ExportFormat.har.bytes(of: row(body: 1), isFirst: isFirst).count - 1 + 7
        }

        private static let head = ExportFormat.har.head(of: .pings).count
        private static let tail = ExportFormat.har.tail.count

        /// Writes entries with such bodies; the lengths of the files, by name.
        private func export(_ bodies: Int...) throws -> [String: Int] {
            let export = try ExportFolder(folder.url.path, .har, part: "a", replaces: true)
            for body in bodies { try export.append(Self.row(body: body)) }
            let count = try export.commit()
            let lengths = try lengths()
            #expect(lengths.count == count)
            return lengths
        }

        private func lengths() throws -> [String: Int] {
            var lengths: [String: Int] = [:]
            let place = folder.file(Self.path).path
            for name in try FileManager.default.contentsOfDirectory(atPath: place) {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(place)/\(name)")
                lengths[name] = (attributes[.size] as? NSNumber)?.intValue
            }
            return lengths
        }

        @Test func anArchiveHasThirtyTwoMebibytesAtMost() throws {
            let (first, second) = (Self.frame(isFirst: true), Self.frame(isFirst: false))
            let body = 16_000_000
            let rest = Self.longest - Self.head - first - body - second
            #expect(try export(body, rest) == ["part-a.har": Self.longest + Self.tail])
            #expect(
                try export(body, rest + 1) == [
                    "part-a.har": Self.head + first + body + Self.tail,
                    "part-a.2.har": Self.head + first + rest + 1 + Self.tail,
                ]
            )
        }

        @Test func aPingThatIsLongerIsAnArchiveOfItsOwn() throws {
            let body = Self.longest
            let whole = Self.head + Self.frame(isFirst: true) + body + Self.tail
            #expect(try export(body) == ["part-a.har": whole])
        }

        /// The parts of an export that had more are removed as far as they follow each other.
        @Test func furtherPartsOfAnEarlierExportAreRemoved() throws {
            for name in ["a", "a.2", "a.3", "a.5", "b.2"] {
                try folder.write("old", to: "\(Self.path)/part-\(name).har")
            }
            let export = try ExportFolder(folder.url.path, .har, part: "a", replaces: true)
            try export.append(Self.row(body: 1))
            #expect(try export.commit() == 1)
            #expect(try lengths().filter { $0.value == 3 } == ["part-a.5.har": 3, "part-b.2.har": 3])
            #expect(try lengths().count == 3)
        }

        /// Lines have no parts, so that a file of such a name is somebody's own.
        @Test func aTableOfLinesHasOnePart() throws {
            try folder.write("old", to: "\(Self.path)/part-a.2.jsonl")
            let export = try ExportFolder(folder.url.path, .jsonl, part: "a", replaces: true)
            try export.append(Self.row(body: 1))
            #expect(try export.commit() == 1)
            #expect(try lengths()["part-a.2.jsonl"] == 3)
        }
    }
#endif
