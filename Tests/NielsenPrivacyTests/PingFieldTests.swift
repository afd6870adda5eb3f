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

    /// Every field that has something to do with the user.
    private static let personal: Set<String> = [
        "uoo", "c9", "enc", "c1", "fp_id", "fp_cr_tm", "fp_acc_tm", "ve_id", "c74", "uid2", "uid2_token", "hem_sha256",
        "hem_sha1", "hem_md5", "hem_unknown",
    ]

    /// What those fields hold where nothing leaves but the mark.
    private static let nothing: [String: String] = [
        "c9": "devid,", "enc": "false", "c1": "nuid,", "fp_id": "", "fp_cr_tm": "", "fp_acc_tm": "", "ve_id": "",
        "c74": "dvcnm,Phone", "uid2": "", "uid2_token": "", "hem_sha256": "", "hem_sha1": "", "hem_md5": "",
        "hem_unknown": "",
    ]

    /// The mark, and what is another one with each session or ping.
    private static let anew: Set<String> = ["uoo", "rnd", "sessionId", "c59", "nmspc"]

    private func products(_ pings: [PingReading]) -> [String] { pings.map(\.ping.product.rawValue) }

    @Test(arguments: NielsenFlavor.allCases)
    func anOptOutChangesTheMarkAndTheIdentifiersAndNothingElse(_ flavor: NielsenFlavor) throws {
        let before = try pings(flavor, optedOut: false).pings
        let after = try pings(flavor, optedOut: true).pings
        #expect(Set(products(before)).isSuperset(of: ["session", "dcrVideo", "dcrStatic", "dtvr", "tsv"]))
        #expect(products(before) == products(after))
        for (old, new) in zip(before, after) {
            #expect(old["uoo"] == "false")
            #expect(new["uoo"] == "true")
            #expect(old.values.keys.sorted() == new.values.keys.sorted())
            for (name, value) in new.values.sorted(by: { $0.key < $1.key }) {
                if let empty = Self.nothing[name] {
                    #expect(value == empty, "\(name) of \(new.ping.product)")
                } else if !Self.anew.contains(name) {
                    #expect(value == old[name], "\(name) of \(new.ping.product)")
                }
            }
            let changed = Set(old.values.keys.filter { old[$0] != new[$0] }).subtracting([
                "rnd", "sessionId", "c59", "nmspc",
            ])
            let expected: Set<String> = flavor == .noID ? ["uoo"] : Self.personal.intersection(old.values.keys)
            #expect(changed == expected)
        }
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

    /// Before the user was asked there is no permission, and no opt-out either.
    @Test func theAdFlavorSendsNothingForTrackingBeforeItIsAllowed() throws {
        let (pings, api) = try pings(.ad, .notDetermined, optedOut: false)
        for ping in pings {
            #expect(ping["uoo"] == "false")
            for (name, value) in ping.values where Self.nothing[name] != nil {
                switch name {
                case "c1": #expect(value == "nuid,\(sha256(api.nielsenId))")
                case "fp_id": #expect(value == api.firstPartyId)
                case "fp_cr_tm": #expect(value == "1700000000000")
                case "fp_acc_tm": #expect(value.count == 13)
                default: #expect(value == Self.nothing[name], "\(name) of \(ping.ping.product)")
                }
            }
        }
    }

    @Test(arguments: [NielsenTrackingAuthorization.denied, .restricted])
    func theAdFlavorTakesARefusalAsAnOptOut(_ authorization: NielsenTrackingAuthorization) throws {
        let refused = try pings(.ad, authorization, optedOut: false).pings
        let chosen = try pings(.ad, .authorized, optedOut: true).pings
        #expect(refused.map(\.ping.url) == chosen.map(\.ping.url))
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

    /// Nothing that names the device or its user is anywhere in any address.
    @Test(arguments: [(NielsenFlavor.ad, true), (.noAd, true), (.noID, true), (.noID, false)])
    func nothingOfTheUserIsAnywhereInAPing(_ flavor: NielsenFlavor, _ optedOut: Bool) throws {
        let (pings, api) = try pings(flavor, optedOut: optedOut)
        var secrets = [
            PrivacyBench.advertisingId, PrivacyBench.vendorId, "Anna", "DC%3A56", "-of-anna", api.nielsenId,
            api.firstPartyId, api.demographicId, api.deviceId,
        ].filter { !$0.isEmpty }
        secrets += secrets.map(sha256)
        #expect(pings.count > 6)
        for ping in pings {
            for secret in secrets { #expect(!ping.ping.url.contains(secret), "\(ping.ping.product)") }
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
        #expect(pings.map { $0["enc"] } == ["true", "true", "false", "false", "true", "true"])
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

    /// A template of the configuration's own cannot get at what may not leave, in whatever slot.
    @Test func everySlotIsWithheld() throws {
        let bench = PrivacyBench(.noAd)
        bench.configuration = try NielsenConfiguration(
            jsonData: Data(
                """
                {"schema": "launch-hub.sdk-configuration", "version": 1,
                 "keyMap": {"nol_a": "uid2", "nol_b": "((hem_md5))"}, "defaults": {"nol_nuid": "999"},
                 "templates": {"t": {"url": "http://127.0.0.1:1/", "parameters": [
                    "a=[nol_a]", "c=[nol_a_content]", "d=[nol_a_ad]", "s=[nol_a_static]", "b=[nol_b]",
                    "i=[nol_demographicId]", "o=[nol_ottDeviceID]", "n=[nol_ottDeviceName]", "t=[nol_ottType]",
                    "u=[nol_nuid]"
                 ]}},
                 "products": [{"product": "dcrVideo", "processors": [
                    {"cadence": "impression", "template": "t"}, {"cadence": "interval", "template": "t"}]}]}
                """.utf8
            )
        )
        let api = try bench.makeApi()
        api.updateOTT(PrivacyBench.connected)
        api.loadMetadata(PrivacyBench.content.merging(["uid2": "of-the-asset"]) { $1 })
        bench.play(api, 0..<40)
        let demographicId = api.demographicId
        api.userOptOut("nielsenappsdk://1")
        bench.play(api, 40..<41)
        api.end()
        var pings = bench.takePings()
        try #require(pings.count == 4)
        pings.removeSubrange(1...2)
        #expect(pings[0]["a"] == "of-the-asset")
        #expect(pings[0]["c"] == "of-the-asset")
        #expect(pings[0]["b"] == "hem5-of-anna")
        #expect(pings[0]["i"] == demographicId)
        #expect(pings[0]["o"] == "DC:56:E7:53:72:85-airplay")
        #expect(pings[0]["n"] == "Anna's box")
        for name in ["a", "c", "d", "s", "b", "i", "o", "n"] { #expect(pings[1][name].isEmpty, "\(name)") }
        #expect(pings[1]["t"] == "airplay")
        // The configuration may have a value that means none.
        #expect(pings[1]["u"] == "999")
    }
}
