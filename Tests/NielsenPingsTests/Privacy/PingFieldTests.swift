// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// The same session before and after an opt-out, field by field.
struct PingFieldTests {
    /// The session of a user who has chosen, every ping of it.
    private func pings(
        _ flavor: NielsenFlavor,
        _ authorization: NielsenTrackingAuthorization = .authorized,
        optedOut: Bool
    ) throws -> (pings: [PingReading], api: NielsenAppApi) {
        let bench = PrivacyBench(flavor)
        bench.device = PrivacyBench.device(authorization)
        try bench.store.set(.bool(optedOut), forKey: "nielsen.optOut")
        let api = try bench.session()
        return (bench.takePings(), api)
    }

    @Test func theAdFlavorSendsTheAdvertisingIdWhereItIsAllowed() throws {
        let (pings, api) = try pings(.ad, .authorized, optedOut: false)
        for ping in pings where ping.values["c9"] != nil {
            #expect(ping["c9"] == "devid,\(sha256(PrivacyBench.advertisingId))")
            #expect(ping["enc"] == "true")
        }
        let view = try #require(pings.first { $0.ping.product == .dcrVideo })
        #expect(view["c1"] == "nuid,\(sha256(api.nielsenId))")
        #expect(view["ve_id"] == PrivacyBench.vendorId)
        #expect(view["fp_id"] == api.firstPartyId)
        #expect(view["fp_cr_tm"] == "1700000000000")
        #expect(view["fp_acc_tm"] == "1700000000000")
        #expect(view["c74"] == "dvcnm,\(PrivacyBench.deviceName)")
        for (key, value) in PrivacyBench.userIds { #expect(view[key] == value) }
    }

    @Test func theNoAdFlavorSendsTheVendorIdInItsPlace() throws {
        // Whatever the advertising framework would say.
        for authorization in NielsenTrackingAuthorization.allCases {
            let pings = try pings(.noAd, authorization, optedOut: false).pings
            for ping in pings where ping.values["c9"] != nil {
                #expect(ping["c9"] == "devid,\(sha256(PrivacyBench.vendorId))")
                #expect(ping["enc"] == "true")
                #expect(ping["uoo"] == "false")
            }
            #expect(pings.contains { $0["ve_id"] == PrivacyBench.vendorId })
        }
    }

    @Test func aChoiceInTheMiddleCountsFromTheNextPingAndCanBeTakenBack() throws {
        let bench = PrivacyBench(.noAd)
        let api = try bench.makeApi()
        let first = api.firstPartyId
        api.loadMetadata(PrivacyBench.content)
        bench.play(api, 0..<40)
        api.userOptOut("nielsenappsdk://1")
        #expect(api.firstPartyId.isEmpty)
        bench.play(api, 40..<80)
        api.userOptOut("nielsenappsdk://0")
        bench.play(api, 80..<120)
        api.end()
        let pings = bench.takePings().filter { $0.ping.product == .dcrVideo }
        #expect(pings.map { $0["davty"] } == ["0", "2", "0", "2", "0", "2"])
        #expect(pings.map { $0["uoo"] } == ["false", "false", "true", "true", "false", "false"])
        let id = "devid,\(sha256(PrivacyBench.vendorId))"
        #expect(pings.map { $0["c9"] } == [id, id, "devid,", "devid,", id, id])
        #expect(pings.allSatisfy { $0["enc"] == "true" })
        // What was made here is made again.
        #expect(pings.map { $0["fp_id"] } == [first, first, "", "", api.firstPartyId, api.firstPartyId])
        #expect(first != api.firstPartyId)
        #expect(Set(pings.map { $0["c1"] }).count == 3)
        #expect(pings.map { !$0["uid2"].isEmpty } == [true, true, false, false, true, true])
        // What it is about stays.
        #expect(Set(pings.map { $0["ai"] }) == ["vid345-67483"])
        #expect(Set(pings.map { $0["sessionId"] }).count == 3)
        #expect(Set(pings.map { $0["c59"] }).count == 3)
    }
}
