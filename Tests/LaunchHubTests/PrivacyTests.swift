// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing
import HubStorage

/// H14: opted in sends, unknown keeps and waits, opted out discards; the choice outlives the process.
@Suite(.timeLimit(.minutes(10)))
struct PrivacyTests {
    /// Notes what it is given and says that it arrived.
    private final class Receiver: HitProcessor {
        private let arrived: AsyncStream<String>.Continuation
        let hits: AsyncStream<String>

        init() {
            (hits, arrived) = AsyncStream.makeStream()
        }

        func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
            arrived.yield(String(decoding: hit.payload, as: UTF8.self))
            completion(.sent)
        }
    }

    /// Waits until the hub has told its listeners of every change so far.
    private func settle(_ hub: EventHub) async throws {
        let marker = try Event(name: "Settled", type: .configuration, source: .responseContent)
        let events = hub.events(type: .configuration, source: .responseContent)
        hub.dispatch(marker)
        for await event in events where event.id == marker.id { return }
    }

    @Test func aQueueFollowsTheHubsPrivacyStatus() async throws {
        let hub = EventHub(options: .patient(), log: .disabled)
        await hub.start()
        let receiver = Receiver()
        let queue = HitQueue(location: .inMemory, processor: receiver)
        hub.applyPrivacy(to: queue)
        #expect(queue.privacyStatus == .unknown)
        try queue.enqueue(HitQueue.Draft(payload: Data("waits".utf8), stream: "s"))
        #expect(queue.summary().count == 1)
        hub.configuration.privacyStatus = .optedIn
        var hits = receiver.hits.makeAsyncIterator()
        #expect(await hits.next() == "waits")
        hub.configuration.privacyStatus = .optedOut
        while queue.privacyStatus != .optedOut { try await settle(hub) }
        #expect(try queue.enqueue(HitQueue.Draft(payload: Data("refused".utf8), stream: "s")) == .refused)
        #expect(queue.summary().count == 0)
    }

    @Test func aStatusThatChangesWhileItIsHandedOverHolds() {
        let hub = EventHub(options: .patient(), log: .disabled)
        let clock = HookedClock()
        let queue = HitQueue(location: .inMemory, processor: Receiver(), clock: clock)
        hub.configuration.privacyStatus = .optedIn
        clock.atNextLook { hub.configuration.privacyStatus = .optedOut }
        // The hub has not started, so that nobody else tells the queue of the change.
        hub.applyPrivacy(to: queue)
        #expect(queue.privacyStatus == .optedOut)
    }

    @Test func theChoiceOutlivesTheHubAndWinsOverWhatIsPublished() throws {
        let store = InMemoryKeyValueStore()
        let options = HubOptions(configuration: ConfigurationOptions(store: store))
        let first = EventHub(options: options, log: .disabled)
        #expect(first.configuration.privacyStatus == .unknown)
        first.configuration.privacyStatus = .optedOut
        let second = EventHub(options: options, log: .disabled)
        let file = FileManager.default.temporaryDirectory.appending(path: "privacy-\(UUID().uuidString).json")
        try Data(#"{"global.privacy": "optedin"}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try second.configuration.useFile(atPath: file.path)
        #expect(second.configuration.privacyStatus == .optedOut)
        second.configuration.update(["global.privacy": nil])
        #expect(second.configuration.privacyStatus == .optedIn)
    }

    @Test func clearingUpdatesKeepsTheChoiceAndIsKeptItself() {
        let store = InMemoryKeyValueStore()
        let options = HubOptions(configuration: ConfigurationOptions(store: store))
        let hub = EventHub(options: options, log: .disabled)
        hub.configuration.privacyStatus = .optedOut
        hub.configuration.update(["example.limit": 3])
        #expect(hub.configuration.current["example.limit"] == 3)
        hub.configuration.clearUpdates()
        #expect(hub.configuration.current["example.limit"] == nil)
        #expect(hub.configuration.privacyStatus == .optedOut)
        let next = EventHub(options: options, log: .disabled)
        #expect(next.configuration.current["example.limit"] == nil)
        #expect(next.configuration.privacyStatus == .optedOut)
    }
}
