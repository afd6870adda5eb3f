// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// A device is connected, changed and disconnected.
struct UpdateOTTTests {
    /// A template with every field.
    private static let configuration = """
        {"schema": "launch-hub.sdk-configuration", "version": 1,
         "templates": {"t": {"url": "http://127.0.0.1:1/", "parameters": [
            "ottStatus=[nol_ottStatus]", "ottType=[(nol_ottType)]", "ottDevice=[(nol_ottDevice)]",
            "ottDeviceName=[(nol_ottDeviceName)]", "ottDeviceID=[(nol_ottDeviceID)]",
            "ottDeviceManufacturer=[(nol_ottDeviceManufacturer)]", "ottDeviceModel=[(nol_ottDeviceModel)]",
            "ottDeviceVersion=[(nol_ottDeviceVersion)]"
         ]}},
         "products": [{"product": "dcrStatic", "processors": [{"cadence": "impression", "template": "t"}]}]}
        """

    /// What a ping says about the device that is connected now.
    private func told(_ bench: PrivacyBench, _ api: NielsenAppApi) throws -> [String: String] {
        bench.pings.removeAll()
        api.loadMetadata(["type": "static", "section": "Home"])
        api.staticEnd()
        return try #require(bench.takePings().first).values.filter { !$0.value.isEmpty }
    }

    private func makeBench() throws -> PrivacyBench {
        let bench = PrivacyBench(.noAd)
        bench.configuration = try NielsenConfiguration(jsonData: Data(Self.configuration.utf8))
        return bench
    }

    @Test func everyDocumentedKeyReachesThePing() throws {
        let bench = try makeBench()
        let api = try bench.makeApi()
        #expect(try told(bench, api) == ["ottStatus": "0"])
        api.updateOTT(PrivacyBench.connected)
        #expect(PrivacyBench.connected.count == 8)
        #expect(try told(bench, api) == PrivacyBench.connected)
        #expect(bench.records.records.last?.ott == PrivacyBench.connected)
    }

    /// The code of "DCR Video iOS SDK guide" reports a port's name as the model, and that name may be "Anna's bedroom".
    @Test func theNameOfARouteIsWithheldLikeEveryOther() throws {
        let bench = try makeBench()
        let api = try bench.makeApi()
        let port = NielsenAudioOutput(portType: "AirPlay", portName: "Anna's bedroom", uid: "DC:56-screen")
        api.updateOTT(NielsenAudioRoute(outputs: [port]).ottInfo)
        #expect(try told(bench, api)["ottDeviceModel"] == "Anna's bedroom")
        api.userOptOut("nielsenappsdk://1")
        #expect(try told(bench, api) == ["ottStatus": "1", "ottDevice": "other", "ottType": "mirroring"])
        api.userOptOut("nielsenappsdk://0")
        #expect(try told(bench, api)["ottDeviceModel"] == "Anna's bedroom")
        bench.isForKids = true
        let kids = try bench.makeApi()
        kids.updateOTT(NielsenAudioRoute(outputs: [port]).ottInfo)
        #expect(try told(bench, kids) == ["ottStatus": "1", "ottDevice": "other", "ottType": "mirroring"])
    }

    @Test func aChangeReplacesTheWholeDevice() throws {
        let bench = try makeBench()
        let api = try bench.makeApi()
        api.updateOTT(PrivacyBench.connected)
        _ = try told(bench, api)
        let other = ["ottStatus": "1", "ottDevice": "chromecast", "ottType": "casting"]
        api.updateOTT(other)
        #expect(try told(bench, api) == other)
    }

    @Test(arguments: [
        ["ottStatus": "0"], ["ottStatus": "0", "ottType": "casting", "ottDeviceName": "left over"],
    ])
    func aDisconnectLeavesNothingOfTheDevice(_ info: [String: String]) throws {
        let bench = try makeBench()
        let api = try bench.makeApi()
        // A device without a type: the field that a ping would look at first.
        api.updateOTT(["ottStatus": "1", "ottDevice": "chromecast", "ottDeviceName": "Box"])
        #expect(try told(bench, api) == ["ottStatus": "1", "ottDevice": "chromecast", "ottDeviceName": "Box"])
        api.updateOTT(info)
        #expect(try told(bench, api) == ["ottStatus": "0"])
    }

