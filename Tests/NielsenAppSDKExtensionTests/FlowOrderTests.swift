// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppSDKExtension
import Testing

/// Events and calls for one identifier are applied in the order in which each thread made them.
struct FlowOrderTests {
    private static let identifierCount = 5
    private static let threadCount = 4

    @Test func interleavedEventsAndCallsKeepEveryThreadsOrder() async throws {
        let instances = Locked<[FakeInstance]>([])
        let under = try await ServiceUnderTest { _, _, _ in
            let instance = FakeInstance()
            instances.withLock { $0.append(instance) }
            return instance
        }
        for _ in 0..<Self.identifierCount {
            _ = under.service.instantiateSDK(withConfiguration: ["appid": "any"])
        }
        var random = SeededGenerator(seed: 42)
        for round in 0..<200 {
            // Each thread's steps: which identifier, and by which flow.
            let plans = (0..<Self.threadCount).map { _ in
                (0..<3).map { _ in (Int(random.next() % UInt64(Self.identifierCount)), random.next() & 1 == 0) }
            }
            DispatchQueue.concurrentPerform(iterations: Self.threadCount) { thread in
                for (step, (instance, isEvent)) in plans[thread].enumerated() {
                    send(under, identifier: "instance-\(instance + 1)", thread, step, isEvent: isEvent)
                }
            }
            // A call sees the effect of everything that was dispatched before it.
            _ = under.service.optOutStatusForSDK(withIdentifier: "instance-1")
            for (number, instance) in instances.withLock({ $0 }).enumerated() {
                let heard = instance.tracked.withLock { tracked in
                    defer { tracked = [] }
                    return tracked
                }
                for thread in 0..<Self.threadCount {
                    let planned = plans[thread].indices.filter { plans[thread][$0].0 == number }
                    let steps = heard.filter { $0["thread"] == .int(Int64(thread)) }.compactMap { $0["step"]?.intValue }
                    guard steps != planned.map(Int64.init) else { continue }
                    Issue.record("round \(round), instance \(number), thread \(thread): \(steps), not \(planned)")
                    return
                }
            }
        }
    }

    private func send(
        _ under: ServiceUnderTest,
        identifier: String,
        _ thread: Int,
        _ step: Int,
        isEvent: Bool
    ) {
        let data: JSONObject = ["thread": .int(Int64(thread)), "step": .int(Int64(step))]
        guard isEvent else {
            _ = under.service.trackEvent(data.anyDictionary, forSDKWithIdentifier: identifier)
            return
        }
        do {
            under.hub.dispatch(try NielsenInstanceEvent.track(data, identifier: identifier).event())
        } catch {
            Issue.record(error)
        }
    }

    @Test func aCallFromInsideAListenerOfTheExtensionRunsInline() async throws {
        let nested = Locked<[Int]>([])
        let box = Locked<NielsenInstanceService?>(nil)
        let under = try await ServiceUnderTest { _, _, _ in
            // The factory runs on the extension's lane: a call that waited for the lane would never return.
            let result = box.withLock { $0 }?.meterVersionForSDK(withIdentifier: "nobody")
            nested.withLock { $0.append(result?["code"] as? Int ?? 0) }
            return FakeInstance()
        }
        box.withLock { $0 = under.service }
        _ = try await under.answer("InstantiateSDKWithLocalConfigEvent", ["data": ["appid": "any"]])
        #expect(nested.withLock { $0 } == [5010])
    }

    @Test func callsWorkBeforeTheHubIsStartedAndAfterTheExtensionIsGone() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        let service = NielsenInstanceService(settings: .init()) { _, _, _ in FakeInstance() }
        #expect(service.instantiateSDK(withConfiguration: ["appid": "any"])["code"] as? Int == 5001)
        try service.register(with: hub)
        #expect(service.instantiateSDK(withConfiguration: ["appid": "any"])["code"] as? Int == 5001)
        await hub.start()
        try await hub.unregister(NielsenInstanceService.extensionName)
        await hub.shutDownAndWait()
        #expect(service.identifiers.isEmpty)
        #expect(service.meterVersionForSDK(withIdentifier: "x")["code"] as? Int == 5010)
    }
}
