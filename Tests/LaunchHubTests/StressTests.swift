// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Everything at once.
///
/// Run it under ThreadSanitizer.
struct StressTests {
    @Test func producersListenersRequestsAndExtensionsComeAndGo() async throws {
        var options = HubOptions.patient()
        options.requestTimeout = .milliseconds(20)
        let hub = EventHub(options: options, log: .disabled)
        let steady = RecordingListener()
        try hub.register("steady") { runtime in
            runtime.listen(type: testType, source: testSource) { event in
                steady.hear(event)
                try? runtime.respond(to: event, with: event.data)
            }
        }
        let tap = hub.install(RecordingTap())
        await hub.start()
        let threads = 4
        let each = 100
        let outcomes = Recorder<Bool>()
        let finished = Recorder<Int>()
        for thread in 0..<threads {
            Thread {
                let heard = RecordingListener()
                for round in 0..<each {
                    guard let event = try? event("\(thread).\(round)") else { continue }
                    hub.dispatch(event)
                    let token = hub.listen(type: testType, source: .wildcard, once: round % 3 == 0, heard.hear)
                    hub.request(event) { outcomes.append($0.response != nil) }
                    let request = hub.request(event) { outcomes.append($0.response != nil) }
                    if round % 2 == 0 { request.cancel() }
                    token.cancel()
                    guard round % 10 == 0 else { continue }
                    let name = "ext \(thread)"
                    try? hub.register(name) { runtime in
                        runtime.listen(type: .wildcard, source: .wildcard) { event in
                            if event.number % 50 == 0 { runtime.unregister() }
                        }
                        runtime.request(event) { _ in }
                    }
                    if round % 20 == 0 { try? hub.unregister(name) }
                    _ = hub.counters(of: "steady")
                }
                finished.append(thread)
            }.start()
        }
        #expect(await finished.waits(for: threads))
        tap.cancel()
        #expect(await outcomes.waits(for: 2 * threads * each))
        #expect(await steady.waits(for: 3 * threads * each))
        await hub.shutDownAndWait()
        #expect(outcomes.count == 2 * threads * each)
        let numbers = steady.numbers
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func hubsComeAndGoWhileTheyWork() async throws {
        let freed = Recorder<Int>()
        let hubs = 10
        for number in 0..<hubs {
            let hub = EventHub(options: .patient(), log: .disabled)
            let hooks = TestExtension.Hooks(freed: { freed.append(number) })
            try hub.register("ext", hooks: hooks) { runtime in
                runtime.listen(type: testType, source: testSource) { event in
                    if !event.name.contains("again") {
                        (try? LaunchHubTests.event("again")).map { _ = runtime.dispatch($0) }
                    }
                }
            }
            await hub.start()
            for event in try events(0..<20) { hub.dispatch(event) }
            if number % 2 == 0 { hub.shutDown(deadline: .seconds(1), nil) }
        }
        #expect(await freed.waits(for: hubs))
    }
}
