// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Requests for a newer configuration while an instance runs, and between which pages it comes into force.
struct RenewedRequestTests {
    private typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    /// Answers when the test says so, the oldest request first.
    private final class Server: HTTPClient {
        private let open = Locked<[(HTTPRequest, Completion)]>([])
        private let count = Locked(0)

        var asked: Int { count.withLock { $0 } }

        func send(
            _ request: HTTPRequest,
            completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
        ) -> HTTPTask {
            count.withLock { $0 += 1 }
            open.withLock { $0.append((request, completion)) }
            return HTTPTask()
        }

        func answer(creditAfter seconds: Int) {
            let first = open.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let (request, completion) = first else { return }
            let text = """
                {"schema": "launch-hub.sdk-configuration", "version": 1, "maximumAge": 120,
                 "thresholds": {"creditValue": \(seconds)}}
                """
            completion(.success(HTTPResponse(status: 200, headers: [:], body: Data(text.utf8), url: request.url)))
        }
    }

    /// Keeps the configurations that come into force.
    private final class Place: NielsenPingSink {
        private let kept = Locked<[Int]>([])

        var credits: [Int] { kept.withLock { $0 } }

        func send(_ ping: NielsenPing) {}

        func attach(
            stream: String,
            configuration: NielsenConfiguration,
            report: @escaping @Sendable (NielsenError) -> Void
        ) {
            kept.withLock { $0.append(configuration.thresholds.creditSeconds) }
        }
    }

    private let clock = ManualClock()
    private let server = Server()
    private let place = Place()

    private func makeApi(cache: URL? = nil) throws -> NielsenAppApi {
        let url = try #require(URL(string: "https://configuration.example/sdk"))
        let environment = NielsenEnvironment(
            clock: clock,
            pings: place,
            configurationSource: NielsenConfigurationSource(baseURL: url, cacheFolder: cache, client: server),
            random: { 7 }
        )
        return try NielsenAppApi.make(appInfo: Bench.appInfo, environment: environment)
    }

    /// A server may be so slow that the kept configuration reaches its age before the first answer: then it is asked
    /// once more, and the first answer counts no more.
    @Test func aRequestThatALaterOneOvertakesIsCalledOff() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("renewed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try makeApi(cache: folder)
        server.answer(creditAfter: 30)
        first.shutdown()
        #expect(place.credits == [30])
        let api = try makeApi(cache: folder)
        #expect(place.credits == [30, 30])
        #expect(server.asked == 2)
        clock.advance(by: .seconds(120))
        api.updateOTT(["ottStatus": "0"])
        #expect(server.asked == 3)
        server.answer(creditAfter: 20)
        #expect(place.credits == [30, 30])
        server.answer(creditAfter: 25)
        #expect(place.credits == [30, 30, 25])
        withExtendedLifetime(api) {}
    }

    /// One page follows the other without a gap, and yet there is room in between.
    @Test(arguments: [(Bench.page, [30]), (["type": "static", "section": "News"], [30, 20]), (Bench.content, [30])])
    func aConfigurationComesIntoForceBetweenTwoPages(_ next: [String: String], _ credits: [Int]) throws {
        let api = try makeApi()
        server.answer(creditAfter: 30)
        api.loadMetadata(Bench.page)
        clock.advance(by: .seconds(120))
        api.updateOTT(["ottStatus": "0"])
        server.answer(creditAfter: 20)
        #expect(place.credits == [30])
        api.loadMetadata(next)
        #expect(place.credits == credits)
        api.staticEnd()
        api.end()
        #expect(place.credits == [30, 20])
    }
}
