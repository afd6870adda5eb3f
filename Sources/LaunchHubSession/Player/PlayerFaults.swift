// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What a channel's app does wrong on purpose.
package struct PlayerFaults: Sendable, Hashable {
    /// The unit in which positions are passed.
    package enum PlayheadUnit: String, Sendable, Hashable, CaseIterable {
        /// Whole seconds, as documented.
        case seconds
        /// Milliseconds.
        case milliseconds
        /// Seconds with a fraction.
        case fraction
        /// Seconds before the end of the stream, as players count them in live streams.
        case negative
        /// Seconds since 1970, whatever is played.
        case epoch
        /// Seconds since the stream was tuned in, whatever is played.
        case position
    }

    /// The calls that are left out.
    package var omit: Set<String> = []
    /// The order of calls of the same moment; empty for the right one.
    package var order: [String] = []
    /// The unit of positions.
    package var playheadUnit = PlayheadUnit.seconds
    /// By how many seconds calls come late.
    package var late: [String: Int64] = [:]
    /// The calls that are made once more, each with the call or event that it then comes with.
    package var twice: [String: String] = [:]

    /// Makes no faults.
    package init() {}

    /// The names of calls, events and kinds of calls that faults may be about.
    package static let names = [
        "play", "loadMetadata", "loadMetadata.content", "loadMetadata.ad", "loadMetadata.static", "loadMetadata.resume",
        "playheadPosition", "playheadPosition.final", "sendID3", "stop", "end", "staticEnd", "updateOTT", "userOptOut",
        "appDisableApi", "playhead", "pause", "adStop", "complete",
    ]

    /// The names of what the player and the system do, which a call may come with once more.
    package static let occasions =
        names + [
            "userPause", "userResume", "bufferStart", "bufferEnd", "background", "foreground", "call", "callEnd",
            "lock",
            "unlock", "alarm", "alarmEnd", "networkLoss", "networkBack", "pipStart", "pipEnd",
        ]
}
