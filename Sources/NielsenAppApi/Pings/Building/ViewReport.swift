// SPDX-License-Identifier: Apache-2.0

/// What pings have told, and have to tell, of one view: nothing of it is ever told of another one.
struct ViewReport: Sendable {
    /// How many interval pings there were.
    var intervals = 0
    /// When the view began, in milliseconds since 1970.
    var began: Int64 = 0
    /// How many ads ran in the content.
    var adCount: Int64 = 0
    /// How many seconds of them were played.
    var adSeconds: Int64 = 0
    /// What the player did since the last interval ping: `event,playhead,epoch` joined by `~`.
    private(set) var events = ""
    private var eventCount = 0

    private static let maximumEvents = 100

    /// Takes note of what the player did.
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

    /// Forgets what was told.
    mutating func forgetEvents() {
        events = ""
        eventCount = 0
    }
}
