// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// The order in which interceptors see events, one step after the other.
struct InterceptorQueueTests {
    private typealias Queue = InterceptorQueue

    private func shown(_ step: Queue.Step?) -> String {
        switch step {
        case .call(let interceptor, let event, let number): "\(interceptor.name) sees \(event.name), call \(number)"
        case .forward(.event(let event, let request)): event.name + (request == nil ? " goes on" : " asks on")
        case .forward(.command): "command"
        case .refuse(let request): "refused \(request.serial)"
        case .rest: "rest"
        case nil: "nothing"
        }
    }

    private func shown(_ entry: Queue.Entry) -> String {
        switch entry {
        case .accepted(let needsRunner): needsRunner ? "runner" : "accepted"
        case .refused: "refused"
        case .notNeeded: "not needed"
        }
    }

    private func append(_ name: String, _ queue: inout Queue) throws -> String {
        shown(queue.append(.event(try event(name), nil)))
    }

    private func request(_ name: String) throws -> PendingRequest {
        PendingRequest(
            event: try event(name),
            deadline: .distantFuture,
            requester: nil,
            completion: .callback { _ in },
            serial: 7
        )
    }

    private func install(_ names: [String], _ queue: inout Queue) -> [Queue.Installed] {
        names.map { name in
            let body: Interceptor = { _ in .pass }
            return Queue.Installed(id: queue.install(name, body), name: name, body: body)
        }
    }

    @Test func oneRunnerTakesEverythingInItsOrder() throws {
        var queue = Queue()
        #expect(queue.isEmpty && queue.isNeedless)
        #expect(try append("none", &queue) == "not needed")
        let a = install(["a"], &queue)[0]
        #expect(queue.isEmpty && !queue.isNeedless)
        #expect(try append("one", &queue) == "runner")
        #expect(try append("two", &queue) == "accepted")
        #expect(shown(queue.append(.command(.hold))) == "accepted")
        #expect(queue.isRunning && !queue.isEmpty)
        #expect(shown(queue.next()) == "a sees one, call 1")
        let first = queue.returned(.pass, from: a, call: 1)
        #expect(first.0 && shown(first.1) == "nothing")
        #expect(shown(queue.next()) == "one goes on")
        #expect(shown(queue.next()) == "a sees two, call 2")
        let second = queue.returned(.drop, from: a, call: 2)
        #expect(second.0 && shown(second.1) == "nothing")
        #expect(shown(queue.next()) == "command")
        #expect(!queue.isEmpty)
        #expect(shown(queue.next()) == "rest")
        #expect(queue.isEmpty && !queue.isRunning)
        #expect(try append("three", &queue) == "runner")
    }

    @Test func aDroppedRequestIsRefused() throws {
        var queue = Queue()
        let a = install(["a"], &queue)[0]
        let request = try request("ask")
        _ = queue.append(.event(request.event, request))
        #expect(shown(queue.next()) == "a sees ask, call 1")
        let (isInTime, step) = queue.returned(.drop, from: a, call: 1)
        #expect(isInTime)
        #expect(shown(step) == "refused 7")
        #expect(shown(queue.next()) == "rest")
    }

    @Test func aReplacedRequestAsksWithTheNewEvent() throws {
        var queue = Queue()
        let installed = install(["a", "b"], &queue)
        let request = try request("ask")
        _ = queue.append(.event(request.event, request))
        #expect(shown(queue.next()) == "a sees ask, call 1")
        _ = queue.returned(.replace(try event("new")), from: installed[0], call: 1)
        #expect(shown(queue.next()) == "b sees new, call 2")
        _ = queue.returned(.pass, from: installed[1], call: 2)
        guard case .forward(.event(let event, let asking?)) = queue.next() else {
            Issue.record("the request does not go on")
            return
        }
        #expect(event.name == "new")
        #expect(event.key == request.event.key)
        #expect(asking.event.name == "new")
        #expect(asking.event.key == request.event.key)
        #expect(asking.serial == 7)
    }

    /// The event goes on as it was, and who has not returned is not asked.
    @Test func whoDoesNotReturnIsLeftOutUntilItDoes() throws {
        var queue = Queue()
        let a = install(["a"], &queue)[0]
        for name in ["one", "two"] { _ = try append(name, &queue) }
        #expect(shown(queue.next()) == "a sees one, call 1")
        #expect(queue.giveUp(2, of: a) == false)
        #expect(queue.giveUp(1, of: a) == true)
        #expect(queue.giveUp(1, of: a) == false)
        #expect(shown(queue.next()) == "one goes on")
        #expect(shown(queue.next()) == "two goes on")
        let (isInTime, step) = queue.returned(.drop, from: a, call: 1)
        #expect(!isInTime && shown(step) == "nothing")
        _ = try append("three", &queue)
        #expect(shown(queue.next()) == "a sees three, call 2")
    }

    /// A verdict that comes too late changes nothing of the event that is seen by another one meanwhile.
    @Test func aLateVerdictIsNobodyElses() throws {
        var queue = Queue()
        let installed = install(["a", "b"], &queue)
        _ = try append("one", &queue)
        #expect(shown(queue.next()) == "a sees one, call 1")
        #expect(queue.giveUp(1, of: installed[0]) == true)
        #expect(shown(queue.next()) == "b sees one, call 2")
        let late = queue.returned(.drop, from: installed[0], call: 1)
        #expect(!late.0 && shown(late.1) == "nothing")
        let right = queue.returned(.pass, from: installed[1], call: 2)
        #expect(right.0)
        #expect(shown(queue.next()) == "one goes on")
    }

    @Test func aLookBehindTheReturnTakesNothingAway() throws {
        var queue = Queue()
        let installed = install(["a", "b"], &queue)
        _ = try append("one", &queue)
        #expect(shown(queue.next()) == "a sees one, call 1")
        _ = queue.returned(.pass, from: installed[0], call: 1)
        #expect(queue.giveUp(1, of: installed[0]) == false)
        #expect(shown(queue.next()) == "b sees one, call 2")
    }

    @Test func whoIsRemovedSeesNotEvenTheEventThatIsOnItsWay() throws {
        var queue = Queue()
        let installed = install(["a", "b", "c"], &queue)
        _ = try append("one", &queue)
        #expect(shown(queue.next()) == "a sees one, call 1")
        #expect(queue.remove(installed[1].id).map(\.name) == ["b"])
        #expect(queue.remove(installed[1].id).isEmpty)
        _ = queue.returned(.pass, from: installed[0], call: 1)
        #expect(shown(queue.next()) == "c sees one, call 2")
        #expect(queue.removeAll().map(\.name) == ["a", "c"])
        #expect(!queue.isNeedless)
        _ = queue.returned(.pass, from: installed[2], call: 2)
        #expect(shown(queue.next()) == "one goes on")
        #expect(shown(queue.next()) == "rest")
        #expect(queue.isNeedless)
    }

    @Test func nothingComesBehindTheEnd() throws {
        var queue = Queue()
        _ = install(["a"], &queue)
        #expect(shown(queue.append(.command(.hold))) == "runner")
        #expect(shown(queue.append(.command(.close { _, _ in }))) == "accepted")
        #expect(try append("late", &queue) == "refused")
        #expect(shown(queue.append(.command(.hold))) == "refused")
        #expect(shown(queue.next()) == "command")
        #expect(shown(queue.next()) == "command")
        #expect(shown(queue.next()) == "rest")
        #expect(try append("later", &queue) == "refused")
    }
}
