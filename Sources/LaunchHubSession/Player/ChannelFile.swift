// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// The input of the sample player: channels with their metadata, their ads, and a script of what a user does.
///
/// Source: "iOS SDK API Reference", "Nielsen Sample Applications": channel addresses and metadata come from a JSON
/// file. The form of the file is this project's own and is described in <doc:ChannelFiles>.
public struct ChannelFile: Sendable, Hashable {
    /// The title of the file.
    public var title: String
    /// The app information that the instance is made from.
    public var appInfo: JSONObject
    /// The hub's configuration, for instances that are made from it.
    public var configuration: JSONObject
    /// The channels, in the order of the file.
    ///
    /// There is at least one.
    public var channels: [Channel]

    /// The channels' names, in the order of the file.
    public var names: [String] { channels.map(\.name) }

    /// Finds a channel by its name.
    ///
    /// - Parameter name: The channel's name, in any case; nil for the first channel.
    /// - Returns: The channel.
    /// - Throws: ``ChannelError``, which lists the names that exist.
    public func channel(named name: String?) throws(ChannelError) -> Channel {
        let found =
            name.map { name in channels.first { $0.name.lowercased() == name.lowercased() } } ?? channels.first
        guard let found else { throw ChannelError(name: name ?? "", available: names) }
        return found
    }
}

/// One channel.
public struct Channel: Sendable, Hashable {
    /// The kind of stream.
    public enum Stream: String, Sendable, Hashable, CaseIterable {
        /// A recording: playheads are seconds of the asset.
        case vod
        /// A live stream: playheads are seconds since 1970.
        case live
        /// A page without playback.
        case `static`
    }

    /// The channel's name.
    public var name: String
    /// The kind of stream.
    public var stream: Stream
    /// The metadata of the content or the page.
    public var metadata: JSONObject
    /// The length of the content in seconds; nil if it does not end by itself.
    public var length: Int64?
    /// The ads, in order of their position.
    public var ads: [Ad]
    /// The watermarks in the stream, in order of their position.
    public var tags: [Tag]
    /// The actions of the user, in order of time.
    public var script: [UserAction]

    /// An ad.
    public struct Ad: Sendable, Hashable {
        /// At which second of the content it comes; nil after the end.
        public var position: Int64?
        /// The length in seconds.
        public var length: Int64
        /// Its metadata.
        public var metadata: JSONObject
    }

    /// A watermark, or a row of them whose offsets go along with the stream.
    public struct Tag: Sendable, Hashable {
        /// At which second of the content, or since the live stream was tuned in.
        public var position: Int64
        /// The payload of the first.
        public var payload: String
        /// The distance in seconds between two of a series; nil for a single one.
        public var every: Int64?
        /// The second after which the row has no more.
        public var until: Int64

        /// The number of watermarks.
        public var count: Int64 { every.map { max(0, until - position) / max(1, $0) + 1 } ?? 1 }

        /// Returns the payload at a second of the stream.
        ///
        /// - Parameter second: The second of the content, or since the live stream was tuned in.
        /// - Returns: The payload, its offsets moved on if it repeats; nil if there is none at this second.
        public func payload(at second: Int64) -> String? {
            guard second >= position, second <= until else { return nil }
            let passed = second - position
            guard let every, passed > 0 else { return passed == 0 ? payload : nil }
            return passed % every == 0 ? Self.moved(payload, by: passed) : nil
        }

        /// A payload whose two offsets are further on, as far as they have five digits.
        private static func moved(_ payload: String, by seconds: Int64) -> String {
            var fields = payload.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            for place in [4, 5] where fields.indices.contains(place) {
                guard let offset = Int64(fields[place]) else { continue }
                let digits = String((offset + seconds) % 100_000)
                fields[place] = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
            }
            return fields.joined(separator: "/")
        }
    }
}

/// An action of the user, or of the system.
public struct UserAction: Sendable, Hashable {
    /// The kind of action.
    public enum Kind: Sendable, Hashable {
        /// Begins, or goes on.
        case play
        /// Pauses.
        case pause
        /// Resumes after a pause.
        case resume
        /// Seeks to a second of the content.
        case seek(Int64)
        /// The app leaves the screen: playback pauses, a page ends.
        case background
        /// The app comes back: what was played goes on.
        case foreground
        /// Another channel is chosen and begins.
        case channel(String)
        /// A page is opened beside the player.
        case page(JSONObject)
        /// The page is left.
        case leavePage
        /// The user opts out.
        case optOut
        /// The user opts back in.
        case optIn
        /// Measurement is switched off.
        case disable
        /// Measurement is switched on.
        case enable
        /// A device is connected or disconnected.
        case ott(JSONObject)
        /// The info button: version, identifier, opt-out page and status.
        case info
        /// Makes an instance from the hub's configuration, asks for its version, and removes it.
        case remote
        /// Dispatches an event unchanged, for what a correct app would not send.
        case track(JSONObject)
        /// Ends playback; the channel's script may go on.
        case stop
    }

    /// The time, in seconds since the channel was chosen.
    public var time: Int64
    /// The kind of action.
    public var kind: Kind
}

/// A channel was asked for that the file does not have.
public struct ChannelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name that was asked for.
    public let name: String
    /// The names that there are.
    public let available: [String]

    /// A description of what was requested, and what exists.
    public var description: String {
        VisibleText.line(
            "there is no channel \"\(name)\"; the channels are: "
                + available.map { "\"\($0)\"" }.joined(separator: ", ")
        )
    }
}
