// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi
import SegmentNielsenDCR
import Testing

/// Positions at the limits of what the SDK accepts, and the readings of the clock that live ones are made of.
struct LivePositionTests {
    /// Where the heartbeat begins, of content that starts at a time of day.
    private func start(_ properties: JSONObject, at unixSeconds: Int64) -> [Int64] {
        var translator = NielsenDCRTranslator()
        var effects: [NielsenDCREffect] = []
        let event = SegmentTrackEvent(event: "Video Content Started", properties: properties)
        translator.track(
            event,
            at: NielsenDCRTime(now: .zero, unixSeconds: unixSeconds),
            into: &effects
        )
        return effects.compactMap { effect in
            guard case .heartbeatStarted(let position) = effect else { return nil }
            return position
        }
    }

    /// A live position is a time of day: the offset is from now, and never in the future.
    @Test(
        arguments: [
            (100, -99, 1), (100, -100, 0), (100, -101, 0), (100, .min, 0), (100, 0, 100), (100, 1, 100),
            (100, .max, 100), (100, nil, 100), (-5, 0, 0), (-5, .min, 0), (0, -1, 0),
            (100_000_000_000, 0, 100_000_000_000), (100_000_000_001, 0, 100_000_000_000),
            (100_000_000_001, -1, 100_000_000_000), (100_000_000_001, -2, 99_999_999_999),
        ] as [(Int64, Int64?, Int64)]
    )
    func aLivePositionIsATimeOfDay(_ now: Int64, _ offset: Int64?, _ position: Int64) {
        var properties: JSONObject = ["asset_id": "c", "livestream": true]
        properties["position"] = offset.map(JSONValue.int)
        #expect(start(properties, at: now) == [position])
    }

    /// A position that cannot be one is left out, so that content begins at its beginning.
    @Test(
        arguments: [
            (0, 0), (1, 1), (-1, 0), (100_000_000_000, 100_000_000_000), (100_000_000_001, 0), (.max, 0),
            (.min, 0),
        ] as [(Int64, Int64)]
    )
    func aPositionIsWithinWhatTheSDKAccepts(_ told: Int64, _ position: Int64) {
        #expect(start(["asset_id": "c", "position": .int(told)], at: 100) == [position])
    }
}
