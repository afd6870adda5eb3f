// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    /// The article on the command-line tool, as a reader follows it.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ToolArticleTests {
        private static var article: String {
            get throws {
                let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                    .deletingLastPathComponent()
                let catalog = root.appending(path: "Sources/LaunchHubSession/LaunchHubSession.docc")
                return try String(contentsOf: catalog.appending(path: "CommandLineTool.md"), encoding: .utf8)
            }
        }

        /// The lines of its shell blocks, each with the exit code that its comment names.
        private static func examples() throws -> [(line: String, code: Int32)] {
            try article.components(separatedBy: "```").filter { $0.hasPrefix("sh\n") }
                .flatMap { $0.dropFirst(3).split(separator: "\n") }
                .map { line in
                    let parts = line.components(separatedBy: "# ")
                    return (line: parts[0], code: try #require(parts.last.flatMap { Int32($0) }))
                }
        }

        @Test func everyExampleEndsWithTheCodeThatItsCommentNames() throws {
            let folder = Executable.temporary("folder")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let bin = try #require(Executable.url).deletingLastPathComponent().path
            for (line, code) in try Self.examples() {
                let script = "cd '\(folder.path)' && PATH='\(bin)':$PATH && \(line)"
                let run = try Executable.run(["-c", script], program: URL(fileURLWithPath: "/bin/sh"))
                #expect(run.code == code, "\(line): \(run.error)")
            }
        }

        @Test func everyCommandIsDescribedAndHasAnExample() throws {
            let help = try Executable.run(["--help"]).output
            let commands = help.components(separatedBy: "Commands:\n").last?.components(separatedBy: "\n\n").first
            let names = try #require(commands).split(separator: "\n").filter {
                $0.hasPrefix("  ") && !$0.hasPrefix("   ")
            }
            .compactMap { $0.components(separatedBy: "  ").dropFirst().first }
            let table = try #require(Self.article.components(separatedBy: "### ").first)
            let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
                .map { String($0.split(separator: "`")[1]) }
            #expect(Set(rows) == Set(names))
            let lines = try Self.examples().map(\.line)
            for name in rows {
                #expect(lines.contains { $0.contains("launchhub \(name) ") }, "\(name)")
            }
        }
    }
#endif
