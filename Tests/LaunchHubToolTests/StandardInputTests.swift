// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import LaunchHubSession
    import TestSupport
    import Testing

    /// Commands with two files, of which either may come from standard input.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct StandardInputTests {
        private func session(_ folder: TemporaryFolder) async throws -> (path: String, text: String) {
            let text = SessionFile.text(of: try await Sessions.channel("Front page", .events))
            return (try folder.write(text, to: "session.jsonl").path, text)
        }

        @Test func eitherOfTwoSessionsMayComeFromStandardInput() async throws {
            let folder = try TemporaryFolder()
            let (path, text) = try await session(folder)
            for names in [["-", path], [path, "-"]] {
                let run = try Executable.run(["diff"] + names, input: text)
                #expect(run.code == 0 && run.error.isEmpty)
                #expect(run.output == "A  \(names[0])\nB  \(names[1])\n\nThe same credit and the same pings.\n")
            }
        }

        @Test func rulesOrTheirSessionMayComeFromStandardInput() async throws {
            let folder = try TemporaryFolder()
            let (path, text) = try await session(folder)
            let rules = #"{"version":1,"rules":[]}"#
            let file = try folder.write(rules, to: "rules.json").path
            let expected = try Executable.run(["rules", "try", file, path])
            #expect(expected.code == 0 && expected.error.isEmpty && expected.output.contains("page-front"))
            let inputs = [(["-", path], rules), ([file, "-"], text)]
            for (names, input) in inputs {
                let run = try Executable.run(["rules", "try"] + names, input: input)
                #expect(run.code == 0 && run.error.isEmpty && run.output == expected.output)
            }
            // Without a session the rules are tried on that of the demo.
            let demo = try Executable.run(["rules", "try", "-"], input: rules)
            #expect(demo.code == 0 && demo.output != expected.output)
            #expect(try Executable.run(["rules", "try"], input: rules).output == demo.output)
            #expect(try Executable.run(["rules", "try", "-", "-"], input: rules).code == 2)
        }
    }
#endif
