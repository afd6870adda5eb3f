// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)

    import Foundation
    import HubServices
    import LoopbackHTTP
    import TestSupport
    import Testing

    /// Files of an app that records itself by the clock of the machine, sends its pings, and ends without a word to the
    /// recorder.
    struct EndedAppTests {
        private let folder: TemporaryFolder
        private var file: URL { folder.file("session.jsonl") }

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Runs the app to its end, with a collector that answers.
        private func play(_ way: String, seconds: Int) throws -> [JSONObject] {
            let collector = try LoopbackServer { $1.respond(200) }
            defer { collector.stop() }
            let built = try PackageFolder.text("RemoteConfig/sdk/P00000000-0000-0000-0000-000000000001.json")
            let text = built.replacing("127.0.0.1:8642", with: "127.0.0.1:\(collector.port)")
            let words = [way, file.path, try folder.write(text, to: "sdk.json").path, "\(seconds)"]
            let run = try Executable.run(words, program: BuildFolder.program("RecordedApp"))
            #expect(run.code == 0, "\(run.error)")
            #expect(!collector.requests.isEmpty)
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .map { try JSONObject(jsonText: String($0)) }
        }

        /// The playheads of a recording, whatever the way in which they came.
        private func playheads(_ lines: [JSONObject]) -> [Int64] {
            lines.compactMap { line in
                line["name"] == "playheadPosition"
                    ? line["args"]?[0]?.intValue
                    : line["data"]?["data"]?["playheadPosition"]?.stringValue.flatMap { Int64($0) }
            }
        }

        /// The program is over before the lines of the recorder are due.
        @Test(arguments: ["hub", "sdk"])
        func aProgramOfAMomentLosesNothing(way: String) throws {
            for _ in 0..<5 {
                let lines = try play(way, seconds: 1)
                #expect(lines.first?["schema"] == "launch-hub-session")
                #expect(playheads(lines) == [0])
                #expect(lines.contains { $0["kind"] == "ping" })
            }
        }

        @Test(arguments: ["hub", "sdk"])
        func aRecordingByTheClockReplaysTheSame(way: String) throws {
            let lines = try play(way, seconds: 4)
            #expect(playheads(lines) == [0, 1, 2, 3])
            let run = try Executable.run(["replay", file.path])
            #expect(run.code == 0, "\(run.output)")
            #expect(run.error.contains("The app did not stop the recorder; all "), "\(run.error)")
            #expect(run.output.contains(way == "hub" ? "through mirrored calls" : "the same"))
        }
    }

#endif
