// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing
import HubStorage

struct DeliveryStorageTests {
    // MARK: - Restart

    @Test func aRestartFindsEverythingInOrder() throws {
        let folder = try TemporaryFolder()
        let first = DeliveryRig(folder.location, answer: { _ in nil })
        first.send(5)
        first.send(5, stream: "b")
        let refused = first.asked
        first.delivery.close()
        #expect(refused == ["a-1"])

        let second = DeliveryRig(folder.location, privacy: .unknown, clock: first.clock)
        #expect(second.delivery.summary().pending == 10)
        #expect(second.delivery.summary().streams == ["a": 5, "b": 5])
        second.delivery.setPrivacyStatus(.optedIn)
        second.settle()
        #expect(second.accepted.filter { $0.hasPrefix("a") } == (1...5).map { "a-\($0)" })
        #expect(second.accepted.filter { $0.hasPrefix("b") } == (1...5).map { "b-\($0)" })
    }

    @Test func whatIsReportedAsQueuedIsInTheFileBeforeTheCallReturns() throws {
        let folder = try TemporaryFolder()
        let rig = DeliveryRig(folder.location, privacy: .unknown)
        rig.delivery.send(DeliveryRig.ping("a", 1, "http://collector.test/gn"))
        let kept = try RawDatabase(folder.file("pings.sqlite")).run("SELECT CAST(payload AS TEXT) FROM hit")
        #expect(kept.count == 1)
        #expect(kept.first?.contains(#""id":"a-1""#) == true)
        #expect(kept.first?.contains(#""version":1"#) == true)
    }

    @Test func aSetAsidePingSurvivesARestart() throws {
        let folder = try TemporaryFolder()
        let first = DeliveryRig(folder.location) {
            $0.delivery.maximumTries = 1
        } answer: { _ in
            .status(500)
        }
        first.send()
        first.advance(bySeconds: 7 * 3_600, step: .seconds(600))
        first.delivery.close()
        let second = DeliveryRig(folder.location)
        #expect(second.delivery.setAsidePings().map(\.ping.id) == ["a-1"])
        #expect(second.asked.isEmpty)
    }

    // MARK: - Damage

    @Test func aDamagedDatabaseIsError13OnceForEachInstanceAndNothingElseStops() throws {
        let folder = try TemporaryFolder()
        try Data(repeating: 0x5a, count: 9_000).write(to: folder.file("pings.sqlite"))
        let rig = DeliveryRig(folder.location)
        // The damage is found before anybody is there to hear of it.
        rig.settle()
        rig.attach("a")
        rig.send(3)
        #expect(rig.accepted == ["a-1", "a-2", "a-3"])
        #expect(rig.errors() == [13])
        #expect(rig.delivery.summary().isDatabaseWorking)
        #expect(FileManager.default.fileExists(atPath: folder.file("pings.sqlite.damaged-1").path))
        rig.attach("late")
        #expect(rig.errors("late") == [])
    }

    @Test func damageInTheMiddleOfARunIsError13OnceForEverybody() throws {
        let folder = try TemporaryFolder()
        let rig = DeliveryRig(folder.location)
        rig.attach("a", "b")
        rig.send()
        try FileManager.default.removeItem(at: folder.file("pings.sqlite"))
        rig.send(2)
        #expect(rig.accepted == ["a-1", "a-2", "a-3"])
        #expect(rig.errors() == [13])
        #expect(rig.errors("b") == [13])
        // It is over, and who comes later has lost nothing.
        rig.attach("late")
        #expect(rig.errors("late") == [])
    }

    // MARK: - Places that do not work

