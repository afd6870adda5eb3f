// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct DeliveryRetryTests {
    @Test(arguments: [200, 201, 204, 299])
    func aGoodStatusEndsIt(status: Int) {
        let rig = DeliveryRig(answer: { _ in .status(status) })
        rig.attach("a")
        rig.send()
        #expect(rig.delivery.summary().sent == 1)
        #expect(rig.delivery.summary().pending == 0)
        #expect(rig.delivery.summary().lastAnswer?.status == status)
        #expect(rig.errors() == [])
    }

    @Test(arguments: [400, 413, 414, 422])
    func aRefusedPingIsTriedAfterOthersAndGivenUpAfterTenTries(status: Int) {
        let rig = DeliveryRig(answer: { _ in .status(status) })
        rig.attach("a", "b")
        rig.send()
        #expect(rig.delivery.summary().setAside == 1)
        #expect(rig.errors() == [10])
        rig.collector.answerAll { $0.url.query?.hasSuffix("n=1") == true ? .status(status) : .status(200) }
        for _ in 0..<20 { rig.send() }
        #expect(rig.accepted.count == 20)
        #expect(rig.asked.filter { $0 == "a-1" }.count == 10)
        let summary = rig.delivery.summary()
        #expect(summary.discarded == 1 && summary.setAside == 0 && summary.pending == 0)
        #expect(rig.errors("b") == [])
    }

    @Test(arguments: [401, 403, 404, 405, 407, 410, 421, 426, 451, 499])
    func aRefusalThatIsNotAboutThePingLetsItWait(status: Int) {
        let rig = DeliveryRig(answer: { _ in .status(status) })
        rig.attach("a")
        rig.send(3)
        #expect(rig.asked == ["a-1"])
        #expect(rig.delivery.summary().pending == 3 && rig.delivery.summary().setAside == 0)
        #expect(rig.delivery.summary().reasons["http://collector.test:80"]?.contains("status \(status)") == true)
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 1)
        #expect(rig.accepted == ["a-1", "a-2", "a-3"])
        #expect(rig.delivery.summary().reasons.isEmpty)
        #expect(rig.errors() == [])
    }

    @Test func aPageThatIsNoReceiptIsNoAnswerOfTheCollector() {
        let rig = DeliveryRig {
            $0.delivery.receiptTypes = ["image/gif", "text/plain"]
        } answer: { _ in
            .page("text/html; charset=utf-8")
        }
        rig.attach("a")
        rig.send()
        #expect(rig.errors() == [9])
        #expect(rig.delivery.summary().pending == 1)
        rig.collector.answerAll { _ in .page("Image/GIF") }
        rig.advance(bySeconds: 2)
        #expect(rig.delivery.summary().pending == 0)
        // An answer without a body is one, whatever it says.
        rig.collector.answerAll { _ in .status(204) }
        rig.send()
        #expect(rig.delivery.summary().pending == 0)
    }

    @Test(arguments: [300, 304, 408, 429, 500, 502, 503, 504, 599])
    func aStatusThatMayPassIsTriedAgain(status: Int) {
        let rig = DeliveryRig(answer: { _ in .status(status) })
        rig.attach("a")
        rig.send()
        rig.collector.answerAll { _ in .status(200) }
        #expect(rig.delivery.summary().pending == 1)
        rig.advance(bySeconds: 1)
        #expect(rig.accepted == ["a-1"])
        #expect(rig.errors() == [])
    }

    @Test func aDeadlineThatPassesWithoutAnAnswerIsNoTry() {
        // As for a process that was suspended while a request was out: nobody has said that it failed.
        let rig = DeliveryRig {
            $0.delivery.maximumTries = 1
        } answer: { _ in
            nil
        }
        rig.attach("a")
        rig.send(2)
        rig.advance(bySeconds: 3_600, step: .seconds(600))
        #expect(rig.asked.count > 1)
        #expect(Set(rig.asked) == ["a-1"])
        #expect(rig.delivery.summary().setAside == 0)
        #expect(rig.errors() == [])
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 600, step: .seconds(60))
        #expect(rig.accepted == ["a-1", "a-2"])
    }

    @Test func retryAfterIsHonouredToTheSecondForEverybody() {
        let rig = DeliveryRig(answer: { _ in .status(429, ["Retry-After": "120"]) })
        rig.attach("a", "b")
        rig.send(2)
        rig.send(2, stream: "b")
        #expect(rig.asked.count == 1)
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 119)
        #expect(rig.asked.count == 1)
        rig.advance(bySeconds: 1)
        #expect(rig.accepted.sorted() == ["a-1", "a-2", "b-1", "b-2"])
        #expect(rig.errors() == [] && rig.errors("b") == [])
    }

    @Test func retryAfterMayBeADate() {
        let headers: HTTPHeaders = [
            "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT",
        ]
        let rig = DeliveryRig(answer: { _ in .status(503, headers) })
        rig.send()
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 29)
        #expect(rig.accepted.isEmpty)
        rig.advance(bySeconds: 1)
        #expect(rig.accepted == ["a-1"])
    }

    @Test(arguments: [1 as UInt64, 2, 3])
    func waitsGrowWithJitterUpToTheirMaximum(seed: UInt64) {
        let times = Locked<[Instant]>([])
        let clock = ManualClock()
        let rig = DeliveryRig(clock: clock, seed: seed) {
            $0.delivery.maximumTries = 12
            $0.delivery.retryBaseSeconds = 2
            $0.delivery.retryMaximumSeconds = 60
        } answer: { _ in
            times.withLock { $0.append(clock.now) }
            return .status(500)
        }
        rig.send()
        rig.advance(bySeconds: 800)
        let tries = times.withLock { $0 }
        #expect(tries.count >= 12)
        let waits = zip(tries.dropFirst(), tries).map { ($0 - $1).inSeconds }
        for (index, wait) in waits.enumerated() {
            // The clock moves by a second at a time.
            #expect(wait <= min(60, 2 * Double(1 << index)) + 1)
        }
        #expect(waits.contains { $0 > 8 })
        #expect(Set(waits).count > 4)
    }

    @Test func aPingThatIsRefusedForHoursIsSetAsideAndGoesAgainByItself() {
        let rig = DeliveryRig {
            $0.delivery.maximumTries = 3
        } answer: { request in
            request.headers["Idempotency-Key"] == "a-1" ? .status(500) : .status(200)
        }
        rig.attach("a")
        rig.send(3)
        rig.advance(bySeconds: 3_600, step: .seconds(60))
        #expect(Set(rig.asked) == ["a-1"])
        #expect(rig.delivery.summary().setAside == 0)
        rig.advance(bySeconds: 6 * 3_600, step: .seconds(60))
        #expect(rig.accepted == ["a-2", "a-3"])
        #expect(rig.errors() == [10])
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 600, step: .seconds(10))
        #expect(rig.accepted == ["a-2", "a-3", "a-1"])
        #expect(rig.delivery.summary().setAside == 0)
    }

    @Test(arguments: [
        "", "collector", "ftp://collector.test/x", "http://", "http:///path", "file:///etc/passwd", "http://a b/",
        "http://ü.test/", "javascript:alert(1)", "http://collector.test/\r\nHost: other",
    ])
    func whatIsNoAddressIsError8OnceAndNeverQueued(url: String) {
        let rig = DeliveryRig()
        rig.attach("a")
        for number in 0..<3 { rig.delivery.send(DeliveryRig.ping("a", number, url)) }
        rig.send()
        #expect(rig.errors() == [8])
        #expect(rig.asked == ["a-1"])
        #expect(rig.delivery.summary().discarded == 3)
    }

    @Test func whatIsNoPingIsGivenUp() throws {
        let folder = try TemporaryFolder()
        let rig = DeliveryRig(folder.location, privacy: .unknown)
        rig.attach("a")
        rig.send(4)
        let database = try RawDatabase(folder.file("pings.sqlite"))
        // As an app of another version may have written them.
        try database.run("UPDATE hit SET checksum = NULL")
        try database.run("UPDATE hit SET payload = x'ff' WHERE row = 1")
        try database.run("UPDATE hit SET payload = replace(payload, '\"version\":1', '\"version\":9') WHERE row = 2")
        try database.run("UPDATE hit SET payload = replace(payload, 'dcrVideo', 'future') WHERE row = 3")
        rig.delivery.setPrivacyStatus(.optedIn)
        #expect(rig.accepted == ["a-3", "a-4"])
        #expect(rig.errors() == [10])
        #expect(rig.delivery.summary().discarded == 2)
    }
}
