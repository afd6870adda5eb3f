// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi
import Testing

/// One viewing from its first second to its last, with the series counted by hand.
///
/// The player has 400 x 200 = 80,000 square points; a point is two pixels in each direction. The second before a
/// playhead ends with a look at the screen, so a change is seen at the first playhead of its row. Playhead p is at
/// 1,700,000,001 + p.
///
/// | Playheads | What is shown | Visible area | invs | volume | inau |
/// |---|---|---|---|---|---|
/// | 0-9 | the whole player | 80,000 | 100 | 0.5, from 5 on 0.504 | 50, 50 |
/// | 10-19 | half of it scrolled out of the window | 400 x 100 = 40,000 | 50 | 0.504, from 15 on 0.51 | 50, 51 |
/// | 20-29 | all of it behind the friendly view 8 | 80,000 | 100 | 0.51, from 25 on muted | 51, 0 |
/// | 30-39 | 100 x 200 of it behind view 9 | 60,000 | 75 | muted, from 35 on 0.51 | 0, 51 |
/// | 40-49 | 116 x 200 of it behind view 9 | 56,800 | 71 | 0.51 | 51 |
/// | 50-59 | 120 x 200 of it behind view 9 | 56,000 | 70 | 0.51 | 51 |
/// | 60-69 | alpha 0 | 0 | 0 | 0.51 | 51 |
/// | 70-79 | in no window | 0 | 0 | 0.51 | 51 |
/// | 80-89 | a window of 300 x 400, the player 300 x 150 in it | all | 100 | 0.51, from 85 on 1 | 51, 100 |
///
/// The view ping goes out at playhead 0 and takes an item with it that has lasted 0 seconds; the next items begin at
/// playhead 1. From 75 to 71 is a move of 4 and no new item; from 75 to 70 is one of 5. From 50 to 50.4 percent is no
/// whole point. Each series has 89 - 1 = 88 seconds.
struct ScriptTests {
    private let bench = ViewabilityBench()

    private func run() throws {
        let api = try bench.makePlayingApi()
        let cover = NielsenViewabilityView(tag: "9", frame: rect(0, 0, 100, 200))
        bench.play(api, 0..<5)
        bench.screen.change { $0.volume = 0.504 }
        bench.play(api, 5..<10)
        bench.screen.change { $0.views[0].frame.y = -100 }
        bench.play(api, 10..<15)
        bench.screen.change { $0.volume = 0.51 }
        bench.play(api, 15..<20)
        bench.screen.change { scene in
            scene.views[0].frame.y = 0
            scene.views.append(NielsenViewabilityView(tag: "8", frame: rect(0, 0, 400, 200)))
        }
        bench.play(api, 20..<25)
        bench.screen.change { $0.isMuted = true }
        bench.play(api, 25..<30)
        bench.screen.change { $0.views[1] = cover }
        bench.play(api, 30..<35)
        bench.screen.change { $0.isMuted = false }
        bench.play(api, 35..<40)
        bench.screen.change { $0.views[1].frame.width = 116 }
        bench.play(api, 40..<50)
        bench.screen.change { $0.views[1].frame.width = 120 }
        bench.play(api, 50..<60)
        bench.screen.change { $0.views[0].alpha = 0 }
        bench.play(api, 60..<70)
        bench.screen.change { scene in
            scene.views = [NielsenViewabilityView(tag: "7", frame: rect(0, 0, 400, 200))]
            scene.window = nil
        }
        bench.play(api, 70..<80)
        bench.screen.change { scene in
            scene.window = rect(0, 0, 300, 400)
            scene.views[0].frame = rect(0, 0, 300, 150)
        }
        bench.play(api, 80..<85)
        bench.screen.change { $0.volume = 1 }
        bench.play(api, 85..<90)
        api.end()
    }

