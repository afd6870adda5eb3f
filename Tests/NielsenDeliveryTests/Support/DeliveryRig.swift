// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Dispatch
import Foundation
import HubServices
import NielsenAppApi
import HubStorage

/// A delivery on a clock that stands still, with everything on one lane, so that a test can wait for it to come to rest.
final class DeliveryRig: Sendable {
    let clock: ManualClock
    let collector: StubCollector
    let delivery: NielsenPingDelivery
    let configuration: NielsenConfiguration
    /// By how much the date is wrong, in seconds.
    let shift = Locked(0.0)
    private let lane = DispatchQueue(label: "test")
    private let heard = Locked<[String: [Int]]>([:])
    private let numbers = Locked<[String: Int]>([:])

    /// Makes a delivery.
    ///
    /// - Parameters:
    ///   - file: Its database; nil to queue in memory.
    ///   - privacy: Whether it may send.
    ///   - clock: Its clock.
    ///   - seed: Decides its jitter.
    ///   - isTelevision: Whether it is on a television.
    ///   - change: Changes the configuration. Without it there is no pause between rounds.
    ///   - answer: What a collector says; nil for nothing, until the test answers.
    init(
        _ file: URL? = nil,
        privacy: PrivacyStatus = .optedIn,
        clock: ManualClock = ManualClock(),
        seed: UInt64 = 1,
        isTelevision: Bool = false,
        _ change: (inout NielsenConfiguration) -> Void = { _ in },
        answer: @escaping StubCollector.Rule = { _ in .status(200) }
    ) {
        self.clock = clock
        let collector = StubCollector(answer)
        self.collector = collector
        var configuration = NielsenConfiguration()
        configuration.thresholds.pendingPingsDelaySeconds = 0
        change(&configuration)
        self.configuration = configuration
        delivery = NielsenPingDelivery(
            file: file,
            configuration: configuration,
            isTelevision: isTelevision,
            client: collector,
            clock: ShiftedClock(clock: clock, shift: shift),
            privacy: privacy,
            random: SeededGenerator(seed: seed),
            workQueue: lane,
            deliveryQueue: lane
        )
    }

    /// Waits until nothing is left to do at this time.
    ///
    /// Each piece of work may ask for one more.
    func settle(_ links: Int = 400) {
        for _ in 0..<links { lane.sync {} }
    }

    /// Moves the clock in steps, so that what falls due on the way can ask for more.
    ///
    /// It stands still while work goes on: otherwise the lane would see times at which nothing was due.
    func advance(bySeconds seconds: Int, step: Duration = .seconds(1)) {
        settle()
        let end = clock.now + .seconds(seconds)
        while clock.now < end {
            let target = clock.now + min(step, end - clock.now)
            // A due time out of the database is a date, which may round to an instant just before itself: such work asks
            // again at once until the clock goes on.
            for _ in 0..<20 {
                guard let due = clock.nextDue, due <= target else { break }
                clock.advance(to: due)
                settle(20)
            }
            clock.advance(to: target)
            settle(60)
        }
        settle()
    }

    // MARK: - Instances

    /// Stands for an instance: keeps the codes of the errors that it receives.
    func attach(_ streams: String...) {
        for stream in streams {
            delivery.attach(stream: stream, configuration: configuration) { [heard] error in
                heard.withLock { $0[stream, default: []].append(error.code) }
            }
        }
        settle()
    }

    /// The codes of the errors that an instance received.
    func errors(_ stream: String = "a") -> [Int] {
        settle()
        return heard.withLock { $0[stream] ?? [] }
    }

    /// Sends pings that are numbered by instance, and waits.
    @discardableResult
    func send(
        _ count: Int = 1,
        stream: String = "a",
        to host: String = "collector.test",
        product: NielsenProduct = .dcrVideo
    ) -> [String] {
        let ids = (0..<count).map { _ in
            let number = numbers.withLock { numbers in
                numbers[stream, default: 0] += 1
                return numbers[stream, default: 0]
            }
            let ping = DeliveryRig.ping(stream, number, "http://\(host)/gn?n=\(number)", product: product)
            delivery.send(ping)
            return ping.id
        }
        settle()
        return ids
    }

    static func ping(
        _ stream: String,
        _ number: Int,
        _ url: String,
        product: NielsenProduct = .dcrVideo
    ) -> NielsenPing {
        NielsenPing(
            product: product,
            cadence: .interval,
            url: url,
            stream: stream,
            id: "\(stream)-\(number)",
            createdAt: 1_700_000_000_000
        )
    }

    /// The ids of all requests so far, in order.
    var asked: [String] {
        settle()
        return collector.requests.compactMap { $0.headers["Idempotency-Key"] }
    }

    /// The ids of the requests that were accepted, in order.
    var accepted: [String] {
        settle()
        return collector.accepted.compactMap { $0.headers["Idempotency-Key"] }
    }
}

/// A clock whose date can be set back while the time of the process goes on.
struct ShiftedClock: HubClock {
    let clock: ManualClock
    let shift: Locked<Double>

    var now: Instant { clock.now }
    var date: Date { clock.date.addingTimeInterval(shift.withLock { $0 }) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        clock.schedule(after: delay, work)
    }
}

/// Stands for the network and all collectors in it.
final class StubCollector: HTTPClient {
    /// What becomes of a request.
    enum Answer: Sendable {
        case status(Int, HTTPHeaders = [:])
        /// Status 200 with a body of a type.
        case page(String)
        case failure(HTTPError)
        /// The collector has the ping, and the answer is lost on its way.
        case acceptedAndLost
    }

    typealias Rule = @Sendable (HTTPRequest) -> Answer?
    private typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    private struct State {
        var rule: Rule
        var requests: [HTTPRequest] = []
        var accepted: [HTTPRequest] = []
        var open: [(HTTPRequest, Completion)] = []
    }

    private let state: Locked<State>

    init(_ rule: @escaping Rule) {
        state = Locked(State(rule: rule))
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var accepted: [HTTPRequest] { state.withLock { $0.accepted } }

    func answerAll(_ rule: @escaping Rule) {
        state.withLock { $0.rule = rule }
    }

    /// Answers the earliest request that is open.
    func answer(_ answer: Answer) {
        let question = state.withLock { $0.open.isEmpty ? nil : $0.open.removeFirst() }
        if let question { complete(question.0, answer, question.1) }
    }

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        let rule = state.withLock { state in
            state.requests.append(request)
            return state.rule
        }
        if let answer = rule(request) {
            complete(request, answer, completion)
        } else {
            state.withLock { $0.open.append((request, completion)) }
        }
        return HTTPTask()
    }

    private func complete(_ request: HTTPRequest, _ answer: Answer, _ completion: Completion) {
        switch answer {
        case .status(let status, let headers):
            if (200..<300).contains(status) { state.withLock { $0.accepted.append(request) } }
            completion(.success(HTTPResponse(status: status, headers: headers, url: request.url)))
        case .page(let type):
            state.withLock { $0.accepted.append(request) }
            let body = Data("page".utf8)
            completion(
                .success(HTTPResponse(status: 200, headers: ["Content-Type": type], body: body, url: request.url))
            )
        case .failure(let error):
            completion(.failure(error))
        case .acceptedAndLost:
            state.withLock { $0.accepted.append(request) }
            completion(.failure(.connection("lost")))
        }
    }
}

extension TemporaryFolder {
    /// The database of the tests.
    var location: URL { file("pings.sqlite") }
}
