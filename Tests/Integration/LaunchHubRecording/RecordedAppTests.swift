// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// Files of an app that records itself and is killed while it plays.
    struct RecordedAppTests {
        private let folder: TemporaryFolder
        private var file: URL { folder.file("session.jsonl") }

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Reads the lines, which all have to be valid.
        private func lines() throws -> [JSONObject] {
            let path = "Sources/LaunchHubSession/Resources/session-2.schema.json"
            let schema = JSONSchemaCheck(try JSONValue(jsonText: PackageFolder.text(path)))
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .map { try JSONObject(jsonText: String($0)) }
            for line in lines { #expect(schema.faults(.object(line)).isEmpty, "\(line)") }
            return lines
        }

        @Test(arguments: ["hub", "sdk"])
        func whatWasPlayedBeforeTheKillIsInTheFileAndCanBeCertified(way: String) throws {
            let app = try RunningProgram("RecordedApp", [way, file.path])
            let seconds = try app.kill(afterLines: 100).count

            let recorded = try lines()
            #expect(recorded.last?["kind"] != "end")
            let playheads = recorded.compactMap { line -> Int64? in
                switch line["name"] {
                case "playheadPosition": line["args"]?[0]?.intValue
                case "TrackSDKEvent": line["data"]?["data"]?["playheadPosition"]?.stringValue.flatMap { Int64($0) }
                default: nil
                }
            }
            // What was put down in the last moments before the kill may be missing, and nothing in between.
            #expect(playheads.count > seconds / 2)
            #expect(playheads == Array(0..<Int64(playheads.count)))

            let tool = try #require(BuildFolder.program("launchhub"))
            let process = Process()
            let output = Pipe()
            process.executableURL = tool
            process.arguments = ["certify", file.path, "--json"]
            process.standardOutput = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect([0, 1].contains(process.terminationStatus))
            let verdicts = try String(decoding: data, as: UTF8.self).split(separator: "\n")
                .map { try JSONObject(jsonText: String($0)) }
            #expect(verdicts.last?["kind"] == "verdict")
            // Its playheads are faster than time, and that is all.
            let rules = Set(verdicts.filter { $0["kind"] == "finding" && $0["severity"] == "error" }.map { $0["rule"] })
            #expect(
                rules.subtracting(["PLAYHEAD_FASTER_THAN_TIME", "DEBUG_LEFT_ON", "FINAL_PLAYHEAD_MISSING"]).isEmpty,
                "\(rules)"
            )
        }

        /// What fits of the last lines is taken back, so that a full disk leaves whole lines.
        @Test func aFileThatMayNotGrowEndsWithAWholeLine() throws {
            let program = try #require(BuildFolder.program("RecordedApp")).path
            // Sixteen kilobytes, and an error where more are written instead of the signal.
            let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" sdk \"$1\""
            let app = try RunningProgram(URL(fileURLWithPath: "/bin/bash"), ["-c", script, program, file.path])
            _ = try app.kill(afterLines: 200)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.utf8.count <= 16 << 10 && text.utf8.count > 8 << 10)
            #expect(text.hasSuffix("}\n"))
            _ = try lines()
        }
    }

#endif
