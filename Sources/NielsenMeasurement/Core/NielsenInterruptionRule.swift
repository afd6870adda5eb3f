// SPDX-License-Identifier: Apache-2.0

/// The effect of an interruption on a session: one row of the table that decides everything else.
///
/// Source: "DCR Video iOS SDK guide", "Interruptions during playback" and "Handling Foreground and Background states".
package struct NielsenInterruptionRule: Sendable, Hashable {
    /// The effect on measurement.
    package enum Effect: String, Sendable, Hashable, CaseIterable {
        /// None; measurement continues.
        case none
        /// Playheads and watermarks are withheld. After `NielsenThresholds.bufferingTimeoutSeconds` it is a stop.
        case withhold
        /// `stop`, immediately; playheads and watermarks are withheld until playback continues.
        case stop
        /// `staticEnd`, immediately; the page is loaded again afterwards.
        case staticEnd
    }

    /// The condition that ends an interruption.
    package enum Over: String, Sendable, Hashable, CaseIterable {
        /// Playback continues: only the user decides that.
        case playback
        /// Its cause is gone: playback then continues if it did before.
        case cause
    }

    /// The interruption.
    package let interruption: NielsenInterruption
    /// The effect on video that is shown in the app.
    package private(set) var video = Effect.stop
    /// The effect on video in picture in picture.
    package private(set) var pictureInPicture = Effect.stop
    /// The effect on audio without a picture.
    package private(set) var audio = Effect.stop
    /// The effect on a static page.
    package private(set) var page = Effect.none
    /// The condition that ends it.
    package let over: Over

    /// The table, in the order of the source; what a row leaves out stops what is played, and leaves a page.
    package static let all: [NielsenInterruptionRule] = [
        Self(interruption: .pause, over: .playback),
        Self(interruption: .networkLoss, over: .cause),
        Self(interruption: .call, over: .cause),
        Self(interruption: .alarm, over: .cause),
        Self(interruption: .buffering, video: .withhold, pictureInPicture: .withhold, audio: .withhold, over: .cause),
        Self(interruption: .deviceLock, audio: .none, page: .staticEnd, over: .cause),
        Self(interruption: .background, pictureInPicture: .none, audio: .none, page: .staticEnd, over: .cause),
        Self(interruption: .channelChange, over: .playback),
        Self(interruption: .headphonesUnplugged, over: .playback),
    ]

    /// Returns the row of an interruption.
    ///
    /// - Parameter interruption: The interruption.
    /// - Returns: Its row; every interruption has one.
    package static func rule(for interruption: NielsenInterruption) -> NielsenInterruptionRule {
        all.first { $0.interruption == interruption } ?? Self(interruption: interruption, over: .cause)
    }

    /// Returns what the interruption does to playback.
    ///
    /// - Parameters:
    ///   - media: The kind of media that is played.
    ///   - isInPicture: Whether video is shown in picture in picture; ignored for audio.
    /// - Returns: The effect of this row.
    func effect(on media: NielsenMedia, isInPicture: Bool) -> Effect {
        switch media {
        case .audio: audio
        case .video: isInPicture ? pictureInPicture : video
        }
    }
}
