// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

@testable import LaunchHubSession

/// The views that an explanation makes of records and pings, whichever comes first.
struct EvidenceReaderTests {
    private func record(
        _ kind: NielsenMeasurementRecord.Kind,
        session: String = "one",
        lane: NielsenLane? = .content,
        view: Int = 1,
        _ seconds: Int = 0,
        _ segments: [Int64] = [],
        metadata: [String: String] = [:]
    ) -> CreditEvidence.Item {
        .record(
            NielsenMeasurementRecord(
                kind: kind,
                session: session,
                lane: lane,
                assetid: "film",
                view: view,
                segments: segments,
                totalSeconds: seconds,
                optedOut: false,
                time: 0,
                metadata: metadata
            )
        )
    }

    private func ping(
        _ product: NielsenProduct = .dcrVideo,
        session: String? = nil,
        stream: String = "s",
        _ credit: NielsenPingCredit? = nil
    ) -> CreditEvidence.Item {
        .ping(
            NielsenPing(
                product: product,
                cadence: .interval,
                url: "http://127.0.0.1:8642/other?x=1" + (session.map { "&sessionId=\($0)&y=2" } ?? ""),
                stream: stream,
                id: "p",
                createdAt: 0,
                lane: .content,
                assetid: "stream",
                credit: credit
            )
        )
    }

    private func views(_ items: CreditEvidence.Item...) -> [String] {
        var reader = EvidenceReader()
        for item in items { reader.add(item) }
        return reader.finish().map { view in
            "\(view.instance).\(view.view) \(view.lane) \(view.assetid) \"\(view.title)\" \(view.watermark ?? "-") "
                + "\(view.products) \(view.seconds)\(view.ended ? " ended" : "")"
        }
    }

    @Test func aViewHasWhatItsRecordsSayLast() {
        #expect(
            views(
                ping(session: "one"),
                record(.view, metadata: ["title": "Film", "section": "S"]),
                record(.duration, 60, [0]),
                record(.end, 75, [1], metadata: ["title": "Later"])
            ) == ["1.1 content film \"Film\" - [] 75 ended"]
        )
        let named = views(
            record(.view, view: 1, metadata: ["section": "S", "channelName": "C"]),
            record(.view, view: 2, metadata: ["channelName": "C"]),
            record(.view, view: 3)
        )
        #expect(
            named == [
                "1.1 content film \"S\" - [] 0", "1.2 content film \"C\" - [] 0", "1.3 content film \"\" - [] 0",
            ]
        )
    }

    @Test func recordsOfNoViewAreNone() {
        #expect(
            views(
                record(.session, lane: nil, view: 0),
                record(.view, view: 0),
                record(.view, lane: nil),
                record(.id3),
                .remark(NielsenRemark(code: .playMissing, message: "", date: Date(timeIntervalSince1970: 0)), at: .zero)
            ) == []
        )
    }

    /// Instances are numbered as their pings come, and records wait until a ping says whose they are.
    @Test func recordsWaitForTheirInstance() {
        #expect(
            views(
                record(.view, session: "two", 2),
                record(.view, session: "one", 1),
                ping(session: "one", stream: "s"),
                record(.view, session: "one", view: 2, 3),
                ping(session: "two", stream: "t"),
                ping(session: "one", stream: "s")
            ) == ["1.1 content film \"\" - [] 1", "1.2 content film \"\" - [] 3", "2.1 content film \"\" - [] 2"]
        )
        let never = views(record(.view, session: "two", 2), record(.view, session: "one", 1))
        #expect(never == ["1.1 content film \"\" - [] 2", "2.1 content film \"\" - [] 1"])
    }

    @Test func aViewHasEachProductOnce() {
        let credit = NielsenPingCredit(view: 1, segments: [0], seconds: 9)
        #expect(
            views(
                ping(session: "one", credit),
                record(.view, 7),
                ping(session: "one", nil),
                ping(.dcrVideo, session: "one", credit),
                ping(.dar, session: "one", credit),
                ping(.dcrVideo, session: "one", credit),
                ping(.dcrStatic, session: "one", NielsenPingCredit(view: 2))
            ) == ["1.1 content film \"\" - [\"dcrVideo\", \"dar\"] 7"]
        )
    }

    /// A run of watermarks is a view beside the one that it is from, with what its pings say.
    @Test func aRunOfWatermarksIsOfItsPings() {
        func run(_ number: Int, _ segments: [Int64], _ seconds: Int, isEnd: Bool = false) -> NielsenPingCredit {
            NielsenPingCredit(
                view: 1,
                watermark: "FD_x",
                run: number,
                segments: segments,
                seconds: seconds,
                isEnd: isEnd
            )
        }
        #expect(
            views(
                ping(.dtvr, session: "one", run(1, [3], 10)),
                ping(.dtvr, session: "one", run(2, [4], 5)),
                record(.view, 99, metadata: ["channelName": "News"]),
                ping(.dtvr, session: "one", run(1, [5], 20, isEnd: true)),
                ping(.tsv, session: "one", run(1, [5], 15)),
                ping(.tsv, session: "one", run(2, [5], .max)),
                ping(.tsv, session: "one", run(2, [5], 1))
            ) == [
                "1.1 content film \"News\" - [] 99", "1.1 content stream \"News\" FD_x [\"dtvr\", \"tsv\"] 30 ended",
                "1.1 content stream \"News\" FD_x [\"dtvr\", \"tsv\"] 9223372036854775807",
            ]
        )
    }
}
