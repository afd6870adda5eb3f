// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

struct DeliveryPrivacyTests {
    /// A delivery whose network is a list, and a service that uses it.
    private struct Stage {
        let hub = EventHub(options: .patient())
        let collector = Collector()
        let delivery: PingDelivery
        let service: NielsenInstanceService

        init() {
            let delivery = PingDelivery(location: .inMemory, client: collector)
            self.delivery = delivery
            service = NielsenInstanceService(settings: .init(environment: NielsenEnvironment(pings: delivery)))
        }
    }

    /// Takes every request, and tells a test of it.
    private final class Collector: HTTPClient {
        private let stream: AsyncStream<HTTPRequest>
        private let continuation: AsyncStream<HTTPRequest>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        func send(
            _ request: HTTPRequest,
            completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
        ) -> HTTPTask {
            completion(.success(HTTPResponse(status: 204, url: request.url)))
            continuation.yield(request)
            return HTTPTask()
        }

        func next() async -> HTTPRequest? {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    @Test func pingsWaitUntilTheHubKnowsTheUsersChoice() async throws {
        let stage = Stage()
        try stage.service.register(with: stage.hub)
        await stage.hub.start()
        #expect(stage.delivery.privacyStatus == .unknown)
        _ = stage.service.instantiateSDK(withConfiguration: ["appid": "PX"])
        #expect(stage.delivery.summary().pending == 1)
        stage.hub.configuration.privacyStatus = .optedIn
        let request = await stage.collector.next()
        #expect(request?.url.absoluteString.contains("prd=session") == true)
    }

    @Test func theStatusOfTheHubHoldsFromTheBeginning() async throws {
        let stage = Stage()
        stage.hub.configuration.privacyStatus = .optedOut
        try stage.service.register(with: stage.hub)
        await stage.hub.start()
        #expect(stage.delivery.privacyStatus == .optedOut)
        _ = stage.service.instantiateSDK(withConfiguration: ["appid": "PX"])
        #expect(stage.delivery.summary().pending == 0)
    }

    @Test func anEnvironmentThatIsSetLaterFollowsToo() async throws {
        let stage = Stage()
        let later = PingDelivery(location: .inMemory, client: Collector())
        try stage.service.register(with: stage.hub)
        stage.hub.configuration.privacyStatus = .optedOut
        stage.service.settings.environment.pings = later
        #expect(later.privacyStatus == .optedOut)
    }
}
