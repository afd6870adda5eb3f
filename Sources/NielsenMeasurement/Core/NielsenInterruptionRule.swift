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
    package let video: Effect
    /// The effect on video in picture in picture.
    package let pictureInPicture: Effect
    /// The effect on audio without a picture.
    package let audio: Effect
    /// The effect on a static page.
    package let page: Effect
    /// The condition that ends it.
    package let over: Over

    /// The table, in the order of the source.
    package static let all: [NielsenInterruptionRule] = [
        Self(.pause, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .playback),
        Self(.networkLoss, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .cause),
        Self(.call, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .cause),
        Self(.alarm, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .cause),
        Self(.buffering, video: .withhold, pictureInPicture: .withhold, audio: .withhold, page: .none, over: .cause),
        Self(.deviceLock, video: .stop, pictureInPicture: .stop, audio: .none, page: .staticEnd, over: .cause),
        Self(.background, video: .stop, pictureInPicture: .none, audio: .none, page: .staticEnd, over: .cause),
        Self(.channelChange, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .playback),
        Self(.headphonesUnplugged, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .playback),
    ]

    /// Returns the row of an interruption.
    ///
    /// - Parameter interruption: The interruption.
    /// - Returns: Its row; every interruption has one.
    package static func rule(for interruption: NielsenInterruption) -> NielsenInterruptionRule {
        byInterruption[interruption]
            ?? Self(interruption, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .cause)
    }

    private static let byInterruption = Dictionary(uniqueKeysWithValues: all.map { ($0.interruption, $0) })

    private init(
        _ interruption: NielsenInterruption,
        video: Effect,
        pictureInPicture: Effect,
        audio: Effect,
        page: Effect,
        over: Over
    ) {
        self.interruption = interruption
        self.video = video
        self.pictureInPicture = pictureInPicture
        self.audio = audio
        self.page = page
        self.over = over
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
