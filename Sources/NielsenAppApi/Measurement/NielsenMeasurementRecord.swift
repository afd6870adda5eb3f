// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// One thing that was measured, before it becomes a request to a collector.
public struct NielsenMeasurementRecord: Sendable, Hashable {
    /// What was measured.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An instance started.
        case session
        /// An asset was seen for the first time in this session: the first record of every asset.
        case view
        /// Segments were credited while the asset goes on.
        case duration
        /// The asset is over; with the segments that had been credited since the last record.
        case end
        /// A watermark was heard.
        case id3
    }

    /// What was measured.
    public var kind: Kind
    /// The session that the record belongs to: one instance, from its start to its end.
    public var session: String
    /// The lane, nil for records of the whole instance.
    public var lane: NielsenLane?
    /// The asset's identifier; empty where the metadata has none.
    public var assetid: String
    /// The number of the asset's view within the instance, from 1; 0 for records of the whole instance.
    public var view: Int
    /// The numbers of the segments that this record credits: playhead divided by the length of a segment.
    public var segments: [Int64]
    /// Seconds played since the asset's last record.
    public var seconds: Int
    /// Seconds played of this view altogether.
    public var totalSeconds: Int
    /// The playhead at which the record was made, where there was one.
    public var playhead: Int64?
    /// True where the user had opted out; the measurement goes on and is marked.
    public var optedOut: Bool
    /// When, in milliseconds since 1970.
    public var time: Int64
    /// The metadata of the asset, as accepted; for records of kind ``Kind/session`` the app information.
    public var metadata: [String: String]
    /// The state of a connected device, as `updateOTT` told it; empty where none is connected.
    public var ott: [String: String]
    /// The watermark's payload, for records of kind ``Kind/id3``.
    public var payload: String?
    /// How much of the player could be seen since the asset's last record, nil where that is not measured: series of
    /// items under `invs`, `inau`, `inss`, `invp` and `ines`. For records of kind ``Kind/id3`` it is what was measured at
    /// the watermark, one item a series.
    public var viewability: JSONObject?
    /// The content that an ad runs in; nil for all others, and for an ad without content.
    package var content: Content?
    /// The time of the call on the clock that never jumps: what watermarks credit is bounded by it.
    package var instant = Instant.zero

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - kind: What was measured.
    ///   - session: The session that the record belongs to.
    ///   - lane: The lane, nil for records of the whole instance.
    ///   - assetid: The asset's identifier.
    ///   - view: The number of the asset's view within the instance.
    ///   - segments: The numbers of the segments that the record credits.
    ///   - seconds: Seconds played since the asset's last record.
    ///   - totalSeconds: Seconds played of this view altogether.
    ///   - playhead: The playhead at which the record was made.
    ///   - optedOut: True where the user had opted out.
    ///   - time: Milliseconds since 1970.
    ///   - metadata: The metadata of the asset.
    ///   - ott: The state of a connected device.
    ///   - payload: The watermark's payload.
    ///   - viewability: How much of the player could be seen.
    public init(
        kind: Kind,
        session: String,
        lane: NielsenLane?,
        assetid: String = "",
        view: Int = 0,
        segments: [Int64] = [],
        seconds: Int = 0,
        totalSeconds: Int = 0,
        playhead: Int64? = nil,
        optedOut: Bool,
        time: Int64,
        metadata: [String: String] = [:],
        ott: [String: String] = [:],
        payload: String? = nil,
        viewability: JSONObject? = nil
    ) {
        self.kind = kind
        self.session = session
        self.lane = lane
        self.assetid = assetid
        self.view = view
        self.segments = segments
        self.seconds = seconds
        self.totalSeconds = totalSeconds
        self.playhead = playhead
        self.optedOut = optedOut
        self.time = time
        self.metadata = metadata
        self.ott = ott
        self.payload = payload
        self.viewability = viewability
    }

    /// The record as JSON; the names of the members are stable.
    ///
    /// Members without a value are left out; `uoo` is the opt-out flag, `time` is in milliseconds since 1970.
    public var json: JSONObject {
        var object: JSONObject = [
            "kind": .string(kind.rawValue),
            "session": .string(session),
            "time": .int(time),
            "uoo": .bool(optedOut),
        ]
        if let lane {
            object["lane"] = .string(lane.rawValue)
            object["assetid"] = .string(assetid)
            object["view"] = .int(Int64(view))
            object["seconds"] = .int(Int64(seconds))
            object["total_seconds"] = .int(Int64(totalSeconds))
            object["segments"] = .array(segments.map(JSONValue.int))
        }
        object["playhead"] = playhead.map(JSONValue.int)
        object["payload"] = payload.map(JSONValue.string)
        object["viewability"] = viewability.map(JSONValue.object)
        if !metadata.isEmpty { object["metadata"] = .object(JSONObject(metadata.mapValues(JSONValue.string))) }
        if !ott.isEmpty { object["ott"] = .object(JSONObject(ott.mapValues(JSONValue.string))) }
        return object
    }
}
