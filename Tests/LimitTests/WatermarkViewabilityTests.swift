// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenModel
import Testing

@testable import NielsenMeasurement
@testable import NielsenPings

/// What of a watermarked stream is seen, by the identifiers of its tags.
struct WatermarkViewabilityTests {
    private static let reading = NielsenViewabilityReading(
        visibility: 50,
        volume: 50,
        screen: "4x8",
        window: "4x8",
        player: "4x2"
    )

    private func items(_ viewability: WatermarkViewability, _ cid: PingPlan.ContentIdentifier = .finalDistributor)
        -> JSONValue?
    {
        viewability.series(cid)?["invs"]
    }

    @Test(arguments: [
        (0, 1_000, false), (0, 1_001, true), (1, 1_000, false), (1, 1_001, true), (2, 2_000, false), (2, 2_001, true),
    ])
    func aGapInTimeEndsAnItem(_ gap: Int, _ milliseconds: Int64, _ isBroken: Bool) throws {
        var configuration = NielsenConfiguration()
        configuration.thresholds.id3IntervalGapSeconds = gap
        var viewability = WatermarkViewability(configuration)
        viewability.hear(
            .finalDistributor,
            try NielsenID3Tag("www.nielsen.com/PC/FD/watermark/00005/00005/00"),
            Self.reading,
            at: 0
        )
        viewability.hear(
            .finalDistributor,
            try NielsenID3Tag("www.nielsen.com/PC/FD/watermark/00006/00006/00"),
            Self.reading,
            at: milliseconds
        )
        let second = milliseconds / 1_000
        #expect(items(viewability) == (isBroken ? [[50, 5, 0, 0], [50, 6, .int(second), 0]] : [[50, 5, 0, 1]]))
    }

    @Test func eachIdentifierHasItsItems() throws {
        var viewability = WatermarkViewability(NielsenConfiguration())
        let first = try NielsenID3Tag("www.nielsen.com/PC/FD/watermark/00001/00002/00")
        viewability.hear(.finalDistributor, first, Self.reading, at: 0)
        viewability.hear(.programContent, first, Self.reading, at: 0)
        #expect(items(viewability) == [[50, 2, 0, 0]])
        #expect(items(viewability, .programContent) == [[50, 1, 0, 0]])
        // Another identifier begins anew, and nothing that is seen ends what was.
        let second = try NielsenID3Tag("www.nielsen.com/PC/other/watermark/00003/00004/00")
        viewability.hear(.finalDistributor, second, Self.reading, at: 2_000)
        viewability.hear(.programContent, second, nil, at: 2_000)
        #expect(items(viewability) == [[50, 4, 2, 0]])
        #expect(items(viewability, .programContent) == [[50, 1, 0, 0]])
        viewability.interrupt()
        let third = try NielsenID3Tag("www.nielsen.com/PC/other/watermark/00005/00006/00")
        viewability.hear(.finalDistributor, third, Self.reading, at: 4_000)
        #expect(items(viewability) == [[50, 4, 2, 0], [50, 6, 4, 0]])
        viewability.flush(.finalDistributor)
        #expect(items(viewability) == nil)
        #expect(items(viewability, .programContent) != nil)
        viewability.end()
        #expect(items(viewability, .programContent) == nil)
    }
}
