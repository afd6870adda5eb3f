// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi

/// Something that was observed, not yet in the form of lines.
struct RecordedItem: Sendable {
    enum Content: Sendable {
        case event(Event)
        /// The number of the event; how long it waited, and how long the call took.
        case delivery(number: UInt64, listener: String, mailbox: String, queued: Duration?, took: Duration)
        case outcome(EventID, RequestOutcome)
        case overrun(Overrun)
        /// With the number of the event that announced it.
        case state(AnnouncedState, number: UInt64)
        case registered(String)
        case unregistered(String)
        case failed(HubError)
        case rules(HubRuleRecord)
        case hubConfiguration(JSONObject)
        case command(CommandReport)
        case instance(String, NielsenInstanceReport.Content)
        case clock(unix: Int64)
        case dropped(lines: UInt64, RecordingLoss)
    }

    /// Nanoseconds since the recording began.
    let time: Int64
    let content: Content
}

/// The reason for which lines are missing.
enum RecordingLoss: String, Sendable, Hashable {
    /// There were more lines a second than the recording may have.
    case rate
    /// More waited than is kept in memory.
    case memory
    /// The file could not be written.
    case file
    /// The server could not be reached.
    case connection
}
