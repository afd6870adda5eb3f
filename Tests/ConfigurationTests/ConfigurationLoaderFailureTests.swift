// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import LaunchHub
import Testing

/// What a loader does about failures.
final class ConfigurationLoaderFailureTests: LoaderTestCase {
    @Test func failuresAreTriedAgainWithJitter() throws {
        let chances = Locked<[Double]>([0, 1, 0.5])
        let loader = try loader(random: { chances.withLock { $0.removeFirst() } })
        loader.load(a)
        client.answer(0, 500)
        #expect(all.last?.retryIn == .seconds(1))
        clock.advance(by: .milliseconds(999))
        #expect(client.requests.count == 1)
        clock.advance(by: .milliseconds(1))
        #expect(client.requests.count == 2)
        client.fail(1, .connection("gone"))
        #expect(all.last?.retryIn == .seconds(1))
        clock.advance(by: .seconds(1))
        client.answer(2, 200, "<html>log in first</html>")
        #expect(all.last?.retryIn == .seconds(3))
        clock.advance(by: .seconds(3))
        client.answer(3, 200, #"{"k":1}"#)
        #expect(layers().value(forKey: "k")?.value == 1)
        #expect(clock.pendingCount == 0)
    }

    @Test func serverMayAskToBeLeftAlone() throws {
        let loader = try loader()
        loader.load(a)
        client.answer(0, 503, headers: ["retry-after": "45"])
        #expect(all.last?.retryIn == .seconds(45))
    }

    @Test func triesEndWhereThePolicySaysSo() throws {
        let loader = try loader(random: { 0.5 }) { $0.backoff = RetryBackoff(maximumAttempts: 2) }
        loader.load(a)
        client.answer(0, 500)
        clock.advance(by: .seconds(1))
        client.answer(1, 500)
        #expect(
            all.last
                == .failed(
                    a,
                    1,
                    ConfigurationError(
                        .httpStatus(500, url: client.requests[0].url.absoluteString, retryAfter: nil)
                    ),
                    retryIn: nil
                )
        )
        #expect(clock.pendingCount == 0)
    }

    @Test(arguments: [
        (404, "", false), (403, "", false), (400, "", false), (204, "", false), (206, "{}", false),
        (408, "", true), (429, "", true), (500, "", true), (503, "", true),
        (200, "", true), (200, "{", true), (200, "[]", true), (200, #"{"a":1}x"#, true),
    ])
    func onlyWhatMayPassIsTriedAgain(_ status: Int, _ body: String, _ again: Bool) throws {
        let loader = try loader()
        loader.load(a)
        client.answer(0, status, body)
        #expect(all.last?.error != nil)
        #expect((all.last?.retryIn != nil) == again)
        #expect(clock.pendingCount == (again ? 1 : 0))
    }

    @Test(arguments: [
        (HTTPError.timedOut(after: .seconds(1)), true), (.truncated(receivedBytes: 1, expectedBytes: 2), true),
        (.connection("x"), true), (.tooManyRedirects(limit: 5), true), (.bodyTooLarge(limit: 5), false),
        (.invalidRequest("x"), false),
        (.malformedAnswer("x"), true), (.headTooLarge(limit: 5), false),
    ])
    func onlyNetworkFailuresThatMayPassAreTriedAgain(_ error: HTTPError, _ again: Bool) throws {
        let loader = try loader()
        loader.load(a)
        client.fail(0, error)
        #expect((all.last?.retryIn != nil) == again)
    }

    @Test func badAnswersNeverReplaceAGoodOne() throws {
        let loader = try loader()
        loader.load(a)
        client.answer(0, 200, #"{"k":"good"}"#, headers: ["ETag": "\"1\""])
        let kept = try Data(contentsOf: try #require(try folder.contents.first))
        let bad: [@Sendable (Int) -> Void] = [
            { [client] in client.answer($0, 200, "{\"k\":") },
            { [client] in client.answer($0, 200, "[1]") },
            { [client] in client.answer($0, 404, #"{"k":"not found"}"#) },
            { [client] in client.answer($0, 500, #"{"k":"error"}"#) },
            { [client] in client.answer($0, 206, #"{"k":"part"}"#) },
            { [client] in client.fail($0, .bodyTooLarge(limit: 1)) },
            { [client] in client.fail($0, .truncated(receivedBytes: 1, expectedBytes: 2)) },
            { [client] in client.fail($0, .tooManyRedirects(limit: 5)) },
        ]
        for (index, answer) in bad.enumerated() {
            loader.load(a)
            answer(index + 1)
            #expect(all.last?.error != nil)
            #expect(layers().value(forKey: "k")?.value == "good")
            #expect(layers().value(forKey: "k")?.origin == .remote)
            #expect(try folder.contents.count == 1)
            #expect(try Data(contentsOf: try #require(try folder.contents.first)) == kept)
        }
    }

    @Test func errorsNameTheAddressAndTheLimit() throws {
        let loader = try loader(random: { 0.5 }) { $0.maximumBytes = 77 }
        let url = "http://127.0.0.1:9/base/property/a.json"
        loader.load(a)
        client.fail(0, .bodyTooLarge(limit: 77))
        #expect(all.last?.error == .tooLarge(location: url, limit: 77))
        loader.load(a)
        client.answer(1, 200, "[]")
        #expect(all.last?.error == .notAnObject(location: url, kind: "an array"))
        loader.load(a)
        client.answer(2, 404)
        #expect(all.last?.error == .httpStatus(404, url: url, retryAfter: nil))
        loader.load(a)
        client.answer(3, 200, "<html>")
        guard case .malformedJSON(url, let detail) = all.last?.error else {
            Issue.record("another error")
            return
        }
        #expect(!detail.isEmpty)
    }
}
