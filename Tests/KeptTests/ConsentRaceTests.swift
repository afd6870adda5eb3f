// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import TestSupport
import Testing
import HubStorage

/// Changes of the privacy status from several threads at once, two hundred times each.
@Suite(.timeLimit(.minutes(10)))
struct ConsentRaceTests {
    private static let rounds = 200

    private static func hub(in folder: URL) -> EventHub {
        var options = HubOptions.patient()
        options.configuration.keep(in: folder)
        return EventHub(options: options, log: .disabled)
    }

    @Test func theLastAnnouncementAndTheNextLaunchSayWhatHolds() async throws {
        let folder = try TemporaryFolder()
        var wrong = 0
        for round in 0..<Self.rounds {
            let place = folder.file("\(round)")
            let hub = Self.hub(in: place)
            await hub.start()
            let events = hub.events(type: .configuration, source: .responseContent)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                hub.configuration.privacyStatus = thread.isMultiple(of: 2) ? .optedIn : .optedOut
            }
            let held = hub.configuration.privacyStatus
            let marker = try Event(name: "Settled", type: .configuration, source: .responseContent)
            hub.dispatch(marker)
            var announced = PrivacyStatus.unknown
            for await event in events {
                if event.id == marker.id { break }
                announced = PrivacyStatus(configurationValue: event.data[HubConfiguration.privacyKey]?.stringValue)
            }
            let next = Self.hub(in: place).configuration.privacyStatus
            if announced != held || next != held { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test func atTheFirstUseFromTwoThreadsAStoredOptOutIsSeenAndKept() throws {
        let folder = try TemporaryFolder()
        let notSeen = Locked(0)
        var erased = 0
        for round in 0..<Self.rounds {
            let place = folder.file("\(round)")
            Self.hub(in: place).configuration.privacyStatus = .optedOut
            let hub = Self.hub(in: place)
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { hub.configuration.update(["unrelated": 1]) }
                if hub.configuration.privacyStatus != .optedOut { notSeen.withLock { $0 += 1 } }
            }
            if Self.hub(in: place).configuration.privacyStatus != .optedOut { erased += 1 }
        }
        #expect(notSeen.withLock { $0 } == 0)
        #expect(erased == 0)
    }

    @Test func twoHubsOnOneFolderTakeBackNoChangeOfEachOther() throws {
        let folder = try TemporaryFolder()
        var wrong = 0
        for round in 0..<Self.rounds {
            let place = folder.file("\(round)")
            let hubs = [Self.hub(in: place), Self.hub(in: place)]
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 {
                    hubs[0].configuration.privacyStatus = .optedOut
                } else {
                    hubs[1].configuration.update(["unrelated": 1])
                }
            }
            if hubs.contains(where: { $0.configuration.privacyStatus != .optedOut }) { wrong += 1 }
            let next = Self.hub(in: place).configuration
            if next.privacyStatus != .optedOut || next.value(forKey: "unrelated") == nil { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test func aQueueObeysAnOptOutBeforeTheCallReturnsWhicheverThreadIsSlower() throws {
        struct Nobody: HitProcessor {
            func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
                completion(.unreachable(after: nil))
            }
        }
        var wrong = 0
        for _ in 0..<Self.rounds {
            let hub = EventHub(options: .patient(), log: .disabled)
            let queue = HitQueue(location: .inMemory, processor: Nobody(), privacy: .unknown)
            hub.applyPrivacy(to: queue)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                hub.configuration.privacyStatus = thread.isMultiple(of: 2) ? .optedIn : .optedOut
            }
            if queue.privacyStatus != hub.configuration.privacyStatus { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}
