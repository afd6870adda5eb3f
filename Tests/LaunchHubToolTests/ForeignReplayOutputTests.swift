// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// All that `launchhub replay` writes of a log of calls.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ForeignReplayOutputTests {
        private static let appInfo =
            #"{"t":0,"call":"appInfo","args":[{"appid":"P0A1B2C3D-0000-4000-8000-0123456789AB","appname":"A"}]}"# + "\n"
        private static let play = appInfo + #"{"t":0,"call":"play"}"# + "\n"

        private static func mistakes(_ count: Int) -> String {
            play + (0..<count).map { #"{"t":\#($0 + 1),"call":"mistake\#($0)"}"# + "\n" }.joined()
        }

        @Test(arguments: [(0, "0 findings"), (1, "1 finding"), (2, "2 findings")])
        func theFindingsStandBeforeWhatWasPlayed(_ count: Int, _ counted: String) throws {
            let folder = try TemporaryFolder()
            let file = try folder.write(Self.mistakes(count), to: "calls.jsonl").path
            let certified = try Executable.run(["certify", file, "--rule", "UNDOCUMENTED_EVENT"]).output
            let replayed = try Executable.run(["replay", file])
            #expect(replayed.code == (count == 0 ? 0 : 1) && replayed.error.isEmpty, "\(replayed.error)")
            let parts = replayed.output.components(
                separatedBy: "\(file): a recording without results, played and judged: \(counted), in "
            )
            try #require(parts.count == 2, "\(replayed.output)")
            #expect(parts[1].hasPrefix("\(count + 2) steps, "))
            #expect(parts[1].hasSuffix(".\n\nCredited by the pings\n  nothing\n"))
            #expect(parts[0].isEmpty == (count == 0))
            // A finding is written as certify writes it, and a blank line is behind the last one.
            #expect(count == 0 || parts[0].hasPrefix("line 3, 0:00:01  error UNDOCUMENTED_EVENT\n"))
            #expect(count == 0 || certified.contains(parts[0].dropLast()))
            #expect(count == 0 || parts[0].hasSuffix("\n\n"))
        }

        @Test(arguments: [0, 1, 2])
        func findingsForProgramsAreThoseOfCertify(_ count: Int) throws {
            let folder = try TemporaryFolder()
            let file = try folder.write(Self.mistakes(count), to: "calls.jsonl").path
            let code: Int32 = count == 0 ? 0 : 1
            let certified = try Executable.objects(["certify", file], code: code).filter { $0["kind"] == "finding" }
            let replayed = try Executable.objects(["replay", file], code: code)
            #expect(Array(replayed.dropLast()) == certified && certified.count == count)
            let summary = try #require(replayed.last)
            #expect(
                summary.keys.sorted() == ["findings", "flow", "kind", "notices", "pings", "records", "steps"]
            )
            #expect(summary["findings"] == .int(Int64(count)) && summary["steps"] == .int(Int64(count + 2)))
            #expect(summary["kind"] == "summary" && summary["flow"] == "classic")
            #expect(summary["records"] == 1 && summary["pings"] == 1 && summary["notices"] == 1)
        }
    }
#endif
