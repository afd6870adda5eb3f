// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// One name that is registered, unregistered and registered again while events flow.
@Suite(.timeLimit(.minutes(10)))
struct RegistrationRaceTests {
    /// What happens to an instance, in this order.
    private enum Step: String, Sendable {
        case made, registered, heard, unregistered, freed
    }

    private struct Entry: Sendable {
        let instance: Int
        let step: Step
        var event = ""
    }

    /// What happened to all instances that were made under the name.
    private struct Diary: Sendable {
        let entries = Recorder<Entry>()

        func register(_ instance: Int, with hub: EventHub) throws(HubError) {
            let hooks = TestExtension.Hooks(
                registered: { _ in entries.append(Entry(instance: instance, step: .registered)) },
                unregistered: { _ in entries.append(Entry(instance: instance, step: .unregistered)) },
                freed: { entries.append(Entry(instance: instance, step: .freed)) }
            )
            try hub.register("shared", hooks: hooks) { runtime in
                entries.append(Entry(instance: instance, step: .made))
                runtime.listen(type: testType, source: testSource) { event in
                    entries.append(Entry(instance: instance, step: .heard, event: event.name))
                    try? runtime.respond(to: event, with: ["instance": .int(Int64(instance))])
                }
            }
        }

        /// The instances that handled each event.
        var handlers: [String: [Int]] {
            var handlers: [String: [Int]] = [:]
            for entry in entries.elements where entry.step == .heard {
                handlers[entry.event, default: []].append(entry.instance)
            }
            return handlers
        }

        /// Checks that each instance had its callbacks once, in their order, and handled events between the first and the
        /// last.
        ///
        /// Who is unregistered before its callback comes has none, and receives nothing.
        func check() {
            var lives: [Int: [Step]] = [:]
            for entry in entries.elements { lives[entry.instance, default: []].append(entry.step) }
            let short: [[Step]] = [[.made, .unregistered, .freed], [.made, .freed]]
            for (instance, steps) in lives where !short.contains(steps) {
                let callbacks = steps.filter { $0 != .heard }
                #expect(callbacks == [.made, .registered, .unregistered, .freed], "instance \(instance)")
                #expect(Array(steps.prefix(2)) == [.made, .registered], "instance \(instance)")
                #expect(Array(steps.suffix(2)) == [.unregistered, .freed], "instance \(instance)")
            }
        }
    }

    /// Whatever the order of work, an event belongs to the instance that was registered when it was dispatched.
    @Test(arguments: UInt64(0)..<15)
    func eachEventIsHandledByTheInstanceOfItsTimeAndNoOther(seed: UInt64) throws {
        let test = TestHub(seed: seed)
        var random = SeededGenerator(seed: seed &+ 1)
        let diary = Diary()
        var present: Int?
        var last = 0
        var owners: [(event: String, owner: Int?)] = []
        var outcomes: [Recorder<RequestOutcome>] = []
        test.start()
        for step in 0..<120 {
            switch random.next() % 8 {
            case 0, 1:
                last += 1
                if present == nil {
                    try diary.register(last, with: test.hub)
                    present = last
                } else {
                    #expect(throws: HubError.self) { try diary.register(last, with: test.hub) }
                }
            case 2:
                if present == nil {
                    #expect(throws: HubError.self) { try test.hub.unregister("shared") }
                } else {
                    try test.hub.unregister("shared")
                    present = nil
                }
            case 3, 4:
                test.hub.dispatch(try event("event \(step)"))
                owners.append(("event \(step)", present))
            case 5:
                let ended = Recorder<RequestOutcome>()
                test.hub.request(try event("request \(step)"), completion: ended.append)
                owners.append(("request \(step)", present))
                outcomes.append(ended)
            case 6:
                test.run(limit: Int(random.next() % 12))
            default:
                test.run()
                let handlers = diary.handlers
                for (event, owner) in owners {
                    guard let owner, owner == present else { continue }
                    #expect(handlers[event] == [owner], "\(event)")
                }
                owners.removeAll { $0.owner == nil || $0.owner == present }
            }
        }
        if present != nil { try test.hub.unregister("shared") }
        test.run()
        let handlers = diary.handlers
        for (event, owner) in owners {
            #expect((handlers[event] ?? []) == [] || handlers[event] == owner.map { [$0] }, "\(event)")
        }
        #expect(handlers.values.allSatisfy { $0.count == 1 })
        #expect(outcomes.allSatisfy { $0.count == 1 })
        // Who was unregistered before it was made has no life at all.
        diary.check()
        #expect(test.hub.extensionNames.isEmpty)
    }
}
