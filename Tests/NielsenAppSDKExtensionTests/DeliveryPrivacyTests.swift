// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension
import TestSupport
import Testing
import HubStorage

@Suite(.timeLimit(.minutes(10)))
struct DeliveryPrivacyTests {
    /// A delivery whose network is a list, and a service that uses it.
    private struct Stage {
        let hub = EventHub(options: .patient())
        let collector = Collector()
        let delivery: NielsenPingDelivery
        let service: NielsenInstanceService

        init(clock: any HubClock = SystemClock()) {
            let delivery = NielsenPingDelivery(location: .inMemory, client: collector, clock: clock)
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

    @Test func theStatusIsHandedOverBeforeTheExtensionCanHearAnything() throws {
        let clock = HookedClock()
        let stage = Stage(clock: clock)
        let names = Locked<[String]?>(nil)
        // A delivery looks at its clock as the first thing when it is handed a status.
        clock.atNextLook { [hub = stage.hub] in
            let known = hub.extensionNames
            names.withLock { $0 = known }
        }
        try stage.service.register(with: stage.hub)
        #expect(names.withLock { $0 } == [])
        #expect(stage.hub.extensionNames == [NielsenInstanceService.extensionName])
        #expect(stage.delivery.privacyStatus == .unknown)
    }

    @Test func whoeverUsesTheHubMeanwhileFindsTheStatusHandedOverToo() throws {
        let clock = HookedClock()
        let stage = Stage(clock: clock)
        let found = Locked<PrivacyStatus?>(nil)
        clock.atNextLook { [service = stage.service, hub = stage.hub, delivery = stage.delivery] in
            // As for a static call that comes while the extension is being registered on another thread.
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                service.use(hub)
                found.withLock { $0 = delivery.privacyStatus }
                done.signal()
            }
            done.wait()
        }
        try stage.service.register(with: stage.hub)
        #expect(found.withLock { $0 } == .unknown)
    }

    @Test func aStatusThatChangesWhileItIsHandedOverHolds() throws {
        let clock = HookedClock()
        let stage = Stage(clock: clock)
        stage.hub.configuration.privacyStatus = .optedIn
        clock.atNextLook { [hub = stage.hub] in hub.configuration.privacyStatus = .optedOut }
        // The hub has not started, so that nobody else tells the delivery of the change.
        try stage.service.register(with: stage.hub)
        #expect(stage.delivery.privacyStatus == .optedOut)
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
        // Once is enough.
        stage.hub.configuration.privacyStatus = .optedOut
        stage.hub.configuration.privacyStatus = .unknown
        #expect(stage.delivery.summary().pending == 0)
    }

    @Test func aDeliveryBeginsUnknownUntilAnInstanceWithoutAHubIsMade() throws {
        let delivery = NielsenPingDelivery(location: .inMemory, client: Collector())
        #expect(delivery.privacyStatus == .unknown)
        let environment = NielsenEnvironment(pings: delivery)
        _ = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        #expect(delivery.privacyStatus == .optedIn)
    }

    @Test func whatAnAppHasSaidIsNotOverruledByAnInstance() throws {
        let delivery = NielsenPingDelivery(location: .inMemory, client: Collector())
        delivery.setPrivacyStatus(.optedOut)
        _ = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: NielsenEnvironment(pings: delivery))
        #expect(delivery.privacyStatus == .optedOut)
    }

    @Test func anEnvironmentThatIsSetLaterFollowsToo() async throws {
        let stage = Stage()
        let later = NielsenPingDelivery(location: .inMemory, client: Collector())
        try stage.service.register(with: stage.hub)
        stage.hub.configuration.privacyStatus = .optedOut
        stage.service.settings.environment.pings = later
        #expect(later.privacyStatus == .optedOut)
    }

    @Test func theStatusOfAHubThatWasLeftIsNotFollowedAnyMore() throws {
        let (left, joined) = (TestHub(), TestHub())
        let delivery = NielsenPingDelivery(location: .inMemory, client: Collector())
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
