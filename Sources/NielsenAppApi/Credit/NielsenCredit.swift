// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// What one view of one asset has been credited with.
public struct NielsenCredit: Sendable, Hashable {
    /// The lane.
    public var lane: NielsenLane
    /// The asset's identifier; empty where the metadata has none.
    public var assetid: String
    /// The number of the view within the instance, from 1.
    public var view: Int
    /// Seconds played.
    public var seconds: Int
    /// The numbers of the credited segments, in ascending order.
    public var segments: [Int64]
    /// True once the asset's end was measured.
    public var ended: Bool

    /// How many segments were credited: minutes, with the published thresholds.
    public var creditedMinutes: Int { segments.count }

    /// The credit as JSON; the names of the members are stable.
    public var json: JSONObject {
        [
            "lane": .string(lane.rawValue),
            "assetid": .string(assetid),
            "view": .int(Int64(view)),
            "seconds": .int(Int64(seconds)),
            "credited_minutes": .int(Int64(creditedMinutes)),
            "segments": .array(segments.map(JSONValue.int)),
            "ended": .bool(ended),
        ]
    }
}
