// SPDX-License-Identifier: Apache-2.0

import NielsenModel

/// The reports of one view: what its pings have reported, and have to report.
///
/// Nothing of it is reported for another view.
struct ViewReport: Sendable {
    /// The beginning of the view, in milliseconds since 1970.
    var began: Int64 = 0
    /// The number of ads that ran in the content.
    var adCount: Int64 = 0
    /// The seconds of them that were played.
    var adSeconds: Int64 = 0
    /// The actions of the player since the last interval ping: `code:milliseconds:position` joined by `~`.
    private(set) var events = ""
    private var eventCount = 0

    private static let maximumEvents = 100

    /// Records an action of the player.
    ///
    /// - Parameters:
    ///   - button: What it was.
    ///   - playhead: Where the playhead was, or where a seek has led; nil where there was none.
    ///   - origin: Where a seek began; nil where nothing was played before.
    ///   - time: Milliseconds since 1970.
    mutating func note(_ button: NielsenPlayerButton, _ playhead: Int64?, from origin: Int64? = nil, _ time: Int64) {
        guard eventCount < Self.maximumEvents else { return }
        eventCount += 1
        if !events.isEmpty { events += "~" }
        let position = playhead ?? 0
        events += "\(Self.code(button)):\(time):\(position)"
        guard button == .forward || button == .rewind else { return }
        let old = origin ?? position
        let (distance, overflows) = position.subtractingReportingOverflow(old)
        events += ":\(old):\(overflows ? 0 : distance.magnitude)"
    }

    /// The codes of play and of seeks are public; those of the others are likely.
    private static func code(_ button: NielsenPlayerButton) -> String {
        switch button {
        case .play, .resume: "PL"
        case .forward: "FW"
        case .rewind: "RW"
        case .pause: "PS"
        case .stop: "ST"
        case .mute: "MU"
        }
    }

    /// Removes the reported actions.
    mutating func forgetEvents() {
        events = ""
        eventCount = 0
    }
}
