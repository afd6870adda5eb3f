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

extension PlayerFaults {
    /// Reads the faults of a channel.
    ///
    /// - Parameter node: The faults in the file.
    /// - Throws: ``InputFileError`` with the place in the file and what was expected.
    init(_ node: ChannelNode) throws(InputFileError) {
        try node.refuse(except: ["omit", "order", "playheadUnit", "late", "twice"])
        omit = Set(try node.optional("omit")?.strings(among: Self.names) ?? [])
        order = try node.optional("order")?.strings(among: Self.names) ?? []
        if let list = try node.optional("order"), Set(order).count < 2 || Set(order).count != order.count {
            throw list.failure("the order of calls needs at least two names, each once")
        }
        if let unit = try node.optional("playheadUnit") {
            let name = try unit.name(among: PlayheadUnit.allCases.map(\.rawValue))
            playheadUnit = PlayheadUnit(rawValue: name) ?? .seconds
        }
        if let calls = try node.optional("late") {
            try calls.refuse(except: Self.names)
            for name in try calls.object().keys.sorted() {
                late[name] = try calls.required(name, "the seconds by which it comes late").seconds()
            }
        }
        if let calls = try node.optional("twice") {
            try calls.refuse(except: Self.names)
            for name in try calls.object().keys.sorted() {
                twice[name] = try calls.required(name, "the call or event that it comes with").name(
                    among: Self.occasions
                )
            }
        }
    }
}
