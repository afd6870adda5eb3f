// SPDX-License-Identifier: Apache-2.0

// Tests in processes of their own came with this version.
#if os(Linux) && compiler(>=6.2)

    import Foundation
    import HubServices
    import NielsenAppApi
    import TestSupport
    import Testing

    /// Files that grew beyond every limit fill no memory.
    ///
    /// Each runs in its own process and reads the peak of that.
    @Suite(.timeLimit(.minutes(10)))
    struct MemoryLimitTests {
        @Test func anSDKConfigurationFileOfThreeGigabytesIsNotRead() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let file = try folder.write("{", to: "PX.json")
                try FileHandle(forWritingTo: file).truncate(atOffset: 3 << 30)
                let hearing = Hearing()
                let environment = NielsenEnvironment.app(
                    storage: .memory,
                    configurationURL: folder.url,
                    log: .disabled
                )
                let growth = try await PeakMemory.growth {
                    let api = try NielsenAppApi.make(
                        appInfo: ["appid": "PX"],
                        delegate: hearing,
                        environment: environment
                    )
                    // FailedReceiveConfig
                    #expect(try await hearing.codes.next() == 4)
                    withExtendedLifetime(api) {}
                }
                #expect(growth < 32 << 20)
            }
        }
    }
#endif
