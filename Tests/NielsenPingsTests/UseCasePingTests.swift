// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import HubServices
import NielsenAppApi
import Testing

/// The two use cases of "DCR Video iOS SDK guide", call by call, and every parameter of every ping that comes out.
struct UseCasePingTests {
    private typealias View = ExpectedPing.View

    private let bench = PingBench()

    /// The metadata that both use cases print.
    private static let content = [
        "type": "content", "assetid": "vid345-67483", "program": "The Big Bang Theory",
        "title": "The Pants Alternative S03E18", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes",
        "adloadtype": "2", "length": "3600",
    ]

    private func check(_ expected: [View], _ api: NielsenAppApi) {
        let device = ExpectedPing.Device(bench, api)
        #expect(ExpectedPing.session(device).differences(to: bench.read(.session).first).isEmpty)
        let pings = bench.read(.dcrVideo)
        #expect(pings.count == expected.count)
        #expect(bench.pings.pings.count == expected.count + 1)
        for (number, (ping, view)) in zip(pings, expected).enumerated() {
            #expect(ExpectedPing.dcr(view, device).differences(to: ping).isEmpty, "ping \(number)")
            #expect(ping.names.count == 91)
            #expect(ping.ping.creditedSegments == view.minutes.count { $0 == "1" })
        }
        #expect(bench.hearing.errors.isEmpty)
    }

    /// Source: "DCR Video iOS SDK guide", "Use Case 1: Content has no Advertisements".
    ///
    /// | Script | Minutes |
    /// |---|---|
    /// | 0...399: minutes 0 to 5 in full, 40 s of minute 6 | 7, five of them in the duration ping at 300 |
    /// | an interruption of two minutes | 0 |
    /// | 400...639: minute 6 goes on, 7 to 9, 40 s of minute 10 | 4, ten of eleven are told at 600 |
    @Test func contentWithoutAds() throws {
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Self.content)
        bench.play(api, 0..<400)
        api.stop()
        bench.clock.advance(by: .seconds(120))
        api.loadMetadata(Self.content)
        bench.play(api, 400..<640)
        api.end()
        let start = ExpectedPing.epoch
        let view = View(asset: Self.content)
        let expected = [
            (mark: "V1", minutes: "00000", seconds: 0, made: 0, davty: 0, events: ""),
            (mark: "D1", minutes: "11111", seconds: 300, made: 300, davty: 1, events: "PL:\(start)000:0"),
            (
                mark: "D2", minutes: "11111", seconds: 300, made: 720, davty: 1,
                events: "ST:\(start + 400)000:399~PL:\(start + 520)000:399"
            ),
            (mark: "D3", minutes: "10000", seconds: 40, made: 760, davty: 2, events: ""),
        ].map { ping in
            var expected = view
            expected.mark = ping.mark
            expected.minutes = ping.minutes
            expected.seconds = ping.seconds
            expected.made = Int64(ping.made)
            expected.davty = ping.davty
            expected.events = ping.events
            return expected
        }
        check(expected, api)
    }

    /// Source: "DCR Video iOS SDK guide", "Use Case 2: Content has Advertisements".
    ///
    /// The content is loaded before the preroll, as the sequence there has it, and each ad begins at 0.
    ///
    /// | Script | Seconds after the start | Minutes |
    /// |---|---|---|
    /// | preroll, 30 s | 0 | 1 |
    /// | content, 60 s | 30 | 1 |
    /// | midroll, 15 s | 90 | 0 |
    /// | content, 60 s | 105 | 1 |
    /// | postroll, 30 s | 165 | 1 |
    @Test func contentWithAds() throws {
        let preroll = ["type": "preroll", "assetid": "ad123"]
        let midroll = ["type": "midroll", "assetid": "ad456"]
        let postroll = ["type": "postroll", "assetid": "ad789"]
        let api = try bench.makeApi()
        api.play()
        api.loadMetadata(Self.content)
        api.loadMetadata(preroll)
        bench.play(api, 0..<30)
        api.stop()
        api.loadMetadata(Self.content)
        bench.play(api, 0..<60)
        api.stop()
        api.loadMetadata(midroll)
        bench.play(api, 0..<15)
        api.stop()
        api.loadMetadata(Self.content)
        bench.play(api, 60..<120)
        api.end()
        api.loadMetadata(postroll)
        bench.play(api, 0..<30)
        api.stop()
        func at(_ seconds: Int64) -> Int64 { ExpectedPing.epoch + seconds }
        let film = Self.content["assetid"]
        func ad(_ asset: [String: String], _ number: Int, from: Int64, seconds: Int? = nil) -> View {
            var view = View(asset: asset, content: film, number: number, began: from, made: from, ads: 1)
            guard let seconds else { return view }
            (view.mark, view.seconds, view.davty) = ("D1", seconds, 2)
            if seconds >= 30 { view.minutes = "10000" }
            (view.made, view.adSeconds) = (from + Int64(seconds), seconds)
            view.events = "ST:\(at(from) + Int64(seconds))000:\(seconds - 1)"
            return view
        }
        check(
            [
                ad(preroll, 2, from: 0), ad(preroll, 2, from: 0, seconds: 30),
                View(asset: Self.content, number: 1, began: 30, made: 30, adSeconds: 30, ads: 1),
                ad(midroll, 3, from: 90), ad(midroll, 3, from: 90, seconds: 15),
                View(
                    asset: Self.content,
                    number: 1,
                    mark: "D1",
                    minutes: "11000",
                    seconds: 120,
                    began: 30,
                    made: 165,
                    davty: 2,
                    adSeconds: 45,
                    ads: 2,
                    events: "PL:\(at(0))000:0~ST:\(at(90))000:59~PL:\(at(105))000:59"
                ),
                // After the end of the content an ad still tells itself, and what it followed.
                ad(postroll, 4, from: 165), ad(postroll, 4, from: 165, seconds: 30),
            ],
            api
        )
    }
}
