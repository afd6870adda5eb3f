// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The content of one `trackEvent` dictionary.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Handling JSON Metadata"; the keys `optout`, `buffering` and
/// `buttonEvent` are in the public header.
public struct NielsenTrackEvent: Sendable, Hashable {
    /// The kind of event.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// Something is being played.
        case playhead
        /// Playback is paused or interrupted.
        case pause
        /// The session is over.
        case complete
        /// An ad is over.
        case adStop
    }

    /// The metadata object that is credited.
    public typealias Kind = NielsenLane

    /// The three metadata objects; empty where they are absent, null or empty.
    public struct Metadata: Sendable, Hashable {
        /// The programme.
        public var content: [String: String]
        /// The advertisement.
        public var ad: [String: String]
        /// The page.
        public var page: [String: String]

        /// Makes metadata of its three objects.
        ///
        /// - Parameters:
        ///   - content: The programme.
        ///   - ad: The advertisement.
        ///   - page: The page.
        public init(content: [String: String] = [:], ad: [String: String] = [:], page: [String: String] = [:]) {
            self.content = content
            self.ad = ad
            self.page = page
        }

        /// Returns the object of a kind.
        package subscript(kind: Kind) -> [String: String] {
            switch kind {
            case .content: content
            case .ad: ad
            case .static: page
            }
        }
    }

    /// The kind of event.
    public var name: Name
    /// The metadata object that is credited.
    public var kind: Kind
    /// The metadata, all of it with each event.
    public var metadata: Metadata
    /// The playhead; nil if the event has none.
    public var playhead: Int64?
    /// A watermark's payload.
    public var id3: String?
    /// The state of a connected device.
    public var ott: [String: String]?
    /// The user's choice; nil if the event has none.
    public var optOut: Bool?
    /// Whether the player waits for data.
    public var isBuffering: Bool
    /// The button that the user pressed.
    public var button: String?

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: What happened.
    ///   - kind: Which of the metadata objects is credited.
    ///   - metadata: The metadata.
    ///   - playhead: Seconds of the asset or since 1970.
    ///   - id3: A watermark's payload.
    ///   - ott: The state of a connected device.
    ///   - optOut: The user's choice.
    ///   - isBuffering: True while the player waits for data.
    ///   - button: The button that the user pressed.
    public init(
        _ name: Name,
        kind: Kind = .content,
        metadata: Metadata = Metadata(),
        playhead: Int64? = nil,
        id3: String? = nil,
        ott: [String: String]? = nil,
        optOut: Bool? = nil,
        isBuffering: Bool = false,
        button: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.metadata = metadata
        self.playhead = playhead
        self.id3 = id3
        self.ott = ott
        self.optOut = optOut
        self.isBuffering = isBuffering
        self.button = button
    }
}

extension NielsenTrackEvent {
    /// The metadata of a lane, with the type that the event implies if they have none.
    package func values(of lane: NielsenLane) -> [String: String] {
        var values = metadata[lane]
        if values["type"]?.isEmpty ?? true {
            values["type"] = lane == .ad ? NielsenAssetType.ad.rawValue : lane.rawValue
        }
        return values
    }

    /// The channel information for `play`.
    package var channel: [String: String] {
        guard let name = metadata.content["channelName"] ?? metadata.content["channelname"] else { return [:] }
        return ["channelName": name]
    }
}
