// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import LaunchHub

/// What an app asks of the extension, in the form that both flows can carry: the name and the data of one of the ten
/// documented events; or an event for others, of which rules may make something.
package struct SessionCommand: Sendable, Hashable {
    /// The type and the source of an event for others.
    package struct Address: Sendable, Hashable {
        /// The event's type.
        package var type: EventType
        /// The event's source.
        package var source: EventSource

        /// Makes an address; nil where a part is empty or the wildcard, which no event can have.
        package init?(type: String, source: String) {
            self.type = EventType(type)
            self.source = EventSource(source)
            guard !type.isEmpty, !source.isEmpty, self.type != .wildcard, self.source != .wildcard else { return nil }
        }
    }

    /// The event's name, as documented.
    package var name: String
    /// The event's data.
    package var data: JSONObject
    /// Where the event goes if not to the extension; nil for one of the ten documented events.
    package var address: Address?

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - data: The event's data.
    ///   - address: Where the event goes; nil for the extension.
    package init(_ name: String, _ data: JSONObject = [:], to address: Address? = nil) {
        self.name = name
        self.data = data
        self.address = address
    }

    /// The instance that the command is for, where it names one.
    package var identifier: String? { data["identifier"]?.stringValue }

    /// The argument of `trackEvent`, if the command is a `TrackSDKEvent` with data.
    package var track: TrackedEvent? {
        guard address == nil, name == DocumentedCall.track.event, let data = data["data"]?.objectValue else {
            return nil
        }
        return TrackedEvent(data)
    }
}

/// The parts of a `trackEvent` dictionary that timelines and lanes go by.
package struct TrackedEvent: Sendable, Hashable {
    /// `playhead`, `pause`, `complete` or `adStop`; any other text unchanged.
    package var event: String
    /// `content`, `ad` or `static`.
    package var lane: String
    /// The asset's identifier, the section of a page, or an empty text.
    package var asset: String
    /// The playhead, as it was passed.
    package var playhead: String?
    /// Whether it has a watermark.
    package var hasID3: Bool
    /// The user's choice, where it came with the event.
    package var optOut: String?
    /// Whether it has the state of a connected device.
    package var hasOTT: Bool

    init(_ data: JSONObject) {
        func text(_ value: JSONValue?) -> String? {
            guard let value, !value.isNull else { return nil }
            return value.stringValue ?? value.jsonText
        }
        let lane = text(data["type"]) ?? "content"
        let metadata = data["metadata"]?[lane]
        event = text(data["event"]) ?? "(none)"
        self.lane = lane
        asset = text(metadata?["assetid"]) ?? text(metadata?["channelName"]) ?? text(metadata?["section"]) ?? ""
        playhead = text(data["playheadPosition"])
        hasID3 = data["id3Data"] != nil
        optOut = text(data["optout"])
        hasOTT = data["ottData"] != nil
    }
}
