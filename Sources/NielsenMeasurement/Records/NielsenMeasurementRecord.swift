// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

/// A record of a measurement, before it becomes a request to a collector.
package struct NielsenMeasurementRecord: Sendable, Hashable {
    /// The kind of record.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An instance started.
        case session
        /// An asset was seen for the first time in this session; this is the first record of every asset.
        case view
        /// Segments were credited while the asset continues.
        case duration
        /// The asset ended; the record has the segments credited since the last one.
        case end
        /// A watermark was received.
        case id3
    }

    /// The kind of record.
    package var kind: Kind
    /// The session that the record belongs to: one instance, from its start to its end.
    package var session: String
    /// The track; nil for records of the whole instance.
    package var lane: NielsenLane?
    /// The identifier of the asset; empty if the metadata has none.
    package var assetid = ""
    /// The number of the view within the instance, from 1; 0 for records of the whole instance.
    package var view = 0
    /// The numbers of the segments that this record credits: playhead divided by the length of a segment.
    package var segments: [Int64] = []
    /// The number of seconds played since the last record of the asset.
    package var seconds = 0
    /// The window of the segments, and those of them that were seen.
    package var period = CreditPeriod()
    /// The total number of seconds played of this view.
    package var totalSeconds = 0
    /// The playhead at which the record was made, or nil.
    package var playhead: Int64?
    /// Whether the user had opted out; measurement continues and is marked.
    package var optedOut: Bool
    /// The time, in milliseconds since 1970.
    package var time: Int64
    /// The metadata of the asset, as accepted; for records of kind ``Kind/session`` the app information.
    package var metadata: [String: String]
    /// The state of a connected device, as reported by `updateOTT`; empty if none is connected.
    package var ott: [String: String] = [:]
    /// The payload of the watermark, for records of kind ``Kind/id3``.
    package var payload: String?
    /// The viewability since the last record of the asset; nil if it is not measured: series of items under `invs`,
    /// `inau`, `inss`, `invp` and `ines`.
    ///
    /// For records of kind ``Kind/id3`` it is the value at the watermark, with one item in each series.
    package var viewability: JSONObject?
    /// The content of an ad; nil for all other records, and for an ad without content.
    package var content: Content?
    /// The instant of the call on the monotonic clock, which limits what watermarks credit.
    package var instant = Instant.zero
    /// What was done with the playheads since the last record; nil unless accounts keep a journal.
    package var journal: CreditJournal?

    /// Makes a record of an instance.
    init(_ kind: Kind, session: String, optedOut: Bool, time: Int64, metadata: [String: String]) {
        self.kind = kind
        self.session = session
        self.optedOut = optedOut
        self.time = time
        self.metadata = metadata
    }

    /// The record as JSON; the names of the members are stable.
    ///
    /// Members without a value are left out; `uoo` is the opt-out flag, `time` is in milliseconds since 1970.
    package var json: JSONObject {
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

extension NielsenMeasurementRecord {
    /// The content that an ad runs in.
    package struct Content: Sendable, Hashable {
        /// The number of its view: nil where none has begun, and 0 where it is over, as of the content before a postroll.
        package var view: Int?
        /// Its metadata, with that of its channel.
        package var metadata: [String: String]

        package init(view: Int?, metadata: [String: String]) {
            self.view = view
            self.metadata = metadata
        }
    }
}
