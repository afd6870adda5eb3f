// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The article on the command-line tool, as a reader follows it.
struct ToolArticleTests {
    private static var article: String {
        get throws { try PackageFolder.text("Sources/LaunchHubSession/LaunchHubSession.docc/CommandLineTool.md") }
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

    @Test func everyExampleEndsWithTheCodeThatItsCommentNames() async throws {
        let folder = try TemporaryFolder()
        for (line, code) in try Self.examples() {
            let run = try await ShellLine(line).run(in: folder.url)
            #expect(run.code == code, "\(line): \(run.error)")
        }
    }

    @Test func everyCommandIsDescribedAndHasAnExample() async throws {
        let help = try await ToolRun(["--help"]).output
        let commands = try #require(help.components(separatedBy: "New here?").first)
        let names = commands.split(separator: "\n")
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.components(separatedBy: "  ").dropFirst().first }
        let table = try #require(Self.article.components(separatedBy: "### ").first)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { String($0.split(separator: "`")[1]) }
        #expect(Set(rows) == Set(names))
        let lines = try Self.examples().map(\.line)
        for name in rows { #expect(lines.contains { $0.contains("launchhub \(name) ") }, "\(name)") }
    }
}
