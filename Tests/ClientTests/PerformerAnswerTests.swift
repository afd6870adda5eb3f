// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import ACPCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ClientTests {
    /// What becomes of the answer that an app's own performer gives.
    struct PerformerAnswerTests {
        /// Keeps the completion of its request, so that a test can give the answer when it likes.
        private final class Performer: NSObject, ACPHttpConnectionPerformer {
            struct Request: Sendable {
                let method: String
                let payload: String
                let headers: [String: String]
                let timeouts: [TimeInterval]
                let completion: @Sendable (ACPHttpConnection?) -> Void
            }

            let requests = Locked<[Request]>([])

            func shouldOverride(_ url: URL, method: String) -> Bool { true }

            func request(
                _ url: URL,
                httpCommand command: String,
                connectPayload payload: String,
                requestPropertyDict requestProperty: [String: String],
                connectTimeout: TimeInterval,
                readTimeout: TimeInterval,
                completion: @escaping @Sendable (ACPHttpConnection?) -> Void
            ) {
                let request = Request(
                    method: command,
                    payload: payload,
                    headers: requestProperty,
                    timeouts: [connectTimeout, readTimeout],
                    completion: completion
                )
                requests.withLock { $0.append(request) }
            }
        }

        private let performer = Performer()
        private let answers = Locked<[Result<HTTPResponse, HTTPError>]>([])
        private let url: URL

        init() throws {
            url = try #require(URL(string: "http://example.com/app.json"))
        }

        private func send(bodyBytes: Int = 8) -> HTTPTask {
            let request = HTTPRequest(
                .post,
                url,
                headers: ["Accept": "text/plain"],
                body: Data("question".utf8),
                limits: .init(timeout: .seconds(7), bodyBytes: bodyBytes, redirects: 0)
            )
            return PerformerHTTPClient(performer).send(request) { [answers] answer in
                answers.withLock { $0.append(answer) }
            }
        }

        private func answer(_ body: String, headers: [String: String] = [:]) throws {
            let request = try #require(performer.requests.withLock { $0.first })
            let response = HTTPURLResponse(url: url, statusCode: 203, httpVersion: nil, headerFields: headers)
            request.completion(ACPHttpConnection(response: response, data: Data(body.utf8)))
        }

        @Test func aPerformerIsToldAllOfTheRequest() throws {
            _ = send()
            let request = try #require(performer.requests.withLock { $0.first })
            #expect(request.method == "POST" && request.payload == "question")
            #expect(request.headers["Accept"] == "text/plain")
            #expect(request.timeouts == [7, 7])
        }

        /// An answer that is larger than the caller takes is none, as with the system's client.
        @Test(arguments: [(7, true), (8, true), (9, false)])
        func anAnswerHasNoMoreBytesThanItsRequestAllows(_ count: Int, _ isTaken: Bool) throws {
            _ = send()
            try answer(String(repeating: "x", count: count), headers: ["B": "2", "A": "1"])
            switch answers.withLock({ $0.first }) {
            case .success(let response)?:
                #expect(isTaken && response.body.count == count && response.status == 203)
                #expect(response.headers.fields.map(\.name) == ["A", "B"])
            case .failure(let error)?:
                #expect(!isTaken && error == .bodyTooLarge(limit: 8))
            case nil:
                Issue.record("there is no answer")
            }
        }

        @Test func whatWasCancelledHasNoOtherAnswer() throws {
            let task = send()
            task.cancel()
            try answer("late")
            let failures = answers.withLock { $0 }.map { answer -> HTTPError? in
                guard case .failure(let error) = answer else { return nil }
                return error
            }
            #expect(failures == [.cancelled])
        }
    }
}