    @Test(arguments: ["/dev/null/pings.sqlite", "/dev/full", "/proc/pings.sqlite", "/"])
    func whereNothingCanBeWrittenPingsAreSentOutOfMemory(path: String) {
        let rig = DeliveryRig(URL(fileURLWithPath: path)) {
            $0.delivery.databasePatienceSeconds = 10
            $0.delivery.databaseBusyMilliseconds = 0
        }
        rig.attach("a")
        rig.send(3)
        #expect(rig.asked.isEmpty)
        #expect(rig.delivery.summary().inMemory == 3)
        rig.advance(bySeconds: 20)
        rig.send(2)
        #expect(rig.accepted == (1...5).map { "a-\($0)" })
        rig.advance(bySeconds: 60)
        #expect(rig.errors() == [13])
        #expect(!rig.delivery.summary().isDatabaseWorking)
        rig.attach("late")
        #expect(rig.errors("late") == [13])
    }

    @Test func aDatabaseThatCanBeOpenedLaterTakesWhatWasInMemory() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("later/pings.sqlite")
        // As for a process that starts before its device is unlocked.
        try folder.write("", to: "later")
        let rig = DeliveryRig(file, privacy: .unknown) { $0.delivery.databaseBusyMilliseconds = 0 }
        rig.attach("a")
        rig.send(3)
        rig.advance(bySeconds: 60)
        #expect(!rig.delivery.summary().isDatabaseWorking)
        try FileManager.default.removeItem(at: folder.file("later"))
        rig.advance(bySeconds: 60)
        rig.send(2)
        #expect(rig.delivery.summary().isDatabaseWorking)
        #expect(rig.delivery.summary().inMemory == 0)
        #expect(rig.errors() == [13])
        let next = DeliveryRig(file)
        next.settle()
        next.advance(bySeconds: 120)
        #expect(next.accepted == (1...5).map { "a-\($0)" })
    }

    @Test func aLockedDatabaseIsError13OnceAndCostsNothingButTime() throws {
        let folder = try TemporaryFolder()
        let rig = DeliveryRig(folder.location) { $0.delivery.databaseBusyMilliseconds = 0 }
        rig.attach("a")
        rig.send(2)
        let other = try RawDatabase(folder.file("pings.sqlite"))
        try other.run("BEGIN IMMEDIATE")
        rig.send(3)
        rig.advance(bySeconds: 60)
        // Another configuration of the same instance tells it nothing anew.
        rig.attach("a")
        #expect(rig.errors() == [13])
        #expect(rig.asked == ["a-1", "a-2"])
        try other.run("ROLLBACK")
        rig.advance(bySeconds: 5)
        #expect(rig.accepted == (1...5).map { "a-\($0)" })
        #expect(rig.errors() == [13])
        #expect(rig.delivery.summary().isDatabaseWorking)
    }

    @Test func aFullDiskIsError13OnceAndPingsGoOnOnceThereIsRoom() throws {
        let folder = try TemporaryFolder()
        let rig = DeliveryRig(folder.location, privacy: .unknown) { $0.delivery.databaseBytesLimit = 64 << 10 }
        rig.attach("a")
        rig.send(200)
        #expect(rig.errors() == [13])
        #expect(rig.delivery.summary().inMemory > 0)
        #expect(rig.delivery.summary().pending == 200)
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.advance(bySeconds: 120)
        #expect(rig.accepted == (1...200).map { "a-\($0)" })
        #expect(rig.errors() == [13])
    }

    @Test func memoryIsBoundedWhileTheDatabaseDoesNotWork() throws {
        let folder = try TemporaryFolder()
        let rig = DeliveryRig(folder.location) {
            $0.delivery.databaseBusyMilliseconds = 0
            $0.delivery.memoryPingsLimit = 4
        }
        rig.attach("a", "b")
        rig.send()
        let other = try RawDatabase(folder.file("pings.sqlite"))
        try other.run("BEGIN IMMEDIATE")
        rig.send(10)
        #expect(rig.delivery.summary().inMemory == 4)
        #expect(rig.errors() == [13, 10])
        #expect(rig.errors("b") == [13])
        try other.run("ROLLBACK")
        rig.advance(bySeconds: 6)
        #expect(rig.accepted == ["a-1", "a-8", "a-9", "a-10", "a-11"])
    }

    // MARK: - Limits

    @Test func limitsOfCountAndAgeHoldAndAreToldOnce() {
        let rig = DeliveryRig(privacy: .unknown) {
            $0.delivery.waitingPingsLimit = 10
            $0.delivery.pingLifetimeSeconds = 3_600
        }
        rig.attach("a")
        rig.send(30)
        #expect(rig.delivery.summary().pending == 10)
        #expect(rig.errors() == [10])
        rig.advance(bySeconds: 3_601, step: .seconds(600))
        #expect(rig.delivery.summary().pending == 0)
        #expect(rig.delivery.summary().dropped == 30)
        #expect(rig.errors() == [10, 10])
    }

    // MARK: - Privacy

    @Test func withAnUnknownStatusPingsWait() {
        let rig = DeliveryRig(privacy: .unknown)
        rig.send(3)
        rig.advance(bySeconds: 600, step: .seconds(60))
        #expect(rig.asked.isEmpty)
        #expect(rig.delivery.summary().privacy == .unknown)
        rig.delivery.setPrivacyStatus(.optedIn)
        #expect(rig.accepted == ["a-1", "a-2", "a-3"])
    }

    @Test func optingOutDiscardsWhatWaitsAndTakesNothing() throws {
        let folder = try TemporaryFolder()
        let rig = DeliveryRig(folder.location) {
            $0.delivery.maximumTries = 1
        } answer: { _ in
            .status(500)
        }
        rig.attach("a")
        rig.send()
        rig.collector.answerAll { _ in .failure(.connection("refused")) }
        rig.send(3)
        rig.delivery.setPrivacyStatus(.optedOut)
        #expect(rig.delivery.summary().pending == 0)
        #expect(rig.delivery.summary().setAside == 0)
        rig.collector.answerAll { _ in .status(200) }
        rig.send(2)
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.send()
        rig.advance(bySeconds: 60)
        #expect(rig.accepted == ["a-7"])
        for suffix in ["", "-wal"] {
            let file = try Data(contentsOf: folder.file("pings.sqlite" + suffix))
            #expect(file.range(of: Data("a-2".utf8)) == nil)
        }
    }

    @Test func aDeliveryThatBeginsOptedOutDiscardsWhatAnEarlierOneLeft() throws {
        let folder = try TemporaryFolder()
        let first = DeliveryRig(folder.location, privacy: .unknown)
        first.send(3)
        first.delivery.close()
        let second = DeliveryRig(folder.location, privacy: .optedOut)
        #expect(second.delivery.summary().pending == 0)
        second.delivery.setPrivacyStatus(.optedIn)
        #expect(second.asked.isEmpty)
    }

    @Test func theMeasurementOptOutIsSentAndMarked() throws {
        let rig = DeliveryRig()
        let environment = NielsenEnvironment(clock: rig.clock, pings: rig.delivery)
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX", "optout": "1"], environment: environment)
        rig.settle()
        #expect(api.optOutStatus)
        #expect(rig.collector.requests.first?.url.absoluteString.contains("uoo=true") == true)
    }

    @Test func aPingThatIsTooLargeIsReportedOnceAndCostsTheOthersNothing() {
        let rig = DeliveryRig { $0.delivery.waitingBytesLimit = 2_000 }
        rig.attach("a")
        let large = "http://collector.test/gn?n=" + String(repeating: "2", count: 3_000)
        let pings = [
            DeliveryRig.ping("a", 1, "http://collector.test/gn?n=1"), DeliveryRig.ping("a", 2, large),
            DeliveryRig.ping("a", 3, "no address"), DeliveryRig.ping("a", 4, "http://collector.test/gn?n=4"),
        ]
        rig.delivery.send(pings, leaving: [DeliveryRig.ping("a", 5, "http://collector.test/gn?n=5")], of: "a")
        #expect(rig.accepted == ["a-1", "a-4"])
        #expect(rig.delivery.summary().discarded == 1)
        #expect(rig.errors().sorted() == [8, 10])
    }
}
