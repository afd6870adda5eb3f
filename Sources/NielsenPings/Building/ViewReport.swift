// SPDX-License-Identifier: Apache-2.0

/// The reports of one view: what its pings have reported, and have to report.
///
/// Nothing of it is reported for another view.
struct ViewReport: Sendable {
    /// The number of interval pings so far.
    var intervals = 0
    /// The beginning of the view, in milliseconds since 1970.
    var began: Int64 = 0
    /// The number of ads that ran in the content.
    var adCount: Int64 = 0
    /// The seconds of them that were played.
    var adSeconds: Int64 = 0
    /// The actions of the player since the last interval ping: `event,playhead,epoch` joined by `~`.
    private(set) var events = ""
    private var eventCount = 0

    private static let maximumEvents = 100

    /// Records an action of the player.
    ///
    /// - Parameters:
    ///   - event: What it was.
    ///   - playhead: Where the playhead was, nil where there was none.
    ///   - time: Milliseconds since 1970.
    mutating func note(_ event: String, _ playhead: Int64?, _ time: Int64) {
        guard eventCount < Self.maximumEvents else { return }
        eventCount += 1
        if !events.isEmpty { events += "~" }
        events += "\(event),\(playhead ?? 0),\(time / 1000)"
    }

    /// Removes the reported actions.
    mutating func forgetEvents() {
        events = ""
        eventCount = 0
    }
}
