// SPDX-License-Identifier: Apache-2.0

/// What an interruption does to a session: one row of the table that everything else goes by.
///
/// Source: "DCR Video iOS SDK guide", "Interruptions during playback" and "Handling Foreground and Background states".
public struct NielsenInterruptionRule: Sendable, Hashable {
    /// What is done to what is measured.
    public enum Effect: String, Sendable, Hashable, CaseIterable {
        /// Nothing; measurement goes on.
        case none
        /// Playheads and watermarks are withheld. After ``NielsenThresholds/bufferingTimeoutSeconds`` it is a stop.
        case withhold
        /// `stop` at once; playheads and watermarks are withheld until playback goes on.
        case stop
        /// `staticEnd` at once; the page is loaded again afterwards.
        case staticEnd
    }

    /// When an interruption is over.
    public enum Over: String, Sendable, Hashable, CaseIterable {
        /// When playback goes on: the user alone decides that.
        case playback
        /// When its cause is gone: playback goes on then if it did before.
        case cause
    }

    /// The interruption.
    public let interruption: NielsenInterruption
    /// What it does to video that is shown in the app.
    public let video: Effect
    /// What it does to video that is shown in picture in picture.
    public let pictureInPicture: Effect
    /// What it does to audio without a picture.
    public let audio: Effect
    /// What it does to a static page.
    public let page: Effect
    /// When it is over.
    public let over: Over

    /// The table, in the order of the source.
    public static let all: [NielsenInterruptionRule] = [
        row(.pause, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .playback),
        row(.networkLoss, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .cause),
        row(.call, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .cause),
        row(.alarm, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .cause),
        row(.buffering, video: .withhold, pictureInPicture: .withhold, audio: .withhold, page: .none, over: .cause),
        row(.deviceLock, video: .stop, pictureInPicture: .stop, audio: .none, page: .staticEnd, over: .cause),
        row(.background, video: .stop, pictureInPicture: .none, audio: .none, page: .staticEnd, over: .cause),
        row(.channelChange, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .playback),
        row(.headphonesUnplugged, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .playback),
    ]

    /// The row of an interruption.
    ///
    /// - Parameter interruption: The interruption.
    /// - Returns: Its row; every interruption has one.
    public static func rule(for interruption: NielsenInterruption) -> NielsenInterruptionRule {
        byInterruption[interruption]
            ?? row(interruption, video: .stop, pictureInPicture: .stop, audio: .stop, page: .none, over: .cause)
    }

    private static let byInterruption = Dictionary(uniqueKeysWithValues: all.map { ($0.interruption, $0) })

    private static func row(
        _ interruption: NielsenInterruption,
        video: Effect,
        pictureInPicture: Effect,
        audio: Effect,
        page: Effect,
        over: Over
    ) -> NielsenInterruptionRule {
        NielsenInterruptionRule(
            interruption: interruption,
            video: video,
            pictureInPicture: pictureInPicture,
            audio: audio,
            page: page,
            over: over
        )
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

/// What is played, as far as interruptions tell it apart.
public enum NielsenMedia: String, Sendable, Hashable, CaseIterable {
    /// Something to be looked at.
    case video
    /// Something to be heard: it goes on while the device is locked or the app is in the background.
    case audio
}

/// The calls with which a session goes on after an interruption. The documents disagree; all are accepted.
public enum NielsenResumeCalls: String, Sendable, Hashable, CaseIterable {
    /// `loadMetadata`. Source: "DCR Video iOS SDK guide", "Interruptions during playback".
    case loadMetadata
    /// `play`, `loadMetadata`. Source: "iOS SDK API Reference", "Nielsen iOS App SDK Application Life Cycle". For
    /// watermarked streams the next watermark comes before the next playhead, which is the third form of the documents.
    case playAndLoadMetadata
}
