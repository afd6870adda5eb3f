// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// The folder of an app, named by a word or by a variable.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct AppFolderTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func run(_ words: [String], variable: String) throws -> (code: Int32, output: String, error: String) {
            let program = try #require(Executable.url).path
            return try Executable.run(
                ["LAUNCH_HUB_FOLDER=\(variable)", program] + words,
                program: URL(fileURLWithPath: "/usr/bin/env")
            )
        }

        private func subjects(_ words: [String], variable: String) throws -> [String] {
            let run = try run(["doctor", "--port", "0", "--json"] + words, variable: variable)
            #expect(run.error.isEmpty)
            var found: [String] = []
            for line in run.output.split(separator: "\n") {
                if let subject = try JSONObject(jsonText: String(line))["subject"]?.stringValue,
                    !found.contains(subject)
                {
                    found.append(subject)
                }
            }
            return found
        }

        @Test func theDoctorLooksAtTheFolderOfTheVariable() throws {
            let all = ["port", "folder", "privacy", "pings", "clock"]
            #expect(try subjects([], variable: folder.url.path) == all)
            #expect(try subjects([folder.url.path], variable: "") == all)
            #expect(try subjects([folder.url.path], variable: "/nonexistent") == all)
            #expect(try subjects([], variable: "") == ["port", "clock"])
        }

        @Test func whatIsKeptIsThatOfTheVariable() throws {
            let named = try run(["kept", "show", folder.url.path], variable: "")
            let variable = try run(["kept", "show"], variable: folder.url.path)
            #expect(named.code == 0 && named.output == variable.output && variable.code == 0)
            #expect(try run(["pings", "list"], variable: folder.url.path).output == "Waiting: 0, set aside: 0.\n")
        }

        @Test func aFolderThatIsNoneIsSaid() throws {
            let file = try folder.write("", to: "file").path
            let none = try run(["kept", "show"], variable: "")
            let help = "See launchhub kept --help.\n"
            #expect(none.code == 2)
            #expect(
                none.error == "launchhub: the folder is missing; name it, or set LAUNCH_HUB_FOLDER. " + help
            )
            for path in [file, "/nonexistent/x"] {
                let wrong = try run(["kept", "show"], variable: path)
                #expect(wrong.code == 2)
                #expect(
                    wrong.error
                        == "launchhub: \(path) is not a folder; an app makes it when it first keeps something. " + help
                )
            }
        }
    }
#endif