    @Test func theSeriesAreThoseCountedByHand() throws {
        try run()
        #expect(bench.hearing.texts == [])
        #expect(bench.posts.count == 2)
        let view = try body(bench.posts.first)
        #expect(view.keys.sorted() == ["inau", "ines", "inss", "invp", "invs"])
        #expect(view["invs"] == [[100, 0, 1_700_000_001, 0]])
        #expect(view["inau"] == [[50, 0, 1_700_000_001, 0]])
        #expect(view["inss"] == [["800x1600", 0, 1_700_000_001, 0]])
        #expect(view["invp"] == [["800x1600", 0, 1_700_000_001, 0]])
        #expect(view["ines"] == [["800x400", 0, 1_700_000_001, 0]])
        let end = try body(bench.posts.last)
        #expect(end.keys.sorted() == ["inau", "ines", "inss", "invp", "invs"])
        #expect(
            end["invs"] == [
                [100, 1, 1_700_000_002, 9], [50, 10, 1_700_000_011, 10], [100, 20, 1_700_000_021, 10],
                [75, 30, 1_700_000_031, 20], [70, 50, 1_700_000_051, 10], [0, 60, 1_700_000_061, 20],
                [100, 80, 1_700_000_081, 9],
            ]
        )
        #expect(
            end["inau"] == [
                [50, 1, 1_700_000_002, 14], [51, 15, 1_700_000_016, 10], [0, 25, 1_700_000_026, 10],
                [51, 35, 1_700_000_036, 50], [100, 85, 1_700_000_086, 4],
            ]
        )
        #expect(end["inss"] == [["800x1600", 1, 1_700_000_002, 88]])
        #expect(
            end["invp"] == [
                ["800x1600", 1, 1_700_000_002, 69], ["0x0", 70, 1_700_000_071, 10],
                ["600x800", 80, 1_700_000_081, 9],
            ]
        )
        #expect(end["ines"] == [["800x400", 1, 1_700_000_002, 79], ["600x300", 80, 1_700_000_081, 9]])
    }

    /// The body of a POST ping, read as the JSON that it is.
    private func body(_ ping: NielsenPing?) throws -> JSONObject {
        try JSONObject(jsonText: try #require(ping?.body))
    }

    @Test func thePostIsToTheAddressOfItsMeasurement() throws {
        try run()
        let view = try #require(bench.posts.first)
        let end = try #require(bench.posts.last)
        #expect(view.method == .post)
        #expect(view.cadence == .impression)
        #expect(end.cadence == .interval)
        let session = PingReading(view)["sessionId"]
        #expect(
            view.url.replacing(/&rnd=[0-9a-f]{10}$/, with: "")
                == "http://127.0.0.1:8642/cgi-bin/gn?prd=viewability&ci=us-000000"
                + "&c13=asid%2CPE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX&sessionId=\(session)&c59=sesid%2C\(session)1"
                + "&st=dcr&ai=film&ty=content&cai=film&cr=V1&at=view&davty=0&c61=createtm%2C1700000001&uoo=false"
        )
        #expect(
            end.url.replacing(/&rnd=[0-9a-f]{10}$/, with: "")
                == "http://127.0.0.1:8642/cgi-bin/gn?prd=viewability&ci=us-000000"
                + "&c13=asid%2CPE392366B-F2C1-4BC4-AB62-A7DAFDC51XXX&sessionId=\(session)&c59=sesid%2C\(session)1"
                + "&st=dcr&ai=film&ty=content&cai=film&cr=D1&at=timer&davty=2&c61=createtm%2C1700000090&uoo=false"
        )
    }

    @Test func viewabilityGoesOutWithEachPingOfItsMeasurement() throws {
        try run()
        let order = bench.pings.pings.map { "\($0.product.rawValue) \($0.cadence.rawValue)" }
        #expect(
            order == [
                "session session", "dcrVideo impression", "viewability impression", "dcrVideo interval",
                "viewability interval",
            ]
        )
        #expect(bench.sink.records.map { $0.viewability != nil } == [false, true, true])
    }
}
