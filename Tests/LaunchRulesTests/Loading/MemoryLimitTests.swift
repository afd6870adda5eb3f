// SPDX-License-Identifier: Apache-2.0

// Tests in processes of their own came with this version.
#if os(Linux) && compiler(>=6.2)
    import Foundation
    import HubServices
    import LaunchHub
    import LaunchHubTesting
    import LaunchRules
    import TestSupport
    import Testing

    /// What is limited fills no more memory than its limit says.
    @Suite(.timeLimit(.minutes(5))) struct MemoryLimitTests {
        @Test func anArchiveThatUnpacksToVeryMuchIsRefusedBeforeThat() async {
            await #expect(processExitsWith: .success) {
                let zeros = [UInt8](repeating: 0x20, count: 64 << 20)
                // Told as it is, as little, and as much as is allowed.
                let archives = [nil, 100, 16 << 20].map { size in
                    ZIPWriter([ZIPWriter.Entry(name: "rules.json", content: zeros, size: size)]).data
                }
                let growth = try await PeakMemory.growth {
                    for archive in archives {
                        #expect(throws: LaunchRuleError.self) { _ = try LaunchRuleSet(published: archive) }
                    }
                }
                #expect(growth < 40 << 20)
            }
        }

        @Test func whatUnpackingNeedsIsGivenBack() async {
            await #expect(processExitsWith: .success) {
                let archives = [ZIPWriter("{\"rules\":[]}").data, ZIPWriter("{\"rules\":[]}") { $0.size = 5 }.data]
                let growth = try await PeakMemory.growth {
                    for number in 0..<10_000 { _ = try? LaunchRuleSet(published: archives[number % 2]) }
                }
                #expect(growth < 32 << 20)
            }
        }

        /// A hub whose rules do not come.
        private static func hubThatWaitsForRules() throws -> TestHub {
            let server = RuleServer()
            server.publish(RuleLaunch.configurationPath, ["rules.url": "rules.zip"])
            server.holdBack(RuleLaunch.rulesPath)
            let source = try ConfigurationSource(baseURL: #require(URL(string: "https://p.example/base")))
            let options = ConfigurationOptions(source: source, store: InMemoryKeyValueStore(), client: { server })
            let test = TestHub(options: HubOptions(configuration: options))
            test.hub.rules.followConfiguration()
            test.hub.configuration.configure(withAppID: "p/app")
            test.start()
            return test
        }

        @Test func largeEventsThatWaitForRulesAreLeftOutAndReleased() async {
            await #expect(processExitsWith: .success) {
                let test = try Self.hubThatWaitsForRules()
                let growth = try await PeakMemory.growth {
                    for number in 0..<256 {
                        let text = String(repeating: "x", count: 1 << 20)
                        let data: JSONObject = ["number": .int(Int64(number)), "text": .string(text)]
                        try test.dispatch("Large", type: "com.example.large", source: "com.example.app", data: data)
                    }
                }
                // 8 MiB are kept; what passes and what is freed and not used again come on top.
                #expect(growth < 64 << 20)
            }
        }
    }
#endif
