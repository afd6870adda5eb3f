// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// Extensions that are made while the caller waits, because only the instance knows its name.
struct RegisterAtOnceTests {
    @Test func theExtensionIsThereWhenTheCallReturns() throws {
        let test = TestHub()
        let steps = Recorder<String>()
        let hooks = TestExtension.Hooks(registered: { _ in steps.append("registered") })
        try test.hub.registerAtOnce(named: "ext", hooks: hooks) { runtime in
            steps.append("made")
            runtime.listen(type: testType, source: testSource) { steps.append($0.name) }
        }
        #expect(steps.elements == ["made"])
        #expect(test.hub.extensionNames == ["ext"])
        test.hub.dispatch(try event("heard"))
        test.start()
        #expect(steps.elements == ["made", "registered", "heard"])
    }

    @Test func onRegisteredComesBeforeTheFirstEvent() async throws {
        let hub = EventHub(options: .patient())
        await hub.start()
        let stop = Locked(false)
        let event = try event()
        let task = Task.detached {
            while !stop.withLock({ $0 }) {
                hub.dispatch(event)
                await Task.yield()
            }
        }
        for number in 0..<20 {
            let steps = Recorder<String>()
            let hooks = TestExtension.Hooks(registered: { _ in steps.append("registered") })
            try hub.registerAtOnce(named: "ext \(number)", hooks: hooks) { runtime in
                runtime.listen(type: testType, source: testSource) { _ in steps.append("heard") }
            }
            #expect(await steps.waits(for: 2))
            #expect(steps.elements.first == "registered")
            try hub.unregisterAtOnce("ext \(number)")
        }
        stop.withLock { $0 = true }
        await task.value
        await hub.shutDownAndWait()
    }

    @Test func aNameThatIsTakenLeavesNothingBehind() throws {
        let test = TestHub()
        try test.hub.register("ext")
        test.start()
        _ = test.listener(type: "question")
        let freed = Recorder<Bool>()
        let heard = RecordingListener()
        let outcomes = Recorder<String>()
        #expect {
            try test.hub.registerAtOnce(named: "EXT", hooks: TestExtension.Hooks(freed: { freed.append(true) })) {
                $0.listen(type: testType, source: testSource, heard.hear)
                $0.request(try Event(name: "Ask", type: "question", source: "question")) { outcome in
                    if case .cancelled = outcome { outcomes.append("cancelled") }
                }
            }
        } throws: { error in
            guard case .duplicateName("ext")? = (error as? HubError)?.reason else { return false }
            return true
        }
        test.dispatch(try event())
        #expect(heard.count == 0)
        #expect(freed.count == 1)
        #expect(outcomes.elements == ["cancelled"])
        #expect(test.hub.extensionNames == ["ext"])
    }

    @Test func anInitializerThatThrowsIsReported() {
        let test = TestHub()
        #expect {
            try test.hub.registerAtOnce(named: "ext") { _ in throw TestFailure() }
        } throws: { error in
            guard case .initializerFailed("class of ext", "\(TestFailure())")? = (error as? HubError)?.reason else {
                return false
            }
            return true
        }
        #expect(test.hub.extensionNames.isEmpty)
    }

    @Test func anInitializerThatHangsIsGivenUpAtTheDeadline() async throws {
        let hub = EventHub(options: HubOptions(bootDeadline: .milliseconds(50)), log: .disabled)
        await hub.start()
        let gate = Gate()
        let entered = Recorder<Bool>()
        let freed = Recorder<Bool>()
        let heard = RecordingListener()
        #expect {
            try hub.registerAtOnce(named: "ext", hooks: TestExtension.Hooks(freed: { freed.append(true) })) { runtime in
                entered.append(true)
                runtime.listen(type: testType, source: testSource, heard.hear)
                gate.pass()
            }
        } throws: { error in
            guard case .bootDeadlineExceeded("class of ext", .milliseconds(50))? = (error as? HubError)?.reason else {
                return false
            }
            return true
        }
        #expect(hub.extensionNames.isEmpty)
        gate.open()
        // On a busy machine the time may be over before the initializer has begun.
        #expect(await freed.waits(for: entered.count))
        let other = RecordingListener()
        hub.listen(type: testType, source: testSource, other.hear)
        hub.dispatch(try event())
        #expect(await other.waits(for: 1))
        #expect(heard.count == 0)
        // Not at once: on a busy machine the deadline might pass again.
        try hub.register("ext")
        await hub.shutDownAndWait()
    }

    @Test func itMayBeCalledFromAListener() async throws {
        let hub = EventHub(options: .patient())
        await hub.start()
        let results = Recorder<String>()
        hub.listen(type: testType, source: testSource) { [weak hub] _ in
            do {
                try hub?.registerAtOnce(named: "inner") { runtime in
                    runtime.listen(type: "inner", source: "inner") { results.append($0.name) }
                }
                hub?.dispatch(try Event(name: "Inner", type: "inner", source: "inner"))
            } catch {
                results.append("\(error)")
            }
        }
        hub.dispatch(try event())
        #expect(await results.waits(for: 1))
        #expect(results.elements == ["Inner"])
        await hub.shutDownAndWait()
    }
}
