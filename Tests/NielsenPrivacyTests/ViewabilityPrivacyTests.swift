// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import NielsenTestSupport
import Testing

/// What goes out beside measurement, as a POST, is as private as measurement itself.
struct ViewabilityPrivacyTests {
    static let scene = NielsenViewabilityScene(
        screen: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
        window: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
        views: [NielsenViewabilityView(tag: "7", frame: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 200))]
    )

    private func posts(_ bench: PrivacyBench, optedOut: Bool) throws -> (posts: [PingReading], api: NielsenAppApi) {
        let api = try bench.makeApi()
        api.trackViewability(["viewTag": "7", "viewContainer": Self.scene])
        if optedOut { api.userOptOut("nielsenappsdk://1") }
        api.updateOTT(PrivacyBench.connected)
        api.loadMetadata(PrivacyBench.content)
        api.sendID3(PrivacyBench.tag)
        bench.play(api, 0..<40)
        api.end()
        return (bench.takePings().filter { $0.ping.product == .viewability }, api)
    }

    @Test(arguments: NielsenFlavor.allCases, [false, true])
    func aPostIsMarkedAndNamesNobodyAfterAnOptOut(_ flavor: NielsenFlavor, _ optedOut: Bool) throws {
        let (posts, api) = try posts(PrivacyBench(flavor), optedOut: optedOut)
        #expect(posts.count >= 3)
        var secrets = [
            PrivacyBench.advertisingId, PrivacyBench.vendorId, "Anna", "DC%3A56", "DC:56", "-of-anna", api.nielsenId,
            api.firstPartyId, api.demographicId, api.deviceId,
        ].filter { !$0.isEmpty }
        secrets += secrets.map(sha256)
        for post in posts {
            #expect(post.ping.method == .post)
            #expect(post["uoo"] == (optedOut ? "true" : "false"))
            let text = post.ping.url + (post.ping.body ?? "")
            let told = secrets.filter(text.contains)
            if optedOut || flavor == .noID { #expect(told.isEmpty) }
            #expect(post.ping.body?.contains("\"invs\"") == true)
        }
        if flavor == .noID { #expect(posts.allSatisfy { ($0.values["c9"] ?? "devid,") == "devid," }) }
    }

    @Test func anAppForChildrenMarksEveryPost() throws {
        let bench = PrivacyBench(.ad)
        bench.isForKids = true
        let posts = try posts(bench, optedOut: false).posts
        #expect(posts.count >= 3 && posts.allSatisfy { $0["uoo"] == "true" })
    }

    @Test func aChoiceInTheMiddleCountsFromTheNextPost() throws {
        let bench = PrivacyBench(.noAd)
        let api = try bench.makeApi()
        api.trackViewability(["viewTag": "7", "viewContainer": Self.scene])
        api.loadMetadata(PrivacyBench.content)
        bench.play(api, 0..<10)
        api.userOptOut("nielsenappsdk://1")
        bench.play(api, 10..<12)
        api.end()
        let posts = bench.takePings().filter { $0.ping.product == .viewability }
        #expect(posts.map { $0["uoo"] } == ["false", "false", "true", "true"])
    }
}
