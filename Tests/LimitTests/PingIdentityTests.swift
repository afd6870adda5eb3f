// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
import NielsenModel
import Testing

@testable import NielsenPings

/// The identifiers of a device, what leaves of them, and what pings have credited.
struct PingIdentityTests {
    private func identity(_ firstPartyId: String = "F", created: Int64 = 1_000) -> NielsenIdentity {
        NielsenIdentity(
            nielsenId: "N",
            demographicId: "D",
            firstPartyId: firstPartyId,
            firstPartyCreated: created,
            ownVendorId: "V",
            ownDeviceId: "O"
        )
    }

    // MARK: - Identifiers

    @Test(
        arguments: [
            ("F", 999, nil), ("F", 1_000, 5_000), ("F", 5_999, 1), ("F", 6_000, nil), ("F", 6_001, nil),
            ("", 1_000, nil),
        ] as [(String, Int64, Int64?)]
    )
    func anIdentifierIsOverAtTheEndOfItsLifetime(_ id: String, _ time: Int64, _ left: Int64?) {
        var now = NielsenTime.never
        now.instant = Instant(nanoseconds: 7_000_000)
        now.unixMilliseconds = time
        let due = identity(id).firstPartyDue(lifetime: 5_000, at: now)
        #expect(due == left.map { Instant(nanoseconds: ($0 + 7) * 1_000_000) })
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("0", nil), ("00000000-0000-0000", nil), ("0 -\n", nil), ("0A", "0A"), ("a", "a"),
        ] as [(String?, String?)]
    )
    func zerosAloneAreNoIdentifier(_ id: String?, _ real: String?) {
        #expect(NielsenIdentity.real(id) == real)
    }

    @Test func anIdentifierHasTheFormOfAUUID() {
        let words = Locked<[UInt64]>([0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210])
        let made = NielsenIdentity.makeIdentifier { words.withLock { $0.removeFirst() } }
        #expect(made == "01234567-89AB-4DEF-BEDC-BA9876543210")
        #expect(NielsenIdentity.makeIdentifier { .max } == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")
        #expect(NielsenIdentity.makeIdentifier { 0 } == "00000000-0000-4000-8000-000000000000")
    }

    @Test func nobodyHasNoIdentifiers() {
        let none = NielsenIdentity.none
        #expect([none.nielsenId, none.demographicId, none.firstPartyId] == ["", "", ""])
        #expect(none.firstPartyCreated == 0)
        #expect(none.vendorId(NielsenDevice(), NielsenPrivacy(flavor: .ad)) == "")
    }

    @Test(
        arguments: [
            (.ad, .authorized, "A", "A", "W"), (.ad, .authorized, "0-0", "", "W"), (.ad, .denied, "A", "", "W"),
            (.ad, .restricted, "A", "", "W"), (.ad, .notDetermined, "A", "", "W"), (.ad, nil, "A", "A", "W"),
            (.ad, nil, "0", "O", "W"), (.noAd, .authorized, "A", "W", "W"), (.noID, .authorized, "A", "", ""),
        ] as [(NielsenFlavor, NielsenTrackingAuthorization?, String, String, String)]
    )
    func theIdentifierOfADeviceIsOfItsFlavor(
        _ flavor: NielsenFlavor,
        _ authorization: NielsenTrackingAuthorization?,
        _ advertisingId: String,
        _ deviceId: String,
        _ vendorId: String
    ) {
        var device = NielsenDevice(vendorId: "W")
        device.trackingAuthorization = authorization
        device.advertisingId = advertisingId
        let privacy = NielsenPrivacy(flavor: flavor, device: device)
        #expect(identity().deviceId(device, privacy) == deviceId)
        #expect(identity().vendorId(device, privacy) == vendorId)
        device.vendorId = "00"
        #expect(identity().vendorId(device, privacy) == (vendorId.isEmpty ? "" : "V"))
    }

    @Test func anIdentifierLeavesSealed() throws {
        let key = (0..<16).map { UInt8($0 * 3) }
        let words = Locked<[UInt64]>([0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908])
        let sealed = IdentifierSealer.seal("id", .aes128(key: key)) { words.withLock { $0.removeFirst() } }
        let start = (0..<16).map { UInt8($0) }
        let encrypted = try AES128CBC(key: key).encrypt(Array("id".utf8), iv: start)
        #expect(sealed == "000102030405060708090a0b0c0d0e0f" + Hexadecimal.text(of: encrypted))
        #expect(IdentifierSealer.seal("", .aes128(key: key), { 0 }) == "")
        #expect(IdentifierSealer.seal("id", .aes128(key: [1]), { 0 }) == "")
        #expect(IdentifierSealer.seal("id", .sha256, { 0 }) == HashAlgorithm.sha256.hex(of: "id"))
        #expect(IdentifierSealer.seal("", .sha256, { 0 }) == "")
    }

    // MARK: - Credit

    @Test func aCreditWithoutNumbersHasNone() {
        #expect(NielsenPingCredit(["view": 3]) == NielsenPingCredit(view: 3))
        #expect(NielsenPingCredit(["segments": [1]]) == nil)
        let whole = NielsenPingCredit(view: 3, watermark: "FD_1", run: 2, segments: [4, 5], seconds: 6, isEnd: true)
        var object: JSONObject = [:]
        whole.write(to: &object)
        #expect(NielsenPingCredit(object) == whole)
        #expect(
            object == ["view": 3, "segments": [4, 5], "seconds": 6, "ended": true, "watermark": "FD_1", "run": 2]
        )
    }

    private func ping(
        _ product: NielsenProduct = .dcrVideo,
        view: Int,
        run: Int = 0,
        seconds: Int = 60,
        isEnd: Bool = false
    ) -> NielsenPing {
        NielsenPing(
            product: product,
            cadence: .interval,
            url: "",
            stream: "s",
            id: "",
            createdAt: 0,
            credit: NielsenPingCredit(
                view: view,
                watermark: run > 0 ? "FD_1" : nil,
                run: run,
                segments: [Int64(seconds)],
                seconds: seconds,
                isEnd: isEnd
            )
        )
    }

    private func measured(_ views: ClosedRange<Int>) -> [NielsenCredit] {
        views.map { NielsenCredit(lane: .content, assetid: "measured", view: $0) }
    }

    @Test func eachProductReportsTheWholeView() {
        var ledger = CreditLedger()
        ledger.add(ping(view: 1, seconds: 60))
        ledger.add(ping(.dar, view: 1, seconds: 0))
        ledger.add(ping(view: 1, seconds: 30))
        ledger.add(ping(view: 1, seconds: 0, isEnd: true), isForeseen: true)
        var credit = NielsenCredit(lane: .content, assetid: "", view: 1)
        credit.products = [.dcrVideo, .dar]
        credit.seconds = 90
        credit.segments = [0, 30, 60]
        #expect(ledger.credits(of: "s") == [credit])
        ledger.add(ping(view: 1, seconds: 0, isEnd: true))
        credit.ended = true
        #expect(ledger.credits(of: "s") == [credit])
        ledger.add(ping(view: 1, seconds: .max))
        #expect(ledger.credits(of: "s").first?.seconds == .max)
    }

    @Test func aViewWithoutPingsIsAsItWasMeasured() {
        let ledger = CreditLedger()
        #expect(ledger.credits(of: "s", measured: measured(1...2)) == measured(1...2))
        var some = CreditLedger()
        some.add(ping(view: 2))
        let credits = some.credits(of: "s", measured: measured(1...3))
        #expect(credits.map(\.view) == [1, 2, 3])
        #expect(credits.map(\.assetid) == ["measured", "", "measured"])
        some.add(ping(view: 1, run: 1))
        let watermarked = some.credits(of: "s", measured: measured(1...3))
        #expect(watermarked.map(\.view) == [1, 1, 2, 3])
        #expect(watermarked.map(\.watermark) == [nil, "FD_1", nil, nil])
    }

    @Test func whatTheLedgerForgotIsNotMeasuredEither() {
        var ledger = CreditLedger(limit: 2)
        for view in 1...3 { ledger.add(ping(view: view)) }
        #expect(ledger.credits(of: "s", measured: measured(1...4)).map(\.view) == [2, 3, 4])
        // A run is of no view, so that its view is not forgotten with it.
        var runs = CreditLedger(limit: 1)
        runs.add(ping(view: 1, run: 1))
        runs.add(ping(view: 2))
        #expect(runs.credits(of: "s", measured: measured(1...2)).map(\.view) == [1, 2])
    }

    @Test func anEventIsReportedAgainAfterAHundred() {
        var report = ViewReport()
        for _ in 0..<100 { report.note("play", 1, 0) }
        report.forgetEvents()
        for _ in 0..<101 { report.note("play", 1, 0) }
        #expect(report.events.split(separator: "~").count == 100)
        #expect(report.intervals == 0 && report.adCount == 0 && report.adSeconds == 0 && report.began == 0)
    }
}
