// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// What flavor, system setting and choice come to.
struct FlavorTests {
    private static let untracked: Set<NielsenIdentifier> = [.nielsenId, .firstPartyId, .connectedDevice]
    private static let everything = Set(NielsenIdentifier.allCases)

    struct Case: CustomTestStringConvertible {
        let flavor: NielsenFlavor
        let authorization: NielsenTrackingAuthorization?
        var limits = false
        let isOptedOut: Bool
        let identifiers: Set<NielsenIdentifier>
        var testDescription: String { "\(flavor), \(String(describing: authorization)), limited: \(limits)" }
    }

    static let cases = [
        Case(flavor: .ad, authorization: .authorized, isOptedOut: false, identifiers: everything),
        Case(flavor: .ad, authorization: .authorized, limits: true, isOptedOut: false, identifiers: everything),
        Case(flavor: .ad, authorization: .notDetermined, isOptedOut: false, identifiers: untracked),
        Case(flavor: .ad, authorization: .denied, isOptedOut: true, identifiers: []),
        Case(flavor: .ad, authorization: .restricted, isOptedOut: true, identifiers: []),
        Case(flavor: .ad, authorization: nil, isOptedOut: false, identifiers: everything),
        Case(flavor: .ad, authorization: nil, limits: true, isOptedOut: true, identifiers: []),
        Case(flavor: .noAd, authorization: .denied, isOptedOut: false, identifiers: everything),
        Case(flavor: .noAd, authorization: nil, limits: true, isOptedOut: false, identifiers: everything),
        Case(flavor: .noID, authorization: .authorized, isOptedOut: false, identifiers: []),
        Case(flavor: .noID, authorization: .denied, isOptedOut: false, identifiers: []),
    ]

    @Test(arguments: cases)
    func settingsCountInTheFlavorThatReadsThem(_ row: Case) {
        var device = PrivacyBench.device(row.authorization)
        device.limitsTracking = row.limits
        var privacy = NielsenPrivacy(flavor: row.flavor, device: device)
        #expect(privacy.isOptedOut == row.isOptedOut)
        #expect(privacy.identifiers == row.identifiers)
        privacy.choice = true
        #expect(privacy.isOptedOut)
        #expect(privacy.identifiers.isEmpty)
    }

    @Test(arguments: NielsenFlavor.allCases)
    func anAppForChildrenHasNoIdentifiersAndIsOptedOut(_ flavor: NielsenFlavor) {
        let privacy = NielsenPrivacy(flavor: flavor, isForKids: true, device: PrivacyBench.device(.authorized))
        #expect(privacy.flavor == .noID)
        #expect(privacy.isOptedOut)
        #expect(privacy.identifiers.isEmpty)
    }

    @Test(arguments: [
        (NielsenFlavor.ad, NielsenTrackingAuthorization.denied, true), (.ad, .restricted, true),
        (.ad, .notDetermined, false), (.ad, .authorized, false), (.noAd, .denied, false), (.noID, .denied, false),
    ])
    func theStatusIsTheSettingOrTheChoice(
        _ flavor: NielsenFlavor,
        _ authorization: NielsenTrackingAuthorization,
        _ isOptedOut: Bool
    ) throws {
        let bench = PrivacyBench(flavor)
        bench.device = PrivacyBench.device(authorization)
        let api = try bench.makeApi()
        #expect(api.optOutStatus == isOptedOut)
        api.userOptOut("nielsenappsdk://1")
        #expect(api.optOutStatus)
        api.userOptOut("nielsenappsdk://0")
        // The choice does not lift the setting.
        #expect(api.optOutStatus == isOptedOut)
    }

    @Test func aFlavorWithoutIdentifiersMakesAndKeepsNone() throws {
        let bench = PrivacyBench(.noID)
        let kept = RecordingStore()
        bench.store = kept
        let api = try bench.makeApi()
        #expect(
            [api.nielsenId, api.demographicId, api.firstPartyId, api.vendorId, api.deviceId] == ["", "", "", "", ""]
        )
        api.userOptOut("nielsenappsdk://1")
        #expect(Set(kept.written) == ["nielsen.optOut"])
    }

    @Test(arguments: [NielsenFlavor.ad, .noAd])
    func whatIsOptedOutFromTheFirstStartMakesAndKeepsNone(_ flavor: NielsenFlavor) throws {
        let bench = PrivacyBench(flavor)
        let kept = RecordingStore()
        bench.store = kept
        let api = try bench.makeApi(["optout": "true"])
        #expect([api.nielsenId, api.demographicId, api.firstPartyId] == ["", "", ""])
        #expect(kept.written.isEmpty)
    }

    @Test func theDeviceIdIsThatOfTheFlavor() throws {
        #expect(try PrivacyBench(.ad).makeApi().deviceId == PrivacyBench.advertisingId)
        #expect(try PrivacyBench(.noAd).makeApi().deviceId == PrivacyBench.vendorId)
        let asked = PrivacyBench(.ad)
        asked.device = PrivacyBench.device(.denied)
        #expect(try asked.makeApi().deviceId.isEmpty)
        asked.device = PrivacyBench.device(.notDetermined)
        #expect(try asked.makeApi().deviceId.isEmpty)
        // Zeros mean none, also where a system that does not ask tells them.
        asked.device = PrivacyBench.device(nil)
        asked.device.advertisingId = "00000000-0000-0000-0000-000000000000"
        let own = try asked.makeApi().deviceId
        #expect(own.count == 36 && own != asked.device.advertisingId)
    }

    @Test func anAppForChildrenIsMarkedFromTheFirstPingAndCannotOptIn() throws {
        let bench = PrivacyBench(.ad)
        bench.isForKids = true
        let api = try bench.makeApi()
        api.userOptOut("nielsenappsdk://0")
        #expect(api.optOutStatus)
        let pings = bench.takePings()
        #expect(pings.map { $0["uoo"] } == ["true"])
        #expect(pings.map { $0["c9"] } == ["devid,"])
    }

    /// "DCR Video iOS SDK guide" asks an app for children to opt out right after the start; `optout` in the app
    /// information is in time for the first ping too.
    @Test func theAppCanOptOutInTimeForTheFirstPing() throws {
        let bench = PrivacyBench(.noID)
        _ = try bench.makeApi(["optout": "true"])
        #expect(bench.takePings().map { $0["uoo"] } == ["true"])
    }
}

/// A store that tells what was written.
private final class RecordingStore: KeyValueStore {
    private let values = Locked<[(key: String, value: JSONValue?)]>([])

    var written: [String] { values.withLock { $0.map(\.key) } }

    func value(forKey key: String) -> JSONValue? {
        values.withLock { $0.last { $0.key == key }?.value }
    }

    func set(_ value: JSONValue?, forKey key: String) {
        values.withLock { $0.append((key, value)) }
    }
}
