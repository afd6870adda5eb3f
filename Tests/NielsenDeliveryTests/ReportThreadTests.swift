// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import HubStorage
import NielsenAppApi
import Testing

@testable import NielsenDelivery

/// On which thread instances hear of problems, and what is written to the log where nobody hears of them.
struct ReportThreadTests {
    private let queue = DispatchQueue(label: "test")
    private let heard = Locked<[String]>([])
    private let sink = RecordingSink()
    private let state: DeliveryState

    init() {
        state = DeliveryState(
            configuration: NielsenConfiguration(),
            log: HubLog(level: .verbose, sink: sink),
            random: SeededGenerator(seed: 1),
            target: queue
        )
    }

    private func attach(_ stream: String) {
        state.attach(stream) { [heard] error in heard.withLock { $0.append("\(stream) \(error.code)") } }
    }

    /// What was heard at once, while the queue of reports is held up, and then all of it.
    private func told(_ work: () -> Void) -> (atOnce: [String], later: [String]) {
        let atOnce = queue.sync { () -> [String] in
            work()
            return heard.withLock { $0 }
        }
        for _ in 0..<20 { queue.sync {} }
        return (atOnce, heard.withLock { $0 })
    }

    private var logged: [String] { sink.records.map(\.message) }

    private static let failure = SQLiteError(code: .full, message: "no room", path: "/x")
    private static let error = NielsenError(.failedSendPing, "why")

    @Test func aReportComesOnTheQueueOfReports() {
        attach("a")
        let told = told { state.report(.offline, of: "a", Self.error) }
        #expect(told.atOnce == [])
        #expect(told.later == ["a 10"])
        #expect(logged == [])
    }

    @Test func aReportThatACallWaitsForComesWithinIt() {
        attach("a")
        let told = told { state.report(.offline, of: "a", Self.error, isAsynchronous: false) }
        #expect(told.atOnce == ["a 10"])
        #expect(told.later == ["a 10"])
    }

    @Test func whatConcernsAllComesOnTheQueueOfReports() {
        attach("a")
        attach("b")
        let told = told { state.handle(.storageFailed(Self.failure)) }
        #expect(told.atOnce == [])
        #expect(told.later == ["a 13", "b 13"])
        // Instances log what they hear.
        #expect(logged == [])
    }

    @Test func whatConcernsAllIsInTheLogWhereNobodyIsThere() {
        let told = told { state.handle(.storageFailed(Self.failure)) }
        #expect(told.later == [])
        let text = "the database of pings does not work, so that they wait in memory: \(Self.failure)"
        #expect(logged == [NielsenError(.failedAccessDatabase, text).description])
    }

    @Test func whatAnInstanceHasHeardAlreadyIsInTheLog() {
        attach("a")
        for count in 0..<3 {
            let told = told { state.report(.offline, of: "a", Self.error) }
            #expect(told.later == ["a 10"])
            #expect(logged == Array(repeating: Self.error.description, count: count))
        }
        _ = told { state.report(.offline, of: "nobody", Self.error) }
        #expect(logged.count == 3)
    }

    /// Of eight errors that came before the first instance each is told, and none of a ninth.
    @Test(arguments: [7, 8, 9])
    func aFewErrorsWaitForTheFirstInstance(_ count: Int) {
        for number in 0..<count {
            state.handle(.damaged(path: nil, detail: "\(number)", carriedOver: 0, lost: 0))
        }
        let told = told { attach("a") }
        #expect(told.atOnce.count == min(count, 8))
    }

    @Test func anAnswerComesOnTheQueueOfReports() {
        let ping = NielsenPing(
            product: .tsv,
            cadence: .interval,
            url: "https://c.example/gn",
            stream: "a",
            id: "i",
            createdAt: 0
        )
        state.values.withLock { values in
            values.answers["a"] = { [heard] _ in heard.withLock { $0.append("answer") } }
        }
        let answer = NielsenPingAnswer(to: ping, .received(status: 200, body: "x"))
        let told = told {
            state.send(answer, to: "a")
            state.send(answer, to: "nobody")
        }
        #expect(told.atOnce == [])
        #expect(told.later == ["answer"])
    }

    /// A ping of which no request can be made, or that is too large, is told before the call that made it returns.
    @Test func whatIsWrongWithAPingIsToldWithinTheCallThatMadeIt() {
        let lane = DispatchQueue(label: "lane")
        var configuration = NielsenConfiguration()
        configuration.delivery.waitingBytesLimit = 65_536
        let delivery = NielsenPingDelivery(
            location: .inMemory,
            configuration: configuration,
            client: StubCollector { _ in nil },
            clock: ManualClock(),
            privacy: .unknown,
            workQueue: lane,
            deliveryQueue: lane
        )
        delivery.attach(stream: "a", configuration: configuration) { [heard] error in
            heard.withLock { $0.append("\(error.code)") }
        }
        let long = String(repeating: "x", count: 70_000)
        lane.suspend()
        delivery.send(DeliveryRig.ping("a", 1, "nowhere"))
        #expect(heard.withLock { $0 } == ["8"])
        delivery.send(DeliveryRig.ping("a", 2, "http://collector.test/\(long)"))
        #expect(heard.withLock { $0 } == ["8", "10"])
        lane.resume()
        lane.sync {}
        #expect(heard.withLock { $0 } == ["8", "10"])
        #expect(delivery.summary().discarded == 1)
    }

    /// Of a call with a ping that is too large the others are queued in one step.
    @Test func aPingThatIsTooLargeTakesNoOtherAlong() {
        let rig = DeliveryRig(privacy: .unknown) { $0.delivery.waitingBytesLimit = 65_536 }
        rig.attach("a", "b")
        let long = String(repeating: "x", count: 70_000)
        let pings = ["n=1", long, "n=3"].enumerated().map { number, rest in
            DeliveryRig.ping("a", number, "http://collector.test/gn?\(rest)")
        }
        let ends = [long, "n=5"].enumerated().map { number, rest in
            DeliveryRig.ping("a", 10 + number, "http://collector.test/gn?\(rest)")
        }
        rig.delivery.send(pings, leaving: ends, of: "a")
        #expect(rig.errors("a") == [10])
        #expect(rig.delivery.summary().streams == ["a": 2])
        rig.delivery.setPrivacyStatus(.optedIn)
        #expect(rig.accepted == ["a-0", "a-2"])
        // What is only left for the end of the process reports nothing.
        rig.delivery.send([], leaving: [DeliveryRig.ping("b", 1, "nowhere")], of: "b")
        #expect(rig.errors("b") == [])
        #expect(rig.delivery.summary().discarded == 0)
    }
}
