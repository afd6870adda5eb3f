// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What one view of one asset was credited with, read out of the measurement records.
///
/// Records carry everything that the SDK's own credit summary has, so a session file is enough for a report.
public struct AssetCredit: Sendable, Hashable {
    /// The instance's session.
    public var session: String
    /// `content`, `ad` or `static`.
    public var lane: String
    /// The asset's identifier; empty where the metadata has none.
    public var assetid: String
    /// The title, section or channel.
    public var title: String
    /// The number of the view within the instance.
    public var view: Int64
    /// Seconds played.
    public var seconds: Int64
    /// The numbers of the credited segments, in ascending order.
    public var segments: [Int64]
    /// True once the end was measured.
    public var ended: Bool

    /// How many minutes were credited.
    public var minutes: Int { segments.count }

    /// Reads the credits of a session, in the order of the views.
    ///
    /// - Parameter session: Any session.
    public static func all(in session: Session) -> [AssetCredit] {
        struct View: Hashable {
            let session: String
            let view: Int64
        }
        var order: [View] = []
        var credits: [View: AssetCredit] = [:]
        for (_, record) in session.records {
            guard let lane = record["lane"]?.stringValue, let view = record["view"]?.intValue, view > 0,
                let name = record["session"]?.stringValue, let kind = record["kind"]?.stringValue,
                ["view", "duration", "end"].contains(kind)
            else { continue }
            let key = View(session: name, view: view)
            if credits[key] == nil { order.append(key) }
            let metadata = record["metadata"]
            let title = ["title", "section", "channelName"].lazy.compactMap { metadata?[$0]?.stringValue }.first
            var credit =
                credits[key]
                ?? AssetCredit(
                    session: name,
                    lane: lane,
                    assetid: record["assetid"]?.stringValue ?? "",
                    title: title ?? "",
                    view: view,
                    seconds: 0,
                    segments: [],
                    ended: false
                )
            credit.seconds = max(credit.seconds, record["total_seconds"]?.intValue ?? 0)
            let segments = (record["segments"]?.arrayValue ?? []).compactMap(\.intValue)
            credit.segments = Set(credit.segments + segments).sorted()
            if kind == "end" { credit.ended = true }
            credits[key] = credit
        }
        return order.compactMap { credits[$0] }
    }
}
