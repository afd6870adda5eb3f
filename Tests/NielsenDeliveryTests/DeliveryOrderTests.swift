// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct DeliveryOrderTests {
    @Test func aPingIsSentWithItsIdAndTheTimeOfSending() throws {
        let rig = DeliveryRig(privacy: .unknown)
        var ping = DeliveryRig.ping("a", 1, "http://collector.test/gn?c62=sendTime%2C0000000000&x=1")
        ping.sendTimePosition = 40
        rig.delivery.send(ping)
        rig.clock.advance(by: .seconds(100))
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.settle()
        let request = try #require(rig.collector.requests.first)
        #expect(request.method == .get && request.body == nil)
        #expect(request.headers["Idempotency-Key"] == "a-1")
        // The time of sending, not that at which it was made.
        #expect(request.url.absoluteString == "http://collector.test/gn?c62=sendTime%2C1700000100&x=1")
        #expect(rig.collector.requests.count == 1)
    }

    @Test func aPostCarriesItsJSON() throws {
        let rig = DeliveryRig()
        var ping = DeliveryRig.ping("a", 1, "http://collector.test/view", product: .viewability)
        ping.method = .post
        ping.body = #"{"invs":[[1,2,3,4]],"text":"ü\n"}"#
        rig.delivery.send(ping)
        rig.settle()
        let request = try #require(rig.collector.requests.first)
        #expect(request.method == .post)
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.body == Data((ping.body ?? "").utf8))
    }

    @Test func everythingOfAPingSurvivesTheQueue() throws {
        let folder = try TemporaryFolder()
        let rig = DeliveryRig(folder.location) {
            $0.delivery.maximumTries = 1
        } answer: { _ in
            .status(500)
        }
        var ping = DeliveryRig.ping("stream with spaces", 7, "http://collector.test/gn?t=0000000000", product: .dar)
        ping.sendTimePosition = 27
        ping.method = .post
        ping.body = "{}"
        ping.lane = .ad
        ping.assetid = "an ad"
        ping.creditedSegments = 5
        rig.delivery.send(ping)
        rig.advance(bySeconds: 7 * 3_600, step: .seconds(600))
        #expect(rig.delivery.setAsidePings().map(\.ping) == [ping])
        #expect(rig.delivery.setAsidePings().map(\.reason) == ["status 500"])
    }

    @Test func eachInstancesPingsArriveInOrderWhateverFailsInBetween() throws {
        let dice = Locked(SeededGenerator(seed: 3))
        let rig = DeliveryRig {
            $0.delivery.maximumTries = 1_000
            $0.delivery.retryMaximumSeconds = 5
        } answer: { _ in
            switch dice.withLock({ Int.random(in: 0..<8, using: &$0) }) {
            case 0: .status(503)
            case 1: .status(429, ["Retry-After": "2"])
            case 2: .failure(.connection("refused"))
            case 3: .failure(.timedOut(after: .seconds(30)))
            case 4: .status(408)
            default: .status(200)
            }
        }
        let streams = ["a", "b", "c"]
        for round in 0..<10 {
            for stream in streams { rig.send(2, stream: stream) }
            rig.advance(bySeconds: round)
        }
        rig.advance(bySeconds: 600, step: .seconds(5))
        for stream in streams {
            #expect(rig.accepted.filter { $0.hasPrefix(stream) } == (1...20).map { "\(stream)-\($0)" })
        }
        #expect(rig.delivery.summary().pending == 0)
        #expect(rig.delivery.summary().sent == 60)
    }

    @Test func aPingComesTwiceOnlyWhereItsAnswerWasLostAndWithTheSameId() {
        let losing = Locked(3)
        let rig = DeliveryRig(answer: { _ in
            let loses = losing.withLock { left in
                left -= 1
                return left >= 0 && left != 1
            }
            return loses ? .acceptedAndLost : .status(204)
        })
        rig.send(3)
        rig.advance(bySeconds: 60)
        #expect(rig.accepted == ["a-1", "a-1", "a-2", "a-2", "a-3"])
    }

    @Test func aCollectorThatIsDownHoldsUpNoOther() {
        let rig = DeliveryRig(answer: { request in
            request.url.host == "ads.test" ? .failure(.connection("refused")) : .status(200)
        })
        rig.attach("a", "b")
        rig.send(to: "ads.test")
        rig.send(2)
        rig.send(2, stream: "b")
        #expect(rig.accepted.sorted() == ["a-2", "a-3", "b-1", "b-2"])
        rig.advance(bySeconds: 30)
        // The network is not away, so that is not reported.
        #expect(rig.errors("a") == [9])
        #expect(rig.errors("b") == [])
        #expect(rig.delivery.summary().isOffline == false)
        rig.collector.answerAll { _ in .status(200) }
        rig.advance(bySeconds: 300)
        #expect(rig.accepted.last == "a-1")
    }

    @Test func aRealInstancesPingsAreDelivered() throws {
        let rig = DeliveryRig()
        let environment = NielsenEnvironment(
            clock: rig.clock,
            pings: rig.delivery,
            configuration: rig.configuration
        )
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        api.play(["channelName": "News"])
        api.loadMetadata(["type": "content", "assetid": "one", "length": "3600"])
        for position in 0..<400 {
            api.playheadPosition(Int64(position))
            // A request that is under way while the clock moves on could exceed its time.
            rig.advance(bySeconds: 1)
        }
        api.end()
        rig.settle()
        let paths = rig.collector.requests.map(\.url.absoluteString)
        #expect(paths.count == 4)
        #expect(paths.allSatisfy { $0.hasPrefix("http://127.0.0.1:8642/cgi-bin/gn?prd=") })
        #expect(paths.compactMap { $0.firstMatch(of: /&davty=(\d)/)?.1 } == ["0", "1", "2"])
        #expect(Set(rig.asked).count == 4)
    }
}
