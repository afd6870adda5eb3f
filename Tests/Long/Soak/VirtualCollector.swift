// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// All collectors there are, and the network before them, in virtual time.
final class VirtualCollector: HTTPClient {
    enum Weather: CaseIterable {
        case fine
        /// Nobody can be reached.
        case down
        /// Answers take longer than requests may.
        case slow
        case failing
        /// It has the ping, and the answer is cut.
        case cut
        case busy
    }

    private let weather = Locked(Weather.fine)
    private let clock: any HubClock
    private let ledger: SoakLedger

    init(_ clock: any HubClock, _ ledger: SoakLedger) {
        self.clock = clock
        self.ledger = ledger
    }

    func set(_ weather: Weather) { self.weather.withLock { $0 = weather } }

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        func answer(_ status: Int, _ headers: HTTPHeaders = [:]) -> Result<HTTPResponse, HTTPError> {
            .success(HTTPResponse(status: status, headers: headers, url: request.url))
        }
        func accept() { ledger.take(request.headers["Idempotency-Key"] ?? "", request.url.absoluteString) }
        switch weather.withLock({ $0 }) {
        case .fine:
            accept()
            completion(answer(200))
        case .down: completion(.failure(.connection("there is no network")))
        case .slow:
            let limit = request.limits.timeout
            accept()
            _ = clock.schedule(after: limit) { completion(.failure(.timedOut(after: limit))) }
        case .failing: completion(answer(500))
        case .cut:
            accept()
            completion(.failure(.truncated(receivedBytes: 3, expectedBytes: 10)))
        case .busy: completion(answer(503, ["Retry-After": "20"]))
        }
        return HTTPTask()
    }
}

/// A clock whose time of day is set by hand now and then.
final class JumpingClock: HubClock {
    let clock = ManualClock()
    private let offset = Locked(0.0)

    var now: Instant { clock.now }
    /// Only the time of day jumps: a silence that it showed would end what is watched.
    var continuousNow: Instant { clock.continuousNow }
    var date: Date { clock.date.addingTimeInterval(offset.withLock { $0 }) }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> ScheduledWork {
        clock.schedule(after: delay, work)
    }

    func jump(_ seconds: Double) { offset.withLock { $0 += seconds } }
}
