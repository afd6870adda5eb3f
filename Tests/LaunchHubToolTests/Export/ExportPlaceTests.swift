// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// What lies where an export writes, and what is left of one that is given up.
    struct ExportPlaceTests {
        private let folder: TemporaryFolder
        private var lake: URL { folder.file("lake") }
        private static let line = #"{"day":"2026-03-02","app":"PX"}"# + "\n"
        private static let path = "lake/pings/day=2026-03-02/app=PX/part-a.jsonl"

        init() throws { folder = try TemporaryFolder() }

        private func export(replaces: Bool, rows: Int = 1) throws -> ExportFolder {
            let export = try ExportFolder(lake.path, .jsonl, part: "a", replaces: replaces)
            let partition = ExportPartition(table: .pings, day: "2026-03-02", app: "PX")
            for _ in 0..<rows {
                try export.append(ExportRow(partition: partition, values: [.text("2026-03-02"), .text("PX")]))
            }
            return export
        }

        private func link(_ path: String) throws {
            let file = folder.file(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.file("nowhere"))
        }

        @Test func aLinkThatLeadsNowhereIsKeptLikeAFile() throws {
            try link(Self.path)
            let kept = try export(replaces: false)
            let failure = #expect(throws: FileFailure.self) { try kept.commit() }
            kept.discard()
            #expect(
                failure?.description == "cannot write \(folder.file(Self.path).path): the file exists; --replace "
                    + "replaces it, and --part NAME writes beside it"
            )
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder.file(Self.path).path)
            #expect(target == folder.file("nowhere").path)
            #expect(try FileManager.default.contentsOfDirectory(atPath: lake.path) == ["pings"])
            // To replace it is to replace the link.
            #expect(try export(replaces: true).commit() == 1)
            #expect(try String(contentsOf: folder.file(Self.path), encoding: .utf8) == Self.line)
            #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere").path))
        }

        @Test func aLinkThatLeadsNowhereIsNoFolder() throws {
            try link("lake/pings")
            let export = try export(replaces: false)
            let failure = #expect(throws: FileFailure.self) { try export.commit() }
            export.discard()
            #expect(
                failure?.description
                    == "cannot write \(lake.path)/pings/day=2026-03-02: there is no such file or folder"
            )
            #expect(try FileManager.default.contentsOfDirectory(atPath: lake.path) == ["pings"])
        }

        @Test func whatWasWrittenIsNotGivenUp() throws {
            let export = try export(replaces: false, rows: 0)
            #expect(try export.commit() == 0)
            export.discard()
            #expect(try FileManager.default.contentsOfDirectory(atPath: lake.path) == [])
        }

        @Test func whatWasGivenUpOnceIsSomebodyElsesAfterwards() throws {
            let export = try export(replaces: false)
            export.discard()
            #expect(!FileManager.default.fileExists(atPath: lake.path))
            try FileManager.default.createDirectory(at: lake, withIntermediateDirectories: false)
            export.discard()
            #expect(FileManager.default.fileExists(atPath: lake.path))
        }
    }
#endif
