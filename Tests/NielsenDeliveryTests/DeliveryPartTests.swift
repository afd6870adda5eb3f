// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import NielsenAppApi
import Testing

@testable import NielsenDelivery

/// The parts of a delivery by themselves: what settings become, what an answer means, what is told and to whom.
struct DeliveryPartTests {
    // MARK: - Settings

    @Test(arguments: [(false, 300), (true, 8)])
    func theUsualSettingsBecomeThoseOfTheQueue(_ isTelevision: Bool, _ offlineCount: Int) {
        let expected = HitQueue.Configuration(
            limits: HitQueueLimits(
                count: 10_000,
                offlineCount: offlineCount,
                bytes: 16 << 20,
                age: .seconds(7 * 86_400),
                setAsideCount: 100,
                memoryCount: 300
            ),
            backoff: .fullJitter(initial: .seconds(1), maximum: .seconds(300), longestRequest: .seconds(86_400)),
            maximumAttempts: 10,
            // The request, the pause between two rounds, and some time for what did not end by itself.
            deadline: .seconds(30 + 1 + 5),
            countsUnanswered: false,
            concurrentStreams: 8,
            busyTimeout: .milliseconds(250),
            storageRetryInterval: .seconds(5),
            maximumFileBytes: 64 << 20,
            memoryFallback: .seconds(10),
            durability: .process
        )
        #expect(HitQueue.Configuration(NielsenConfiguration(), isTelevision: isTelevision) == expected)
    }

