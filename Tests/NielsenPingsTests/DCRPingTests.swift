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
        // The device says "us".
        #expect(ping["segment1"] == "usa")
        #expect(ping.ping.method == .get)
        #expect(ping.ping.body == nil)
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
}
