// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import NielsenModel

/// The credit of one view of an asset, or of one run of watermarks, as its pings report it.
public struct NielsenCredit: Sendable, Hashable {
    /// The track.
    public var lane: NielsenLane
    /// The identifier of the asset; empty if the metadata has none.
    public var assetid: String
    /// The number of the view within the instance, from 1; for watermarks, the view in which they began.
    public var view: Int
    /// The content identifier of watermarks with its side, `FD_…` or `PC_…`; nil for views.
    public var watermark: String?
    /// The products whose pings report it.
    ///
    /// It is empty if no ping does: the view was measured but is not sent, because no product accepts it or no ping
    /// could be made.
    public var products: [NielsenProduct]
    /// The number of seconds played.
    public var seconds: Int
    /// The numbers of the credited segments, in ascending order.
    public var segments: [Int64]
    /// Whether the end was measured.
    public var ended: Bool

    package init(
        lane: NielsenLane,
        assetid: String,
        view: Int,
        watermark: String? = nil,
        products: [NielsenProduct] = [],
        seconds: Int = 0,
        segments: [Int64] = [],
        ended: Bool = false
    ) {
        self.lane = lane
        self.assetid = assetid
        self.view = view
        self.watermark = watermark
        self.products = products
        self.seconds = seconds
        self.segments = segments
        self.ended = ended
    }

    /// The number of credited segments: minutes, with the published thresholds.
    public var creditedMinutes: Int { segments.count }

    /// Whether pings report it.
    ///
    /// What is measured but not sent earns no credit.
    public var isSent: Bool { !products.isEmpty }

    /// The credit as JSON; the names of the members are stable.
    public var json: JSONObject {
        var object: JSONObject = [
            "lane": .string(lane.rawValue),
            "assetid": .string(assetid),
            "view": .int(Int64(view)),
            "sent": .bool(isSent),
            "products": .array(products.map { .string($0.rawValue) }),
            "seconds": .int(Int64(seconds)),
            "credited_minutes": .int(Int64(creditedMinutes)),
            "segments": .array(segments.map(JSONValue.int)),
            "ended": .bool(ended),
        ]
        object["watermark"] = watermark.map(JSONValue.string)
        return object
    }
}
