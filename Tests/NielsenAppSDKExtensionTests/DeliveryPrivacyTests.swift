// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import Testing

/// Pings wait until the hub knows the user's choice, and follow every change of it.
struct DeliveryPrivacyTests {
    /// A delivery whose network is a list, and a service that uses it.
    private struct Stage {
        let hub = EventHub(options: .patient())
        let collector = Collector()
        let delivery: NielsenPingDelivery
        let service: NielsenInstanceService

        init() {
            let delivery = NielsenPingDelivery(file: nil, client: collector)
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

    @Test func anInstanceMadeWhileOptedOutSendsItsSessionPingAfterAnOptIn() async throws {
        let stage = Stage()
        stage.hub.configuration.privacyStatus = .optedOut
        try stage.service.register(with: stage.hub)
        await stage.hub.start()
        _ = stage.service.instantiateSDK(withConfiguration: ["appid": "PX"])
        #expect(stage.delivery.summary().pending == 0)
        stage.hub.configuration.privacyStatus = .unknown
        #expect(stage.delivery.summary().pending == 1)
        stage.hub.configuration.privacyStatus = .optedIn
        let request = await stage.collector.next()
        #expect(request?.url.absoluteString.contains("prd=session") == true)
        // Each opt-in begins a session.
        stage.hub.configuration.privacyStatus = .optedOut
        stage.hub.configuration.privacyStatus = .unknown
        #expect(stage.delivery.summary().pending == 1)
    }

    /// What was watched while the host was opted out stays untold, also of a view that goes on after the opt-in.
    @Test func anOptOutOfTheHostAbandonsWhatIsOpen() throws {
        for goesOn in [false, true] {
            let (clock, test) = (ManualClock(), TestHub())
            let delivery = NielsenPingDelivery(file: nil, client: Collector(), clock: clock)
            let environment = NielsenEnvironment(clock: clock, pings: delivery)
            let service = NielsenInstanceService(settings: .init(environment: environment))
            service.use(test.hub)
            func setStatus(_ status: PrivacyStatus) { test.hub.configuration.privacyStatus = status }
            func watch(_ api: NielsenAppApi, _ seconds: Range<Int64>) {
                for second in seconds {
                    api.playheadPosition(second)
                    clock.advance(by: .seconds(1))
                }
            }
            setStatus(.optedOut)
            let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
            api.play()
            api.loadMetadata(["type": "content", "assetid": "show", "title": "Show", "length": "3600"])
            watch(api, 0..<280)
            setStatus(.unknown)
            #expect(delivery.summary().pending == 1, "the new session alone")
            if goesOn { watch(api, 280..<290) }
            api.end()
            // The impression of what is watched after the opt-in, and its end.
            #expect((delivery.summary().pending > 1) == goesOn)
            #expect(api.creditSummary.filter { !$0.segments.isEmpty }.count <= 1)
            delivery.close()
        }
    }

    @Test func anEnvironmentThatIsSetLaterFollowsToo() async throws {
        let stage = Stage()
        let later = NielsenPingDelivery(file: nil, client: Collector())
        try stage.service.register(with: stage.hub)
        stage.hub.configuration.privacyStatus = .optedOut
        stage.service.settings.environment.pings = later
        #expect(later.privacyStatus == .optedOut)
    }

    @Test func theStatusOfAHubThatWasLeftIsNotFollowedAnyMore() throws {
        let (left, joined) = (TestHub(), TestHub())
        let delivery = NielsenPingDelivery(file: nil, client: Collector())
        let service = NielsenInstanceService(settings: .init(environment: NielsenEnvironment(pings: delivery)))
        service.use(left.hub)
        try service.register(with: joined.hub)
        left.start()
        joined.start()
        joined.hub.configuration.privacyStatus = .optedIn
        joined.run()
        #expect(delivery.privacyStatus == .optedIn)
        left.hub.configuration.privacyStatus = .optedOut
        left.run()
        #expect(delivery.privacyStatus == .optedIn)
    }
}
