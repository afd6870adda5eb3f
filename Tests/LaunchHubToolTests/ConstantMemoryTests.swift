// SPDX-License-Identifier: Apache-2.0

// Tests in processes of their own came with this version.
#if os(Linux) && compiler(>=6.2)

    import Foundation
    import HubServices
    import LaunchHubSession
    import TestSupport
    import Testing

    @testable import LaunchHubTool

    /// A session of any length is read in the memory that a short one takes.
    ///
    /// Each test reads the peak of a process of its own; the first session has everything made that is made once.
    @Suite(.timeLimit(.minutes(10)))
    struct ConstantMemoryTests {
        private static let mebibyte = 1 << 20
        private static let lines = (short: 10_000, long: 100_000)

        private static func growth(_ work: (String) async throws -> Void) async throws -> Int {
            let folder = try TemporaryFolder()
            let short = try LongSession.write(lines.short, to: folder)
            let long = try LongSession.write(lines.long, to: folder)
            try await work(short)
            return try await PeakMemory.growth { try await work(long) }
        }

        @Test func aLongSessionIsCertifiedInTheMemoryOfAShortOne() async {
            await #expect(processExitsWith: .success) {
                let growth = try await Self.growth { path in
                    let result = try CertifyRun(path, rules: []).judge { _ in }
                    #expect(result.lines == (path.contains("100000") ? Self.lines.long : Self.lines.short))
                }
                #expect(growth < 2 * Self.mebibyte, "\(growth)")
            }
        }

        /// A file is read twice, the second time while it is played.
        @Test func aLongSessionIsReplayedInTheMemoryOfAShortOne() async {
            await #expect(processExitsWith: .success) {
                let growth = try await Self.growth { path in
                    let source = try SessionInput.open(path, remark: { _ in }).source
                    let came = try await SessionReplay.run(source, flow: .events) { read, step, _ in
                        #expect(read.step.time == step.time)
                    }
                    #expect(came.steps == source.outline.steps && came.steps > Self.lines.short / 5)
                }
                #expect(growth < 12 * Self.mebibyte, "\(growth)")
            }
        }

        /// An instance that was removed leaves its verdict, and not its judgement.
        @Test func instancesThatWereRemovedTakeNoMemory() async {
            await #expect(processExitsWith: .success) {
                let growth = try await Self.growth { path in
                    let folder = try TemporaryFolder()
                    let count = path.contains("100000") ? 10_000 : 1_000
                    var text = #"{"schema":"launch-hub-session","version":2}"# + "\n"
                    for number in 0..<count {
                        let info = #"{"data":{"appid":"PDEM00000-0000-4000-8000-000000000001"}}"#
                        let name = #""identifier":"\#(number)""#
                        text += #"{"kind":"action","t":0,"name":"InstantiateSDKWithLocalConfigEvent","data":\#(info)}"#
                        text += "\n" + #"{"kind":"result","t":0,"result":{"code":5001,\#(name)}}"# + "\n"
                        text += #"{"kind":"action","t":0,"name":"RemoveSDKInstanceEvent","data":{\#(name)}}"# + "\n"
                    }
                    let file = try folder.write(text, to: "instances.jsonl")
                    text = ""
                    _ = try CertifyRun(file.path, rules: []).judge { _ in }
                }
                // The text of the file has 4 MiB.
                #expect(growth < 24 * Self.mebibyte, "\(growth)")
            }
        }
    }
#endif
