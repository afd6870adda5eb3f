// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage
import NielsenAppApi
import TestSupport
import Testing

/// What waits stays, whatever a collector, a network or a clock does meanwhile.
struct DeliveryBacklogTests {
    private static let refused = StubCollector.Answer.failure(.connection("refused"))

    /// A rig in which pings of several instances wait for the user's choice.
    private static func backlog(
        of count: Int,
        _ change: (inout NielsenConfiguration) -> Void = { _ in },
        answer: @escaping StubCollector.Rule
    ) -> DeliveryRig {
        let rig = DeliveryRig(privacy: .unknown, change, answer: answer)
        for stream in 0..<count / 100 { rig.send(100, stream: "s\(stream)") }
        rig.send(count % 100)
        return rig
    }

    @Test func oneConnectionThatIsResetDeletesNothing() {
        let isFirst = Locked(true)
        let rig = Self.backlog(of: 1_001) { _ in
            isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? Self.refused : .status(200)
            }
        }
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.advance(bySeconds: 60)
        #expect(Set(rig.accepted).count == 1_001)
        #expect(rig.delivery.summary().dropped == 0 && rig.delivery.summary().pending == 0)
    }

    @Test func aServerThatRefusesDeletesNothingOfTheOthers() {
        let rig = Self.backlog(of: 801) { $0.url.host == "ads.test" ? Self.refused : .status(200) }
        rig.send(stream: "ad", to: "ads.test", product: .dar)
        rig.attach("ad")
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.advance(bySeconds: 60)
        #expect(Set(rig.accepted).count == 801)
        let summary = rig.delivery.summary()
        #expect(summary.dropped == 0 && summary.pending == 1)
    }

    /// What a collector says for ten seconds.
    @Test(arguments: [
        StubCollector.Answer.status(404), .status(400), .status(413), .status(401), .status(403), .status(407),
        .status(421), .status(426), .status(451), .status(503, ["Retry-After": "0"]),
        .status(429, ["Retry-After": "0"]),
        .status(
            503,
            ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]
        ),
    ])
    func anAnswerThatIsNotAboutThePingsDeletesNothing(_ answer: StubCollector.Answer) {
        let rig = Self.backlog(of: 1_001) { _ in answer }
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.advance(bySeconds: 10)
        #expect(rig.asked.count < 100)
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 60)
        let summary = rig.delivery.summary()
        #expect(Set(rig.accepted).count == 1_001)
        #expect(summary.dropped == 0 && summary.setAside == 0 && summary.pending == 0)
    }

    @Test func adServersThatNeverAnswerTakeNoPlaceOfContent() {
        let rig = DeliveryRig(answer: { $0.url.host == "collector.test" ? .status(200) : nil })
        rig.attach("a")
        for number in 0..<40 {
            rig.send(to: "ad\(number).test", product: .dar)
            rig.send()
        }
        #expect(rig.accepted.count == 40)
        rig.advance(bySeconds: 50)
        rig.send(5)
        #expect(rig.accepted.count == 45)
        #expect(!rig.delivery.summary().isOffline && !rig.errors().contains(1001))
    }

    @Test func aClockThatIsSetBackProlongsNoWait() {
        let rig = DeliveryRig(answer: { _ in Self.refused })
        rig.send(2)
        rig.shift.withLock { $0 = -7 * 3_600 }
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 2)
        #expect(rig.accepted == ["a-1", "a-2"])
    }

    @Test func anAskedWaitIsCapped() {
        let rig = DeliveryRig {
            $0.delivery.retryAfterMaximumSeconds = 600
        } answer: { _ in
            .status(503, ["Retry-After": "99999999999"])
        }
        rig.send()
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 599)
        #expect(rig.asked.count == 1)
        rig.advance(bySeconds: 1)
        #expect(rig.accepted == ["a-1"])
    }

    @Test func whatEndedProgramsLeftIsSentWithTheNextStart() throws {
        let folder = try TemporaryFolder()
        var ended: [DeliveryRig] = []
        for number in 0..<20 {
            let rig = DeliveryRig(folder.location, answer: { _ in nil })
            rig.send(number == 0 ? 2 : 3, stream: "program \(number)")
            ended.append(rig)
        }
        // They are gone without a word.
        try RawDatabase(folder.file("pings.sqlite"))
            .run("UPDATE stream SET lease_owner = 'gone 1073741824 1' WHERE lease_owner IS NOT NULL")
        let next = DeliveryRig(folder.location)
        next.settle()
        #expect(Set(next.accepted).count == 59)
        #expect(next.delivery.summary().pending == 0)
        for rig in ended { rig.delivery.close() }
    }

    @Test func aSummarySaysWhyPingsWait() {
        let rig = DeliveryRig(privacy: .unknown)
        let collector = "http://collector.test:80"
        rig.send()
        #expect(rig.delivery.summary().reasons == [collector: "the privacy status is unknown"])
        rig.collector.answerAll { _ in .status(503, ["Retry-After": "60"]) }
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.settle()
        #expect(
            rig.delivery.summary().reasons
                == [collector: "it failed once, last with: status 503; the next try is in 60 s"]
        )
    }
}
