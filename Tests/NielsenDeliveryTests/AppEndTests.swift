// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import TestSupport
import Testing

/// The app ends while nothing can be sent.
struct AppEndTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let scene = NielsenViewabilityScene(
        screen: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
        window: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 800),
        views: [NielsenViewabilityView(tag: "7", frame: NielsenViewabilityRect(x: 0, y: 0, width: 400, height: 200))]
    )

    /// Plays content and a page until the app ends, into a place for pings.
    private func play(_ pings: any NielsenPingSink) throws {
        let environment = NielsenEnvironment(clock: ManualClock(), pings: pings, random: { 7 })
        let api = try NielsenAppApi.make(
            appInfo: ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"],
            environment: environment
        )
        api.handle(.launch)
        api.trackViewability(["viewTag": "7", "viewContainer": Self.scene])
        api.loadMetadata(["type": "static", "section": "Home"])
        api.loadMetadata(["type": "content", "assetid": "a"])
        for position in 0..<40 { api.playheadPosition(Int64(position)) }
        api.handle(.background)
        api.handle(.terminate)
    }

    @Test func whatTheEndMakesIsSentAtTheNextStart() throws {
        let made = NielsenRecordingPingSink()
        try play(made)
        let products = Set(made.pings.map(\.product))
        #expect(products == [.session, .dcrVideo, .dcrStatic, .viewability])
        do {
            let rig = DeliveryRig(folder.location, answer: { _ in nil })
            try play(rig.delivery)
            #expect(rig.accepted.isEmpty)
        }
        let rig = DeliveryRig(folder.location)
        rig.advance(bySeconds: 600)
        #expect(rig.accepted.sorted() == made.pings.map(\.id).sorted())
        #expect(rig.delivery.summary().pending == 0)
    }
}
