// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HubServices

/// A request under way ends once, with the first of what can end it.
@Suite struct HTTPExchangeTests {
    /// A transport that carries nothing and notes what is asked of it.
    private final class Transport: HTTPTransport {
        struct Notes: Sendable {
            var begun: [URL] = []
            var dropped: [Int] = []
        }

        let notes = Locked(Notes())

        func begin(_ request: HTTPRequest, for exchange: HTTPExchange) {
            let number = notes.withLock { notes in
                notes.begun.append(request.url)
                return notes.begun.count
            }
            _ = exchange.serve(by: HTTPHop(number: number))
        }

        func drop(_ hop: HTTPHop) { notes.withLock { $0.dropped.append(hop.number) } }

        func later(_ work: @escaping @Sendable () -> Void) { work() }
    }

    private let transport = Transport()
    private let results = Locked<[Result<HTTPResponse, HTTPError>]>([])
    private let request: HTTPRequest

    init() throws {
        request = HTTPRequest.get(try #require(URL(string: "https://a.example/x")))
    }

    private func exchange() -> HTTPExchange {
        HTTPExchange(request, over: transport) { [results] result in results.withLock { $0.append(result) } }
    }

    private func head(_ status: Int, _ headers: HTTPHeaders = [:]) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, url: request.url)
    }

    @Test func whatComesAfterTheEndIsDropped() {
        let exchange = exchange()
        let hop = HTTPHop(number: 7)
        #expect(exchange.serve(by: hop))
        exchange.fail(.cancelled)
        exchange.fail(.connection("late"))
        #expect(!exchange.advance(by: hop) { $0.received(head: head(200)) })
        #expect(!exchange.serve(by: HTTPHop(number: 8)))
        #expect(results.withLock { $0 } == [.failure(.cancelled)])
        #expect(transport.notes.withLock { $0.dropped } == [7])
    }

    @Test func anAnswerIsTakenFromTheHopThatServesAlone() {
        let exchange = exchange()
        let (hop, other) = (HTTPHop(number: 1), HTTPHop(number: 2))
        #expect(exchange.serve(by: hop))
        #expect(!exchange.advance(by: other) { _ in .finish(.failure(.cancelled)) })
        #expect(exchange.advance(by: hop) { $0.received(head: head(200)) })
        #expect(results.withLock { $0.isEmpty })
        #expect(!exchange.advance(by: hop) { $0.ended(nil, late: nil) })
        #expect(results.withLock { $0 } == [.success(head(200))])
        #expect(transport.notes.withLock { $0.dropped } == [1])
    }

    @Test func aRedirectIsServedByAnotherHop() throws {
        let exchange = exchange()
        let first = HTTPHop(number: 100)
        #expect(exchange.serve(by: first))
        exchange.advance(by: first) { $0.received(head: head(302, ["Location": "/y"])) }
        #expect(!exchange.advance(by: first) { $0.ended(nil, late: nil) })
        #expect(transport.notes.withLock { $0.begun.map(\.path) } == ["/y"])
        #expect(transport.notes.withLock { $0.dropped } == [100])
        #expect(results.withLock { $0.isEmpty })
        // What the first one still brings is not wanted any more.
        #expect(!exchange.advance(by: first) { _ in .finish(.failure(.cancelled)) })
        let second = HTTPHop(number: 1)
        #expect(exchange.advance(by: second) { $0.received(head: head(204)) })
        #expect(!exchange.advance(by: second) { $0.ended(nil, late: nil) })
        #expect(results.withLock { $0 } == [.success(head(204))])
        #expect(transport.notes.withLock { $0.dropped } == [100, 1])
    }

    @Test func theTimerEndsWithTheExchange() {
        let clock = ManualClock()
        let exchange = exchange()
        exchange.setTimer(clock.schedule(after: .seconds(9)) { exchange.fail(.timedOut(after: .seconds(9))) })
        #expect(clock.pendingCount == 1)
        exchange.fail(.cancelled)
        #expect(clock.pendingCount == 0)
        // One that comes too late is called off at once.
        exchange.setTimer(clock.schedule(after: .seconds(9)) {})
        #expect(clock.pendingCount == 0)
        #expect(results.withLock { $0 } == [.failure(.cancelled)])
    }

    @Test func anEndWithoutAHeadIsAFailure() {
        let exchange = exchange()
        let hop = HTTPHop(number: 1)
        _ = exchange.serve(by: hop)
        exchange.advance(by: hop) { $0.ended(nil, late: nil) }
        #expect(results.withLock { $0 } == [.failure(.connection("it ended without an answer"))])
        var transfer = HTTPTransfer(request)
        #expect(transfer.ended(.connection("lost"), late: nil) == .finish(.failure(.connection("lost"))))
        #expect(transfer.ended(nil, late: head(200)) == .finish(.success(head(200))))
        #expect(transfer.ended(.connection("lost"), late: head(200)) == .finish(.failure(.connection("lost"))))
    }
}
