// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// What is said, and what is left, where the files of an export cannot be written.
    struct ExportFailureTests {
        private let folder: TemporaryFolder
        private var lake: URL { folder.file("lake") }
        private static let day = "2026-03-02"

        init() throws { folder = try TemporaryFolder() }

        private func export(_ apps: [String], replaces: Bool) throws -> ExportFolder {
            let export = try ExportFolder(lake.path, .jsonl, part: "a", replaces: replaces)
            for app in apps {
                let partition = ExportPartition(table: .pings, day: Self.day, app: app)
                try export.append(ExportRow(partition: partition, values: [.text(Self.day), .optional(app)]))
            }
            return export
        }

        private func path(_ app: String) -> String { "lake/pings/day=\(Self.day)/app=\(app)" }

        private func reason(_ work: () throws -> Void) -> String {
            do {
                try work()
                return ""
            } catch {
                return "\(error)"
            }
        }

        @Test func aFolderInTheWayOfAFileIsNamed() throws {
            try folder.write("mine", to: path("PX") + "/part-a.jsonl/inner")
            let export = try export(["PX"], replaces: true)
            let target = folder.file(path("PX") + "/part-a.jsonl").path
            #expect(reason { _ = try export.commit() } == "cannot write \(target): it is a folder; name a file")
            export.discard()
            #expect(try String(contentsOf: folder.file(path("PX") + "/part-a.jsonl/inner"), encoding: .utf8) == "mine")
        }

        /// Files of an export that may replace nothing appear all or not at all.
        @Test(arguments: [true, false])
        func aFileInTheWayOfAFolderIsNamedAndNothingNewIsLeft(_ replaces: Bool) throws {
            try folder.write("mine", to: path("PB"))
            let export = try export(["PA", "PB", "PC"], replaces: replaces)
            let target = folder.file(path("PB") + "/part-a.jsonl").path
            #expect(
                reason { _ = try export.commit() }
                    == "cannot write \(target): a part of the path is a file and no folder"
            )
            export.discard()
            #expect(try String(contentsOf: folder.file(path("PB")), encoding: .utf8) == "mine")
            // One that replaces has nothing to go back to.
            let first = folder.file(path("PA") + "/part-a.jsonl").path
            #expect(FileManager.default.fileExists(atPath: first) == replaces)
            #expect(!FileManager.default.fileExists(atPath: folder.file(path("PC") + "/part-a.jsonl").path))
            let left = try FileManager.default.contentsOfDirectory(atPath: lake.path)
            #expect(left == ["pings"])
        }

        #if os(Linux)
            /// The name of the folder in which files are prepared says nothing to anybody.
            @Test func aFolderThatTakesNoFilesIsNamedItself() {
                let says = reason { _ = try ExportFolder("/proc/self", .jsonl, part: "a", replaces: true) }
                #expect(says.hasPrefix("cannot write /proc/self: "), "\(says)")
            }
        #endif
    }
#endif