    @Test func aDeviceIsToldOfTheTimeInWhichItWasConnected() throws {
        let bench = PrivacyBench(.noAd)
        let api = try bench.makeApi()
        api.loadMetadata(PrivacyBench.content)
        bench.play(api, 0..<40)
        api.updateOTT(NielsenAudioRoute(outputs: [.init(portType: "AirPlay", portName: "AirPlay", uid: "u")]).ottInfo)
        bench.play(api, 40..<320)
        api.updateOTT(["ottStatus": "0"])
        api.end()
        let pings = bench.takePings().filter { $0.ping.product == .dcrVideo }
        #expect(pings.map { $0["c71"] } == ["ottflg,0", "ottflg,0", "ottflg,1", "ottflg,0"])
        #expect(pings.map { $0["c27"] } == ["cln,0", "cln,40", "cln,280", "cln,0"])
    }

    @Test func theStateIsNotKeptOverARestart() throws {
        let bench = try makeBench()
        _ = try bench.makeApi().updateOTT(PrivacyBench.connected)
        #expect(try told(bench, bench.makeApi()) == ["ottStatus": "0"])
    }

    @Test(arguments: [
        ([:], "META_MISSING_OTTSTATUS"), (["ottStatus": "2"], "OTTSTATUS_VALUE"),
        (["ottStatus": " "], "META_EMPTY_OTTSTATUS"), (["ottStatus": "true", "ottType": "casting"], "OTTSTATUS_VALUE"),
        (["OTTSTATUS": "1", "ottType": "casting"], "META_MISSING_OTTSTATUS"),
    ])
    func withoutAStatusTheDeviceBeforeStays(_ info: [String: String], _ rule: String) throws {
        let bench = try makeBench()
        let hearing = Hearing()
        let api = try NielsenAppApi.make(
            appInfo: PrivacyBench.appInfo,
            delegate: hearing,
            environment: bench.environment
        )
        api.updateOTT(PrivacyBench.connected)
        api.updateOTT(info)
        #expect(hearing.codes == [2])
        #expect(hearing.texts.first?.contains("ottStatus") == true)
        #expect(NielsenValidator().validate(.ott, info).filter { $0.severity == .error }.map(\.rule) == [rule])
        #expect(try told(bench, api) == PrivacyBench.connected)
        // The same again is no news.
        api.updateOTT(info)
        #expect(hearing.codes == [2])
    }

    @Test(arguments: [
        (["ottStatus": "1"], "OTT_INCOMPLETE"),
        (["ottStatus": "0", "ottType": "casting"], "OTT_DETAILS_WITHOUT_CONNECTION"),
        (["ottStatus": "1", "ottType": "casting", "ottDevice": ""], "OPTIONAL_EMPTY"),
        (["ottStatus": "1", "ottType": "casting", "ottDevice": "x", "ottdevicename": "y"], "KEY_CASE"),
        (["ottStatus": "1", "ottType": "casting", "ottDevice": "x", "ottColour": "red"], "KEY_UNKNOWN"),
    ])
    func whatIsOddIsLoggedOnceAndTaken(_ info: [String: String], _ rule: String) throws {
        let bench = try makeBench()
        let hearing = Hearing()
        let api = try NielsenAppApi.make(
            appInfo: PrivacyBench.appInfo,
            delegate: hearing,
            environment: bench.environment
        )
        for _ in 0..<3 { api.updateOTT(info) }
        #expect(hearing.codes.isEmpty)
        let lines = bench.lines.records.filter { $0.message.contains(rule) }
        #expect(lines.count == (rule == "OTT_INCOMPLETE" ? 2 : 1))
        #expect(try told(bench, api)["ottStatus"] == info["ottStatus"])
    }
}

/// A delegate that keeps what it receives.
private final class Hearing: NielsenAppApiDelegate, Sendable {
    private let heard = Locked<[(code: Int, text: String)]>([])

    var codes: [Int] { heard.withLock { $0.map(\.code) } }
    var texts: [String] { heard.withLock { $0.map(\.text) } }

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        guard let code = error["errorCode"] as? Int, let text = error["errorDescription"] as? String else { return }
        heard.withLock { $0.append((code, text)) }
    }
}
