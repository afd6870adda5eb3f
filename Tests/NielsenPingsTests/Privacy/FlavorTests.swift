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

    @Test(arguments: [NielsenFlavor.ad, .noAd])
    func whatIsOptedOutFromTheFirstStartMakesAndKeepsNone(_ flavor: NielsenFlavor) throws {
        let bench = PrivacyBench(flavor)
        let kept = RecordingStore()
        bench.store = kept
        let api = try bench.makeApi(["optout": "true"])
        #expect([api.nielsenId, api.demographicId, api.firstPartyId] == ["", "", ""])
        #expect(kept.written.isEmpty)
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
