// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LaunchHubSession
    import TestSupport
    import Testing

    /// An app that is killed while it plays leaves a file that the tool certifies.
    struct KilledAppTests {
        @Test(arguments: ["hub", "sdk"])
        func whatWasPlayedBeforeTheKillIsInTheFile(way: String) throws {
            let file = try RecordedFile()
            let app = try RunningProgram("RecordedApp", [way, file.url.path])
            let seconds = try app.kill(afterLines: 100).count

            let (session, remarks) = try file.session()
            #expect(remarks.contains { $0.contains("no \"end\" line") })
            let playheads = session.steps.compactMap { step in
                step.command?.track?.playhead ?? (step.call?.name == "playheadPosition" ? step.call?.detail : nil)
            }
            // What was put down in the last moments before the kill may be missing, and nothing in between.
            #expect(playheads.count > seconds / 2)
            #expect(playheads == (0..<playheads.count).map(String.init))
            let schema = try SessionSchemaTests.schema()
            for line in try file.lines() { #expect(schema.faults(.object(line)).isEmpty, "\(line)") }

            let tool = try #require(BuildFolder.program("launchhub"))
            let process = Process()
            let output = Pipe()
            process.executableURL = tool
            process.arguments = ["certify", file.url.path, "--json"]
            process.standardOutput = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect([0, 1].contains(process.terminationStatus))
            let lines = try String(decoding: data, as: UTF8.self).split(separator: "\n")
                .map { try JSONObject(jsonText: String($0)) }
            #expect(lines.last?["kind"] == "verdict")
            let started = lines.first { $0["id"] == "all-1-debug" }
            #expect(started?["verdict"] == "pass", "\(lines)")
            // Its playheads are faster than time, and that is all.
            let rules = Set(lines.filter { $0["kind"] == "finding" && $0["severity"] == "error" }.map { $0["rule"] })
            #expect(
                rules.subtracting(["PLAYHEAD_FASTER_THAN_TIME", "DEBUG_LEFT_ON", "FINAL_PLAYHEAD_MISSING"]).isEmpty,
                "\(rules)"
            )
        }
    }

#endif
