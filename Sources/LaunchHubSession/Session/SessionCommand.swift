// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// What an app asks of the extension, in the form that both flows can carry: the name and the data of one of the ten
/// documented events.
public struct SessionCommand: Sendable, Hashable {
    /// The event's name, as documented.
    public var name: String
    /// The event's data.
    public var data: JSONObject

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - data: The event's data.
    public init(_ name: String, _ data: JSONObject = [:]) {
        self.name = name
        self.data = data
    }

    /// The instance that the command is for, where it names one.
    public var identifier: String? { data["identifier"]?.stringValue }

    /// The argument of `trackEvent`, if the command is a `TrackSDKEvent` with data.
    public var track: TrackedEvent? {
        guard name == DocumentedCall.track.event, let data = data["data"]?.objectValue else { return nil }
        return TrackedEvent(data)
    }
}

/// The parts of a `trackEvent` dictionary that timelines and lanes go by.
public struct TrackedEvent: Sendable, Hashable {
    /// `playhead`, `pause`, `complete` or `adStop`; any other text unchanged.
    public var event: String
    /// `content`, `ad` or `static`.
    public var lane: String
    /// The asset's identifier, the section of a page, or an empty text.
    public var asset: String
    /// The playhead, as it was passed.
    public var playhead: String?
    /// Whether it has a watermark.
    public var hasID3: Bool
    /// The user's choice, where it came with the event.
    public var optOut: String?
    /// Whether it has the state of a connected device.
    public var hasOTT: Bool

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
