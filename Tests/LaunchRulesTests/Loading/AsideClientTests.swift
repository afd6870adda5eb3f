// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

@testable import LaunchRules

/// Requests that are sent on a thread of the hub, and cancelled before, while and after they are.
struct AsideClientTests {
    /// A client that answers no request by itself.
    private final class Network: HTTPClient {
        typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

        let completions = Recorder<Completion>()
        let cancelled = Recorder<String>()
        /// What happens while a request is being sent.
        let meanwhile = Locked<[HTTPTask]>([])

        func send(_ request: HTTPRequest, completion: @escaping Completion) -> HTTPTask {
            completions.append(completion)
            for task in meanwhile.withLock({ $0 }) { task.cancel() }
            return HTTPTask { [cancelled] in cancelled.append(request.url.absoluteString) }
        }
    }

    private let test = TestHub()
    private let network = Network()
    private let answers = Recorder<Result<HTTPResponse, HTTPError>>()
    private let url: URL

    init() throws {
        url = try #require(URL(string: "https://p.example/rules.json"))
    }

    private func send() -> HTTPTask {
        AsideClient(test.hub) { [network] in network }.send(HTTPRequest(.get, url), completion: answers.append)
    }

    /// The statuses of the answers; nil for one that was cancelled.
    private var statuses: [Int?] {
        answers.elements.map { answer in
            switch answer {
            case .success(let response): response.status
            case .failure(let error): error == .cancelled ? nil : -1
            }
        }
    }

    @Test func aRequestIsSentOnceTheHubRuns() throws {
        _ = send()
        #expect(network.completions.isEmpty)
        test.run()
        #expect(network.completions.count == 1)
        #expect(network.cancelled.isEmpty)
        let answer = try #require(network.completions.elements.first)
        answer(.success(HTTPResponse(status: 200, url: url)))
        #expect(statuses == [200])
    }

    @Test func withoutItsHubNothingIsSent() {
        let client = AsideClient(TestHub().hub) { [network] in network }
        client.send(HTTPRequest(.get, url), completion: answers.append).cancel()
        #expect(statuses == [nil])
        #expect(network.completions.isEmpty)
    }

    @Test func aRequestThatWasCancelledBeforeIsNotSent() {
        let task = send()
        task.cancel()
        task.cancel()
        #expect(answers.isEmpty)
        test.run()
        #expect(network.completions.isEmpty)
        #expect(network.cancelled.isEmpty)
        #expect(statuses == [nil])
    }

    @Test func aRequestThatIsOnItsWayIsCancelledOnce() {
        let task = send()
        test.run()
        task.cancel()
        task.cancel()
        #expect(network.cancelled.elements == [url.absoluteString])
        // It is the client that answers.
        #expect(answers.isEmpty)
    }

    @Test func aRequestThatIsCancelledWhileItIsSentIsCancelledOnce() {
        let task = send()
        network.meanwhile.withLock { $0 = [task] }
        test.run()
        #expect(network.completions.count == 1)
        #expect(network.cancelled.elements == [url.absoluteString])
        #expect(answers.isEmpty)
    }
}
