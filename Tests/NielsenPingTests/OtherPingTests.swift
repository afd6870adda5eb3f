// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

struct OtherPingTests {
    private let bench = PingBench()

    @Test func anInstanceStartsWithASessionPing() throws {
        let api = try bench.makeApi(PingBench.appInfo.merging(["uid2": "u/2", "hem_md5": "abc"]) { $1 })
        #expect(bench.pings.pings.map(\.product) == [.session])
        let ping = try #require(bench.read(.session).first)
        let session = ping["sessionId"]
        #expect(
            ping.names == [
                "prd", "c9", "enc", "c13", "sessionId", "c16", "uoo", "fp_id", "fp_cr_tm", "fp_acc_tm", "ve_id", "c30",
                "uid2", "uid2_token", "hem_sha256", "hem_sha1", "hem_md5", "hem_unknown", "sdd", "dvmod",
                "sfc", "dis", "retry", "rnd",
            ]
        )
        #expect(session.count == 39)
        #expect(session.hasSuffix("1700000000"))
        #expect(
            session.prefix(29).utf8.allSatisfy { UnicodeScalar($0).properties.isAlphabetic || (48...57).contains($0) }
        )
        #expect(ping["prd"] == "session")
        #expect(ping["uid2"] == "u/2")
        #expect(ping["hem_md5"] == "abc")
        #expect(ping["c16"] == "sdkv,\(api.meterVersion ?? "")")
        #expect(ping["sdd"] == "1700000000")
    }

    @Test func anAdWithItsOwnAddressIsPinged() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        for tag in ["ad?c=1&d=[x]", "ad", "ad?", "ad?c=1&"].map({ "http://127.0.0.1:9/" + $0 }) {
            api.loadMetadata(["type": "ad", "assetid": tag, "ocrtag": tag])
            bench.play(api, 0..<40)
            api.stop()
        }
        let pings = bench.read(.dar)
        #expect(pings.map(\.address) == Array(repeating: "http://127.0.0.1:9/ad", count: 4))
        #expect(pings.allSatisfy { !$0.ping.url.contains("?&") && !$0.ping.url.contains("&&") })
        #expect(pings[0].names.prefix(3) == ["c", "d", "c7"])
        #expect(pings[0]["d"] == "[x]")
        #expect(pings[1].names.first == "c7")
        #expect(pings[2].names.first == "c7")
        #expect(pings[3].names.prefix(2) == ["c", "c7"])
        #expect(pings[0]["c7"] == "osgrp,IOS")
        #expect(pings[0]["uoo"] == "false")
    }

    @Test(arguments: ["ftp://host/ad", "javascript:1", "nonsense", "http:/ad"])
    func anAddressThatIsNoneIsError8(_ tag: String) throws {
        let api = try bench.makeApi()
        api.loadMetadata(["type": "ad", "assetid": "a", "ocrtag": tag])
        bench.play(api, 0..<1)
        #expect(bench.read(.dar).isEmpty)
        // The metadata rules report it when it is loaded, and the request cannot be made when it is played.
        #expect(bench.hearing.errors == [2, 8])
        #expect(bench.read(.dcrVideo).count == 1)
    }

    @Test func viewabilityIsPostedAsJSON() throws {
        let sink = NielsenRecordingPingSink()
        let record = NielsenMeasurementRecord(
            kind: .view,
            session: "s",
            lane: .content,
            assetid: "a",
            view: 1,
            optedOut: false,
            time: 1_700_000_000_000,
            metadata: ["type": "content", "assetid": "a"],
            viewability: ["invs": [[50, 1, 1_528_457_356, 10]], "inss": [["1024x768", 1, 1_528_457_356, 10]]]
        )
        var factory = PingFactory(environment: bench.environment, appInfo: PingBench.appInfo)
        try factory.send(record, to: sink)
        let ping = try #require(sink.pings.first { $0.product == .viewability })
        #expect(ping.method == .post)
        #expect(
            ping.body
                == #"{"inss":[["1024x768",1,1528457356,10]],"invs":[[50,1,1528457356,10]]}"#
        )
        let reading = PingReading(ping)
        #expect(reading["prd"] == "viewability")
        #expect(reading["ai"] == "a")
        #expect(reading["at"] == "view")
    }

    @Test func identifiersMayBeEncrypted() throws {
        let key = [UInt8](1...16)
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "identifiers": {"deviceId": "aes128", "aes128Key": "\(Hexadecimal.text(of: key))"},
             "templates": {"t": {"url": "http://127.0.0.1/", "parameters": ["d=[nol_deviceId]"]}},
             "products": [{"product": "session", "processors": [{"cadence": "session", "template": "t"}]}]}
            """
        bench.configuration = try NielsenConfiguration(jsonData: .init(text.utf8))
        let api = try bench.makeApi()
        let sealed = try #require(Hexadecimal.bytes(of: bench.read(.session)[0]["d"]))
        let plain = try AES128CBC(key: key).decrypt(Array(sealed.dropFirst(16)), iv: Array(sealed.prefix(16)))
        #expect(String(decoding: plain, as: UTF8.self) == api.deviceId)
    }

    @Test func withoutAPlaceForPingsNoneAreMade() throws {
        var environment = bench.environment
        environment.pings = nil
        let api = try NielsenAppApi.make(appInfo: PingBench.appInfo, environment: environment)
        api.loadMetadata(PingBench.content)
        api.playheadPosition(0)
        #expect(bench.pings.pings.isEmpty)
        #expect(bench.records.records.count == 2)
    }

    @Test func aPingIsJSONWithStableNames() {
        let ping = NielsenPing(
            product: .dcrVideo,
            cadence: .impression,
            url: "http://127.0.0.1/",
            stream: "s",
            id: "s-0",
            createdAt: 5,
            lane: .content,
            assetid: "a",
            creditedSegments: 2
        )
        #expect(
            ping.json.jsonText
                == #"{"assetid":"a","cadence":"impression","created":5,"credited_segments":2,"id":"s-0","#
                + #""lane":"content","method":"GET","product":"dcrVideo","stream":"s","url":"http://127.0.0.1/"}"#
        )
    }
}
