// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement

/// What a core makes of watermarks, and of what can be seen of the player.
struct CoreTagTests {
    private var bench = CoreBench()

    private func payload(_ offset: Int) -> String {
        "www.nielsen.com/PC/FD/watermark/00100/\(String(100_000 + offset).dropFirst())/00"
    }

    private static let scene: NielsenViewabilityScene = {
        let frame = NielsenViewabilityRect(x: 0, y: 0, width: 100, height: 100)
        return NielsenViewabilityScene(
            screen: frame,
            window: frame,
            views: [NielsenViewabilityView(tag: "1", frame: frame)]
        )
    }()

    // MARK: - Watermarks

    @Test mutating func aWatermarkIsToldOnceAndIsOfTheStream() {
        let ignored = "note: sendID3 is not expected in the idle state and was ignored"
        #expect(bench.call(.sendID3(payload(1))) == [ignored])
        _ = bench.call(.play(["channelName": "One"]))
        // The content is not known yet.
        #expect(bench.call(.sendID3(payload(1))) == ["id3 #0 at - @0 [] 0/0 on One"])
        #expect(bench.call(.sendID3(payload(1))) == [])
        #expect(bench.call(.sendID3("x")).map { $0.prefix(8) } == ["error 3 "])
        #expect(bench.call(.sendID3(payload(1))) == [])
        _ = bench.call(.loadMetadata(CoreBench.content))
        _ = bench.play([7])
        #expect(bench.call(.sendID3(payload(2))) == ["id3 a#1 at 7 @1000 [] 0/0 on One"])
        _ = bench.call(.loadMetadata(CoreBench.ad))
        bench.core.apply(.sendID3(payload(3)), at: bench.now)
        let records = bench.core.effects.compactMap { effect -> NielsenMeasurementRecord? in
            if case .record(let record) = effect { record } else { nil }
        }
        #expect(records.map(\.lane) == [.ad])
        #expect(records.map(\.assetid) == ["ad"])
        #expect(records.map { $0.metadata["assetid"] } == ["a"])
        #expect(records.map(\.payload) == [payload(3)])
        #expect(records.map(\.instant) == [bench.now.instant])
        // With the next play the same one is another one.
        _ = bench.call(.stop, .play([:]))
        #expect(bench.call(.sendID3(payload(3))).count == 1)
    }

    @Test mutating func watermarksThatComeTooSeldomAreNamed() {
        _ = bench.call(.play([:]))
        var remarks: [[String]] = []
        for step in 0..<5 {
            remarks.append(bench.call(.sendID3(payload(100 + 16 * step))).filter { $0.hasPrefix("warning") })
            bench.wait(16)
        }
        #expect(remarks == [[], [], [], ["warning: ID3_CADENCE_CANNOT_CREDIT"], []])
    }

    // MARK: - Viewability

