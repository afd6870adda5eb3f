// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// What was stored is written to the disk when an app asks for it, and when it goes to the background.
struct CheckpointTests {
    private let folder: TemporaryFolder
    private let lane = DispatchQueue(label: "test")
    private let delivery: NielsenPingDelivery

    init() throws {
        folder = try TemporaryFolder()
        delivery = NielsenPingDelivery(
            location: folder.location,
            client: StubCollector { _ in nil },
            clock: ManualClock(),
            privacy: .unknown,
            workQueue: lane,
            deliveryQueue: lane
        )
    }

    private func isInTheFile(_ text: String) throws -> Bool {
        for _ in 0..<50 { lane.sync {} }
        return try Data(contentsOf: folder.file("pings.sqlite")).range(of: Data(text.utf8)) != nil
    }

    @Test func aCheckpointPutsPingsIntoTheFile() throws {
        delivery.send(DeliveryRig.ping("a", 1, "http://collector.test/stored"))
        #expect(try !isInTheFile("collector.test/stored"))
        delivery.checkpoint()
        #expect(try isInTheFile("collector.test/stored"))
        delivery.close()
    }

    @Test func theBackgroundIsACheckpointAndNothingElseIs() throws {
        let environment = NielsenEnvironment(clock: ManualClock(), pings: delivery, random: { 7 })
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        delivery.send(DeliveryRig.ping("a", 1, "http://collector.test/stored"))
        for event in [NielsenLifecycleEvent.launch, .foreground, .interruptionBegan(.deviceLock)] { api.handle(event) }
        #expect(try !isInTheFile("collector.test/stored"))
        api.handle(.background)
        #expect(try isInTheFile("collector.test/stored"))
        withExtendedLifetime(api) { delivery.close() }
    }
}
