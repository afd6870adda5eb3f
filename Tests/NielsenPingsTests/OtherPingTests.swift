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
        let encrypted = try AES128CBC(key: key).encrypt(Array(api.deviceId.utf8), iv: Array(sealed.prefix(16)))
        #expect(Array(sealed.dropFirst(16)) == encrypted)
    }
}