    @Test func oddSettingsAreHeldInTheirRange() {
        var configuration = NielsenConfiguration()
        configuration.delivery.pingLifetimeSeconds = 1
        configuration.delivery.databaseBytesLimit = 1 << 20
        configuration.delivery.durability = .power
        configuration.delivery.requestTimeoutSeconds = 0
        configuration.thresholds.pendingPingsDelaySeconds = -9
        configuration.delivery.retryBaseSeconds = 0
        configuration.delivery.retryMaximumSeconds = 0
        configuration.delivery.retryAfterMaximumSeconds = 0
        let queue = HitQueue.Configuration(configuration, isTelevision: false)
        #expect(queue.limits.age == .seconds(1) && queue.maximumFileBytes == 1 << 20 && queue.durability == .power)
        #expect(queue.deadline == .seconds(1 + 0 + 5))
        // What a collector asks for is at least a minute.
        #expect(
            queue.backoff
                == .fullJitter(initial: .seconds(1), maximum: .seconds(1), longestRequest: .seconds(60))
        )
        configuration.delivery.retryMaximumSeconds = 61
        #expect(RetryBackoff(configuration.delivery).longestRequest == .seconds(61))
        configuration.delivery.retryAfterMaximumSeconds = 62
        #expect(RetryBackoff(configuration.delivery).longestRequest == .seconds(62))
        // Zero is no limit.
        configuration.delivery.pingLifetimeSeconds = 0
        configuration.delivery.databaseBytesLimit = 0
        let endless = HitQueue.Configuration(configuration, isTelevision: false)
        #expect(endless.limits.age == nil && endless.maximumFileBytes == nil)
    }

    // MARK: - Answers

    private func outcome(
        _ status: Int,
        _ headers: HTTPHeaders = [:],
        body: String = "",
        types: [String] = []
    ) throws -> SendOutcome {
        let url = try #require(URL(string: "https://c.example/"))
        let response = HTTPResponse(status: status, headers: headers, body: Data(body.utf8), url: url)
        return SendOutcome(.success(response), longestWait: .seconds(100), receiptTypes: types)
    }

    @Test func eachStatusSaysWhatBecomesOfThePing() throws {
        for status in [200, 204, 299] { #expect(try outcome(status) == .sent) }
        for status in [199, 300, 302, 399, 408, 429, 500, 599] {
            #expect(try outcome(status) == .refusedForNow("status \(status)", after: nil))
        }
        for status in [400, 413, 414, 422] { #expect(try outcome(status) == .refused("status \(status)")) }
        for status in [401, 404, 407, 409, 412, 415, 421, 423, 428, 430, 499] {
            #expect(try outcome(status) == .turnedAway("status \(status)"))
        }
    }

    @Test(arguments: [("7", 7), ("100", 100), ("101", 100), ("0", 0)])
    func aCollectorMayAskForAPauseWithinTheLimit(_ text: String, _ seconds: Int) throws {
        for status in [408, 429, 503] {
            #expect(
                try outcome(status, ["Retry-After": text])
                    == .refusedForNow("status \(status)", after: .seconds(seconds))
            )
        }
        #expect(try outcome(404, ["Retry-After": text]) == .turnedAway("status 404"))
    }

    @Test(
        arguments: [
            ("image/gif", true), ("IMAGE/GIF; charset=x", true), (" image/ gif\t;", true), ("text/html", false),
            ("image/gifx", false), (nil, false),
        ] as [(String?, Bool)]
    )
    func anAnswerOfAnotherTypeIsNoReceipt(_ type: String?, _ isReceipt: Bool) throws {
        var headers = HTTPHeaders()
        headers["Content-Type"] = type
        let types = ["text/plain", "image/gif"]
        let said = type ?? "no Content-Type"
        #expect(
            try outcome(200, headers, body: "x", types: types)
                == (isReceipt ? .sent : .unreachable("status 200 with \(said) is not a receipt of the collector"))
        )
        // Without a body, or without types, every success is one; an error never is.
        #expect(try outcome(200, headers, types: types) == .sent)
        #expect(try outcome(200, headers, body: "x") == .sent)
        #expect(try outcome(404, headers, body: "x", types: types) == .turnedAway("status 404"))
    }

    @Test func eachFailureSaysWhatBecomesOfThePing() {
        func outcome(_ reason: HTTPError.Reason) -> SendOutcome {
            SendOutcome(.failure(HTTPError(reason)), longestWait: .seconds(1))
        }
        #expect(outcome(.bodyTooLarge(limit: 1)) == .sent)
        #expect(outcome(.invalidRequest("x")) == .impossible("x"))
        for reason in [HTTPError.Reason.timedOut(after: .seconds(1)), .connection("x"), .cancelled] {
            #expect(outcome(reason) == .unreachable(HTTPError(reason).description))
        }
        for reason in [
            HTTPError.Reason.headTooLarge(limit: 1), .malformedAnswer("x"), .tooManyRedirects(limit: 1),
            .truncated(receivedBytes: 1, expectedBytes: 2), .redirectRefused(to: "x"),
        ] {
            #expect(outcome(reason) == .refusedForNow(HTTPError(reason).description, after: nil))
        }
    }

    // MARK: - Who is told

    @Test func aProblemIsToldOnceUntilItIsOver() {
        var reports = DeliveryReports()
        func told(_ problem: DeliveryReports.Problem, _ stream: String) -> Bool {
            reports.listener(of: stream, for: problem) != nil
        }
        #expect(reports.isEmpty && !told(.offline, "a"))
        for stream in ["a", "b"] { reports.add(stream) { _ in } }
        #expect(!reports.isEmpty)
        let problems: [DeliveryReports.Problem] = [
            .offline, .unreachable("c"), .unreachable("d"), .refused(.dcrVideo, "x"), .refused(.dtvr, "x"),
            .dropped(.age), .database, .address("u"),
        ]
        for problem in problems {
            #expect(told(problem, "a") && !told(problem, "a"))
            #expect(told(problem, "b"))
        }
        // Whoever is attached again is not told again.
        reports.add("a") { _ in }
        #expect(!told(.offline, "a"))
        // An answer ends the outage for everybody, and the refusals of its product for its own instance.
        reports.answered("a", by: "c", accepting: .dcrVideo, isDatabaseWorking: false)
        #expect(problems.map { told($0, "a") } == [true, true, false, true, false, true, false, false])
        #expect(problems.map { told($0, "b") } == [true, true, false, false, false, false, false, false])
        reports.answered("a", by: "d", accepting: nil, isDatabaseWorking: true)
        #expect(problems.map { told($0, "a") } == [true, false, true, false, false, false, false, false])
        reports.answered("b", by: "none", accepting: .dtvr, isDatabaseWorking: true)
        #expect(problems.map { told($0, "b") } == [true, false, true, false, true, true, true, false])
        reports.remove("a")
        #expect(!told(.offline, "a") && !reports.isEmpty)
    }

    @Test func everybodyIsToldOfWhatConcernsAll() {
        var reports = DeliveryReports()
        for stream in ["b", "a"] { reports.add(stream) { _ in } }
        #expect(reports.everybody(for: .database).count == 2)
        #expect(reports.everybody(for: .database).isEmpty)
        // What happens again and again has no problem that it belongs to.
        #expect(reports.everybody(for: nil).count == 2)
        #expect(reports.everybody(for: nil).count == 2)
    }

    @Test func theStreamOfALineEndsBeforeItsCollector() {
        let line = PingLine(stream: "an instance", collector: "https://c.example:443")
        #expect(line.name == "an instance https://c.example:443")
        #expect(PingLine(name: line.name) == line)
        #expect(PingLine(name: "none") == PingLine(stream: "none", collector: ""))
        #expect(PingLine(name: "") == PingLine(stream: "", collector: ""))
    }

    // MARK: - Events of the queue

    /// A state with two instances, whose errors are kept.
    private final class Told: Sendable {
        let queue = DispatchQueue(label: "test")
        let errors = Locked<[String]>([])
        let state: DeliveryState
        let sink = RecordingSink()

        init(_ streams: String...) {
            state = DeliveryState(
                configuration: NielsenConfiguration(),
                log: HubLog(level: .verbose, sink: sink),
                random: SeededGenerator(seed: 1),
                target: queue
            )
            for stream in streams { attach(stream) }
        }

        func attach(_ stream: String) {
            state.attach(stream) { [errors] error in
                errors.withLock { $0.append("\(stream) \(error.code): \(error.message)") }
            }
        }

        /// What was told since the last look.
        func heard(_ event: HitQueueEvent? = nil) -> [String] {
            if let event { state.handle(event) }
            // The reports come on a queue of their own, on the one that the test has given.
            for _ in 0..<20 { queue.sync {} }
            return errors.withLock { errors in
                defer { errors = [] }
                return errors
            }
        }

        var dropped: Int { state.values.withLock { $0.dropped } }
    }

    @Test func whatIsDroppedIsToldToItsInstances() {
        let told = Told("a", "b")
        let lines = ["a https://c.example": 2, "b https://c.example": 1, "a https://d.example": 4]
        let texts: [(HitQueueEvent.DropReason, String)] = [
            (.count, "more waited than waitingPingsLimit allows"),
            (.offlineCount, "no collector can be reached and more waited than offlinePingsLimit allows"),
            (.bytes, "they had more bytes than waitingBytesLimit allows"),
            (.age, "they waited longer than pingLifetime allows"),
            (.memory, "the database does not work and more waited than memoryPingsLimit allows"),
        ]
        for (place, (reason, text)) in texts.enumerated() {
            let event = HitQueueEvent.dropped(count: 7, reason: reason, streams: lines)
            #expect(
                told.heard(event) == ["a", "b"].map { "\($0) 10: pings were dropped unsent: \(text)" },
                "\(reason)"
            )
            #expect(told.heard(event) == [])
            #expect(told.dropped == 14 * (place + 1))
        }
        // What the user has chosen is no error, and what a sender gave up was told by it.
        #expect(told.heard(.dropped(count: 3, reason: .optedOut, streams: lines)) == [])
        #expect(told.dropped == 73)
        #expect(told.sink.records.last?.message == "3 pings were discarded because the user opted out")
        #expect(told.heard(.dropped(count: 5, reason: .processor("x"), streams: lines)) == [])
        #expect(told.dropped == 73)
    }

    @Test func damageIsToldToEverybodyEachTime() {
        let told = Told("a", "b")
        let event = HitQueueEvent.damaged(path: "/x", detail: "garbage", carriedOver: 2, lost: 3)
        let text = """
            13: the database of pings was damaged and begun anew; 2 pings were carried over and at least 3 are lost: \
            garbage. It is kept as /x.
            """
        #expect(told.heard(event) == ["a \(text)", "b \(text)"])
        #expect(told.heard(event) == ["a \(text)", "b \(text)"])
        #expect(told.dropped == 6)
    }

    @Test func whatNobodyWasThereForIsToldToTheFirst() {
        let told = Told()
        let damage = HitQueueEvent.damaged(path: nil, detail: "x", carriedOver: 0, lost: 1)
        for _ in 0..<10 { #expect(told.heard(damage) == []) }
        #expect(told.dropped == 10)
        told.attach("a")
        #expect(told.heard().count == 8)
        told.attach("b")
        #expect(told.heard() == [])
        // A failure lasts, and each that comes hears of it once.
        let error = SQLiteError(code: .full, message: "no room", path: "/x")
        let text = "13: the database of pings does not work, so that they wait in memory: \(error)"
        #expect(told.heard(.storageFailed(error)) == ["a \(text)", "b \(text)"])
        #expect(told.heard(.storageFailed(error)) == [])
        told.attach("c")
        #expect(told.heard() == ["c \(text)"])
        told.attach("c")
        #expect(told.heard() == [])
        #expect(told.heard(.storageRecovered(written: 4)) == [])
        #expect(
            told.sink.records.last?.message
                == "the database of pings works again; 4 pings were written that had waited in memory"
        )
        told.attach("d")
        #expect(told.heard() == [])
        #expect(told.heard(.continuesInMemory) == [])
    }

    @Test func whatIsSetAsideIsToldToItsInstance() {
        let told = Told("a", "b")
        let ping = NielsenPing(
            product: .station,
            cadence: .interval,
            url: "https://c.example/gn?secret=1",
            stream: "a",
            id: "i",
            createdAt: 0
        )
        func hit(_ payload: Data, _ id: String) -> HitQueue.Hit {
            HitQueue.Hit(id: id, stream: "a https://c.example", payload: payload, created: Date(), attempts: 4)
        }
        #expect(
            told.heard(.setAside(hit(ping.payload, "1"), reason: "status 404")) == [
                "a 12: a ping was not accepted after 4 tries and set aside: status 404; it was for "
                    + "https://c.example/gn"
            ]
        )
        #expect(told.heard(.setAside(hit(ping.payload, "2"), reason: "status 404")) == [])
        #expect(
            told.heard(.setAside(hit(Data("x".utf8), "3"), reason: "status 404")) == [
                "a 10: a ping was not accepted after 4 tries and set aside: status 404"
            ]
        )
    }

    @Test func aRefusedSessionIsAskedForOnce() {
        let told = Told("a")
        let asked = Locked<[String]>([])
        for stream in ["b", "a", "c"] {
            told.state.values.withLock { values in
                values.sessions[stream] = { asked.withLock { $0.append(stream) } }
            }
        }
        for stream in ["b", "a", "b", "nobody"] { told.state.noteRefusedSession(stream) }
        told.state.askForRefusedSessions()
        #expect(asked.withLock { $0 } == ["a", "b"])
        told.state.askForRefusedSessions()
        #expect(asked.withLock { $0 } == ["a", "b"])
    }
}