    @Test mutating func theScreenIsLookedAtOnceBeforeSomethingPlays() {
        bench.core.trackViewability(.success(ViewabilityRequest(viewTag: "1")), looksAtOnce: false, at: bench.now)
        #expect(bench.heard() == [])
        bench.core.trackViewability(.success(ViewabilityRequest(viewTag: "1")), looksAtOnce: true, at: bench.now)
        #expect(bench.heard() == ["watch once"])
        #expect(bench.core.mayBeginWatching)
        bench.core.watchWhilePlaying()
        #expect(bench.heard() == [])
        _ = bench.call(.play([:]))
        bench.core.watchIfMeasured()
        #expect(bench.heard() == ["watch repeatedly"])
        #expect(!bench.core.mayBeginWatching)
        bench.core.watchIfMeasured()
        #expect(bench.heard() == [])
        // What plays already is looked at repeatedly anyway.
        bench.core.trackViewability(.success(ViewabilityRequest(viewTag: "2")), looksAtOnce: true, at: bench.now)
        #expect(bench.heard() == [])
        #expect(bench.core.mayBeginWatching)
        bench.core.watchWhilePlaying()
        #expect(bench.heard() == ["watch repeatedly"])
        _ = bench.call(.stop)
        bench.core.watchWhilePlaying()
        #expect(bench.heard() == ["watch never"])
        #expect(bench.core.mayBeginWatching)
        _ = bench.call(.play([:]))
        bench.core.watchWhilePlaying()
        bench.core.shutdown(at: bench.now)
        _ = bench.heard()
        bench.core.watchWhilePlaying()
        #expect(bench.heard() == ["watch never"])
        #expect(!bench.core.mayBeginWatching)
        bench.core.trackViewability(.success(ViewabilityRequest(viewTag: "1")), looksAtOnce: true, at: bench.now)
        #expect(
            bench.heard() == [
                "warning: trackViewability came after the instance was shut down and was ignored; make a new instance"
            ]
        )
    }

    @Test mutating func whatIsWrongWithARequestIsTold() throws {
        let wrong = NielsenError(.viewabilityUnableFindView, "text", key: "viewTag")
        bench.core.trackViewability(.failure(wrong), looksAtOnce: true, at: bench.now)
        #expect(bench.heard() == ["error 19 viewTag @0"])
        bench.core.watchIfMeasured()
        #expect(!bench.core.mayBeginWatching)
        let request = try ViewabilityRequest([
            "viewTag": 1, "viewContainer": Self.scene, "friendlyObstructions": ["x", ""],
        ])
        bench.core.trackViewability(.success(request), looksAtOnce: false, at: bench.now)
        #expect(bench.heard() == ["error 19 friendlyObstructions @0"])
        // The container was a scene.
        #expect(bench.core.viewability.reading?.visibility == 100)
        bench.core.see(nil, of: nil, at: bench.now)
        #expect(bench.heard() == ["error 19 viewTag @0"])
        bench.core.see(nil, of: nil, at: bench.now)
        #expect(bench.heard() == [])
    }

    @Test mutating func aSceneNeedsAViewToLookFor() {
        bench.core.see(Self.scene, of: nil, at: bench.now)
        #expect(
            bench.heard() == [
                "warning: updateViewability came before trackViewability and was ignored; say first which view is the player"
            ]
        )
        bench.core.trackViewability(.success(ViewabilityRequest(viewTag: "1")), looksAtOnce: false, at: bench.now)
        bench.core.setDisabled(true, at: bench.now)
        bench.core.see(Self.scene, of: nil, at: bench.now)
        #expect(bench.core.viewability.reading == nil)
        bench.core.setDisabled(false, at: bench.now)
        bench.core.see(Self.scene, of: nil, at: bench.now)
        #expect(bench.core.viewability.reading?.visibility == 100)
        // The same view again keeps what was seen, and another one does not.
        bench.core.trackViewability(.success(ViewabilityRequest(viewTag: "1")), looksAtOnce: false, at: bench.now)
        #expect(bench.core.viewability.reading != nil)
        bench.core.trackViewability(.success(ViewabilityRequest(viewTag: "2")), looksAtOnce: false, at: bench.now)
        #expect(bench.core.viewability.reading == nil)
    }

    /// Content, an ad and a page, of which the last one is not looked at; each record takes what was seen with it.
    @Test mutating func whatIsSeenIsThatOfTheTrack() {
        bench.core.trackViewability(.success(ViewabilityRequest(viewTag: "1")), looksAtOnce: false, at: bench.now)
        bench.core.see(Self.scene, of: nil, at: bench.now)
        _ = bench.call(.loadMetadata(CoreBench.page), .play([:]), .loadMetadata(CoreBench.content))
        _ = bench.play(5..<8)
        _ = bench.call(.loadMetadata(CoreBench.ad))
        _ = bench.play(0..<3)
        // What a view begins with is told with its first record.
        #expect(bench.core.playback.content.view?.viewability?.json?["invs"] == [[100, 6, 1_699_963_201, 1]])
        #expect(bench.core.playback.ad.view?.viewability?.json?["invs"] == [[100, 1, 1_699_963_204, 1]])
        #expect(bench.core.playback.page.view?.viewability == nil)
        bench.core.apply(.sendID3(payload(50)), at: bench.now)
        bench.core.apply(.end, at: bench.now)
        let records = bench.core.effects.compactMap { effect -> NielsenMeasurementRecord? in
            if case .record(let record) = effect { record } else { nil }
        }
        #expect(records.map(\.kind) == [.id3, .end, .end])
        #expect(records.map(\.assetid) == ["ad", "ad", "a"])
        let seen: [JSONValue] = records.compactMap { $0.viewability?["invs"] }
        let expected: [JSONValue] = [
            [[100, 50, 1_699_963_206, 0]], [[100, 1, 1_699_963_204, 1]], [[100, 6, 1_699_963_201, 1]],
        ]
        #expect(seen == expected)
    }
}
