// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import NielsenAppApi
import Testing

/// What is said of the collectors that a configuration names.
struct CollectorRemarkTests {
    private let bench = Bench()

    /// The warnings about collectors at the start of an instance.
    private func warnings(_ url: String, isDelivered: Bool) throws -> [String] {
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1, "allowsInsecure": true,
             "products": [{"product": "session", "processors": [{"cadence": "session", "template": "t"}]}],
             "templates": {"t": {"url": "\(url)", "parameters": ["a=1"]}}}
            """
        var environment = bench.environment()
        environment.configuration = try NielsenConfiguration(jsonData: Data(text.utf8))
        let delivery = NielsenPingDelivery(file: nil, clock: bench.clock, privacy: .unknown)
        environment.pings = isDelivered ? delivery : NielsenRecordingPingSink()
        let api = try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
        return withExtendedLifetime(api) {
            bench.lines.records.filter { $0.level == .warning }.map(\.message).filter {
                $0.contains("without encryption") || $0.contains("127.0.0.1")
            }
        }
    }

    @Test(arguments: [false, true])
    func pingsThatAreNotEncryptedAreTold(_ isDelivered: Bool) throws {
        let told = try warnings("http://collector.example/gn", isDelivered: isDelivered)
        #expect(told.count == 1)
        #expect(told.first?.contains("the pings of t leave without encryption") == true)
        #expect(try warnings("https://collector.example/gn", isDelivered: isDelivered).count == 1)
    }

    /// Only who sends is told that everything goes to this machine.
    @Test(arguments: [false, true])
    func aCollectorOnThisMachineIsToldToWhoeverSends(_ isDelivered: Bool) throws {
        let told = try warnings("http://127.0.0.1:8642/gn", isDelivered: isDelivered)
        #expect(told.count == (isDelivered ? 1 : 0))
    }
}
