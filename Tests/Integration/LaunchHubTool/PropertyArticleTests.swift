// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// The article "Publish a property", as a reader follows it: its lines, a server, and its app beside them.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"), .timeLimit(.minutes(10)))
    struct PropertyArticleTests {
        private static var article: String {
            get throws {
                try PackageFolder.text("Sources/LaunchHubSession/LaunchHubSession.docc/PublishAProperty.md")
            }
        }

        /// The chapters by their headings, with the lines of their shell blocks and the exit codes of these.
        private static func chapters() throws -> [(heading: String, lines: [(text: String, code: Int32)])] {
            try article.components(separatedBy: "\n### ").dropFirst().map { chapter in
                let blocks = chapter.components(separatedBy: "```").filter { $0.hasPrefix("sh\n") }
                let lines = try blocks.flatMap { $0.dropFirst(3).split(separator: "\n") }.map { line in
                    let parts = line.components(separatedBy: "# ")
                    return (text: parts[0], code: try #require(parts.last.flatMap { Int32($0) }))
                }
                return (String(chapter.prefix { $0 != "\n" }), lines)
            }
        }

        private func run(_ lines: [(text: String, code: Int32)], in folder: URL) throws -> [String] {
            try lines.map { text, code in
                let run = try Executable.shell(text, in: folder)
                #expect(run.code == code, "\(text): \(run.error)")
                return run.output
            }
        }

        @Test func theWholeArticleRuns() throws {
            let program = try PackageFolder.text("Tests/Integration/Programs/PropertyApp/main.swift")
            let block = try Self.article.components(separatedBy: "```").first { $0.hasPrefix("swift\n") }
            #expect(program.hasSuffix(try #require(block).dropFirst("swift\n".count)))
            let folder = try TemporaryFolder()
            let chapters = try Self.chapters()
            #expect(chapters.map(\.lines.count).reduce(0, +) >= 25)
            let install = try #require(chapters.firstIndex { $0.heading == "Install it" })
            var outputs: [String] = []
            for chapter in chapters[...install] { outputs += try run(chapter.lines, in: folder.url) }
            #expect(try Self.article.contains("```\n" + (outputs.first ?? "?") + "```"))
            #expect(outputs.contains { $0.contains("player/launch-EN-player-development\")") })

            let server = try LineProgram(
                ["serve", "--port", "0", "--https-port", "off", "--host", "127.0.0.1", "--json"],
                in: folder.url
            )
            let address = try #require(server.object()["addresses"]?[0]?.stringValue)
            let app = try LineProgram(
                [],
                of: BuildFolder.program("PropertyApp"),
                in: folder.url,
                ["LAUNCH_HUB_CONFIGURATION_URL": address, "LAUNCH_HUB_FOLDER": ""]
            )
            #expect(try app.line() == "5001 Player")
            for (chapter, name) in zip(chapters[(install + 1)...], ["Cinema", "Player"]) {
                _ = try run(chapter.lines, in: folder.url)
                app.ask()
                #expect(try app.line() == "5001 \(name)", "\(chapter.heading)")
            }
            for chapter in chapters.dropFirst(install + 3) { _ = try run(chapter.lines, in: folder.url) }
        }
    }
#endif
