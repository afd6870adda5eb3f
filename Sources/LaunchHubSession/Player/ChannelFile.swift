// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The input of the sample player: channels with their metadata, their ads, and a script of what a user does.
///
/// Source: "iOS SDK API Reference", "Nielsen Sample Applications": channel addresses and metadata come from a JSON
/// file. The form of the file is this project's own and is described in <doc:ChannelFiles>.
package struct ChannelFile: Sendable, Hashable {
    /// The title of the file.
    package var title: String
    /// The app information that the instance is made from.
    package var appInfo: JSONObject
    /// The hub's configuration, for instances that are made from it.
    package var configuration: JSONObject
    /// The channels, in the order of the file.
    ///
    /// There is at least one.
    package var channels: [Channel]

    /// The channels' names, in the order of the file.
    package var names: [String] { channels.map(\.name) }

    /// Finds a channel by its name.
    ///
    /// - Parameter name: The channel's name, in any case; nil for the first channel.
    /// - Returns: The channel.
    /// - Throws: ``ChannelError``, which lists the names that exist.
    package func channel(named name: String?) throws(ChannelError) -> Channel {
        let found =
            name.map { name in channels.first { $0.name.lowercased() == name.lowercased() } } ?? channels.first
        guard let found else { throw ChannelError(name: name ?? "", available: names) }
        return found
    }
}

/// One channel.
package struct Channel: Sendable, Hashable {
    /// The kind of stream.
    package enum Stream: String, Sendable, Hashable, CaseIterable {
        /// A recording: playheads are seconds of the asset.
        case vod
        /// A live stream: playheads are seconds since 1970.
        case live
        /// A page without playback.
        case `static`
    }

    /// The channel's name.
    package var name: String
    /// The kind of stream.
    package var stream: Stream
    /// The metadata of the content or the page.
    package var metadata: JSONObject
    /// The length of the content in seconds; nil if it does not end by itself.
    package var length: Int64?
    /// The ads, in order of their position.
    package var ads: [Ad]
    /// The watermarks in the stream, in order of their position.
    package var tags: [Tag]
    /// The actions of the user, in order of time.
    package var script: [UserAction]
    /// What the app does wrong on purpose.
    package var faults: PlayerFaults

    /// An ad.
    package struct Ad: Sendable, Hashable {
        /// At which second of the content it comes; nil after the end.
        package var position: Int64?
        /// The length in seconds.
        package var length: Int64
        /// Its metadata.
        package var metadata: JSONObject
    }

    /// A watermark, or a row of them whose offsets go along with the stream.
    package struct Tag: Sendable, Hashable {
        /// At which second of the content, or since the live stream was tuned in.
        package var position: Int64
        /// The payload of the first.
        package var payload: String
        /// The distance in seconds between two of a series; nil for a single one.
        package var every: Int64?
        /// The second after which the row has no more.
        package var until: Int64

        /// The number of watermarks.
        package var count: Int64 { every.map { max(0, until - position) / max(1, $0) + 1 } ?? 1 }

        /// Returns the payload at a second of the stream.
        ///
        /// - Parameter second: The second of the content, or since the live stream was tuned in.
        /// - Returns: The payload, its offsets moved on if it repeats; nil if there is none at this second.
        package func payload(at second: Int64) -> String? {
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
package struct UserAction: Sendable, Hashable {
    /// What comes between a player and its user; the value is the name of its beginning in call logs.
    package enum Interruption: String, Sendable, Hashable {
        /// A phone call.
        case call
        /// The device is locked.
        case lock
        /// An alarm sounds.
        case alarm
        /// There is no network.
        case network = "networkLoss"
        /// The app is in the background.
        case background

        /// The name of its end in call logs.
        var end: String {
            switch self {
            case .call: "callEnd"
            case .lock: "unlock"
            case .alarm: "alarmEnd"
            case .network: "networkBack"
            case .background: "foreground"
            }
        }
    }

    /// The kind of action.
    package enum Kind: Sendable, Hashable {
        /// Begins, or goes on.
        case play
        /// Pauses.
        case pause
        /// Resumes after a pause.
        case resume
        /// Seeks to a second of the content.
        case seek(Int64)
        /// Goes some seconds on, or back, by a button.
        case skip(Int64)
        /// Plays so many times as fast.
        case rate(Double)
        /// Waits for data for some seconds.
        case buffer(Int64)
        /// The app leaves the screen: playback pauses, a page ends.
        case background
        /// The app comes back: what was played goes on.
        case foreground
        /// Something comes between: playback pauses.
        case interrupt(Interruption)
        /// The interruption is over: what was played goes on.
        case goOn(Interruption)
        /// Playback moves into a small window, which goes on in the background, or out of it.
        case pictureInPicture(Bool)
        /// The system ends the process, without another call of the app.
        case kill
        /// The app is launched again, and goes on with what was played.
        case relaunch
        /// The clock of the device is set some seconds on, or back.
        case clock(Int64)
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
        /// Makes a classic call unchanged, for what a correct app would not call.
        case sdk(String, [JSONValue])
        /// Ends playback; the channel's script may go on.
        case stop
    }

    /// The time, in seconds since the channel was chosen.
    package var time: Int64
    /// The kind of action.
    package var kind: Kind
}

/// A channel was asked for that the file does not have.
package struct ChannelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name that was asked for.
    package let name: String
    /// The names that there are.
    package let available: [String]

    /// A description of what was requested, and what exists.
    package var description: String {
        VisibleText.line(
            "there is no channel \"\(name)\"; the channels are: "
                + available.map { "\"\($0)\"" }.joined(separator: ", ")
        )
    }
}
