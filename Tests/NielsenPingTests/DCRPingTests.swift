// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

struct DCRPingTests {
    private let bench = PingBench()

    /// The published order of the parameters of a DCR ping.
    private static let names = """
        prd ci ch asn sessionId tl prv c6 ca cg c13 c32 c33 c34 c15 sup segment1 segment2 forward ad cr c9 enc c1 at rt \
        c16 c27 crs lat lon c29 c30 st c7 c8 c10 c14 c26 dd hrd wkd c35 c36 c37 c11 c12 c51 c52 sd pc c53 c54 c55 c57 \
        ai adid c3 c64 c58 c59 c61 c62 c63 c68 c73 c74 c76 c77 uoo evdata c71 c72 c44 davty si c66 fp_id fp_cr_tm \
        fp_acc_tm fp_emm_tm ve_id uid2 uid2_token hem_sha256 hem_sha1 hem_md5 hem_unknown
        """.split(separator: " ").map(String.init)

    @Test func aViewPingHasEveryPublishedParameterInOrder() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<1)
        let ping = try #require(bench.read(.dcrVideo).first)
        #expect(Self.names.count == 88)
        #expect(Array(ping.names.prefix(88)) == Self.names)
        #expect(Array(ping.names.dropFirst(88)) == ["ty", "cai", "rnd"])
        #expect(ping.address == "http://127.0.0.1:8642/cgi-bin/gn")
        #expect(ping.ping.method == .get)
        #expect(ping.ping.body == nil)
    }

    @Test func aViewPingSaysWhatIsPlayed() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<1)
        let ping = try #require(bench.read(.dcrVideo).first)
        let session = try #require(bench.records.records.first?.session)
        for (name, value) in [
            ("prd", "dcr"), ("ci", "us-000000"), ("ch", "us-000000_c00_vid345-67483_P"), ("asn", "defChnAsset"),
            ("sessionId", session), ("tl", "The Pants Alternative S03E18"), ("c6", "vc,c00"),
            ("ca", "us-000000_c00_vid345-67483"), ("cg", "The Big Bang Theory"),
            ("c13", "asid,PE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX"), ("c32", "segA,NA"), ("c33", "segB,Comedy"),
            ("c15", "apn,Player & Co"), ("segment1", "usa"), ("cr", "4_00_99_V0_0"), ("enc", "true"), ("at", "view"),
            ("rt", "video"), ("c27", "cln,0"), ("st", "dcr"), ("c7", "osgrp,IOS"), ("c8", "devgrp,PHN"),
            ("c10", "plt,MBL"), ("c14", "osver,16.1"), ("dd", "20231114"), ("hrd", "22"), ("wkd", "2"),
            ("c12", "apv,2.1"), ("c51", "adl,0"), ("c52", "noad,0"), ("sd", "3600"), ("pc", "NA"), ("c53", "fef,y"),
            ("c54", "oad,2022-03-21T10:05:00"), ("c57", "adldf,2"), ("ai", "vid345-67483"),
            ("c64", "starttm,1700000000"),
            ("c58", "isLive,false"), ("c59", "sesid,\(session)1"), ("c61", "createtm,1700000000"),
            ("c62", "sendTime,1700000000"), ("c77", "adsuprt,2"), ("uoo", "false"), ("davty", "0"),
            ("c66", "mediaurl,"),
            ("c71", "ottflg,0"), ("fp_id", api.firstPartyId), ("fp_cr_tm", "1700000000000"), ("ve_id", api.vendorId),
            ("c9", "devid,\(HashAlgorithm.sha256.hex(of: api.deviceId) ?? "")"), ("uid2", ""),
        ] {
            #expect(ping[name] == value, "\(name)")
        }
        #expect(ping.ping.stream != session)
        #expect(!ping.ping.id.contains(session))
        #expect(!ping.ping.url.contains(api.deviceId))
    }

    /// "DCR Video iOS SDK guide" names text beside static, and the published configurations measure both as pages.
    @Test func textIsAPage() throws {
        let api = try bench.makeApi()
        api.loadMetadata(["type": "text", "section": "News"])
        #expect(api.state == .idle)
        #expect(
            bench.read(.dcrStatic).map { [$0["asn"], $0["at"], $0["rt"], $0["cr"]] } == [["News", "view", "text", "V"]]
        )
        #expect(bench.read(.dcrVideo).isEmpty)
        #expect(bench.hearing.errors.isEmpty)
    }

    @Test func pagesMakePingsOfTheirOwn() throws {
        let api = try bench.makeApi()
        for section in 1...10 {
            api.loadMetadata(["type": "static", "section": "Section \(section)", "segA": "a"])
            // One minute more on each page.
            bench.clock.advance(by: .seconds(60 * Int64(section)))
        }
        api.staticEnd()
        let pings = bench.read(.dcrStatic)
        #expect(pings.filter { $0["cr"] == "V" }.count == 10)
        for section in 1...10 {
            let own = pings.filter { $0["asn"] == "Section \(section)" }
            #expect(own.map { $0["cr"] }.first == "V")
            #expect(own.map(\.ping.creditedSegments).reduce(0, +) == section, "\(section)")
            #expect(own.map { $0["davty"] }.first == "0")
            #expect(own.map { $0["davty"] }.last == "2")
            #expect(own.first?["c27"] == "cln,0")
            #expect(own.first?["rt"] == "text")
            #expect(own.first?["ca"] == "NA")
        }
        #expect(bench.read(.dcrVideo).isEmpty)
    }

    @Test func optedOutPingsGoOnAndSayIt() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<10)
        api.userOptOut("nielsenappsdk://1")
        bench.play(api, 10..<40)
        api.end()
        #expect(bench.read(.dcrVideo).map { $0["uoo"] } == ["false", "false", "true", "true"])
        #expect(bench.read(.dcrVideo).map { $0["c27"] } == ["cln,0", "cln,10", "cln,0", "cln,30"])
        #expect(bench.read(.dcrVideo).last?["cr"] == "4_00_99_D1_60")
    }

    @Test func theTimeOfSendingIsFilledInLater() throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<1)
        let ping = try #require(bench.pings.pings.last)
        let sent = ping.url(sentAt: 1_800_000_123_456)
        #expect(sent.contains("&c61=createtm%2C1700000000&c62=sendTime%2C1800000123&"))
        #expect(sent.utf8.count == ping.url.utf8.count)
        #expect(ping.url(sentAt: -5) == ping.url)
    }

    /// A Sunday, leap days, the days after them and the end of a year; seconds after the start of the clock.
    @Test(
        arguments: [
            (352_000, "20231119 0 7"), (9_251_199, "20240229 23 4"), (9_251_200, "20240301 0 5"),
            (35_646_400, "20241231 12 2"), (135_415_000, "20280229 5 2"), (2_407_542_400, "21000301 0 1"),
        ] as [(Int64, String)]
    )
    func theDayIsThatOfTheCalendar(_ seconds: Int64, _ told: String) throws {
        bench.clock.advance(by: .seconds(seconds))
        try bench.makeApi().loadMetadata(["type": "static", "section": "Home"])
        let ping = try #require(bench.read(.dcrStatic).first)
        #expect("\(ping["dd"]) \(ping["hrd"]) \(ping["wkd"])" == told)
    }

    @Test(arguments: [
        ["vcid": "old"]: "old", ["vcid": "old", "subbrand": "new"]: "new", ["vcid": "old", "subbrand": " "]: "old",
        ["vcid": " ", "subbrand": ""]: "c00",
    ])
    func theFormerKeyOfTheSubbrandCountsWhereTheDocumentedOneDoesNot(_ keys: [String: String], _ told: String) throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content.merging(keys) { $1 })
        bench.play(api, 0..<1)
        #expect(bench.read(.dcrVideo).first?["c6"] == "vc,\(told)")
    }

    @Test func aDeviceBesideIsTold() throws {
        let api = try bench.makeApi()
        api.updateOTT(["ottStatus": "1", "ottType": "casting & more", "ottDevice": "chromecast"])
        api.loadMetadata(PingBench.content)
        bench.play(api, 0..<1)
        api.updateOTT(["ottStatus": "0"])
        bench.play(api, 1..<2)
        api.end()
        let pings = bench.read(.dcrVideo)
        #expect(pings.map { $0["c71"] } == ["ottflg,1", "ottflg,1", "ottflg,0"])
        #expect(pings.map { $0["c72"] } == ["otttyp,casting & more", "otttyp,casting & more", "otttyp,"])
    }

    @Test(arguments: [("linear", "1"), ("Dynamic", "2"), ("1", "1"), ("7", "2")])
    func adLoadTypesAreMapped(_ given: String, _ told: String) throws {
        let api = try bench.makeApi()
        api.loadMetadata(PingBench.content.merging(["adloadtype": given]) { $1 })
        bench.play(api, 0..<1)
        #expect(bench.read(.dcrVideo).first?["c57"] == "adldf,\(told)")
    }

    @Test func metadataThatWouldBreakAnAddressIsEncoded() throws {
        let api = try bench.makeApi()
        let nasty = "a&b=c#d?e%f g\"\u{0}\n漢/'[]|"
        api.loadMetadata(PingBench.content.merging(["title": nasty, "assetid": nasty, "type": "content"]) { $1 })
        bench.play(api, 0..<1)
        let ping = try #require(bench.read(.dcrVideo).first)
        #expect(ping["tl"] == nasty)
        #expect(ping["ai"] == nasty)
        #expect(ping.names.count == 91)
        #expect(ping.ping.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
}
