// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The one account of what is played.
///
/// The calls change it, in ``NielsenCore``. Events are turned into calls by what they say beside it, interruptions hold it
/// and let it go on, and credit and pings are made of it.
struct NielsenPlayback: Sendable {
    /// The handling of playheads.
    enum Run: Sendable {
        /// Nothing was loaded since `play` or `end`.
        case nothing
        /// They go to a lane.
        case playing(NielsenLane)
        /// They go to the lane that was loaded again at the end of a hold, and the app has made no call since.
        case resumed(NielsenLane)
        /// Playback is held.
        case held(Hold)
    }

    /// The reason why nothing is played, and what continues afterwards.
    struct Hold: Sendable {
        enum Reason: Sendable { case app, interruption }

        var reason: Reason
        /// The lane that goes on; nil where metadata must come first.
        var lane: NielsenLane?
        /// The channel with which `play` is called then; nil where it need not be.
        var channel: [String: String]?
        /// Whether the app called `stop` while something else held playback.
        var isStopped = false
    }

    var content = NielsenTrack()
    var ad = NielsenTrack()
    var page = NielsenTrack()
    var run = Run.nothing

    /// The channel information of `play`.
    var channel: [String: String] = [:]
    /// Whether the stream of that channel is over: the next one has its own channel or none.
    var isChannelOver = false
    /// Whether `play` was called for the stream that goes on.
    var hasPlayed = false
    /// The connected device, or an empty dictionary.
    var ott: [String: String] = [:]
    /// The last argument of `updateOTT`, valid or not.
    var lastOTT: [String: String]?
    /// Whether the player is in picture in picture, which the pings of a stream say.
    var isInPicture = false
    /// The last watermarks of the stream.
    var tags = HeardTags()
    /// The content that was completed last.
    var completed: CompletedAsset?
    /// The time of the last call about content or ads.
    var lastActivity = NielsenTime.never

    subscript(lane: NielsenLane) -> NielsenTrack {
        get {
            switch lane {
            case .content: content
            case .ad: ad
            case .static: page
            }
        }
        _modify {
            switch lane {
            case .content: yield &content
            case .ad: yield &ad
            case .static: yield &page
            }
        }
    }

    /// The lane that playheads go to; nil until metadata was loaded after `play` or `stop`.
    var active: NielsenLane? {
        switch run {
        case .playing(let lane), .resumed(let lane): lane
        case .nothing, .held: nil
        }
    }

    /// The lane that the app plays, also while an interruption holds it.
    var intended: NielsenLane? {
        switch run {
        case .playing(let lane), .resumed(let lane): lane
        case .held(let hold): hold.reason == .app || hold.isStopped ? nil : hold.lane
        case .nothing: nil
        }
    }

    /// The playback that an interruption holds; nil if none does.
    var interrupted: Hold? {
        if case .held(let hold) = run, hold.reason == .interruption { hold } else { nil }
    }

    /// The track that playheads go to.
    var activeTrack: NielsenTrack? { active.map { self[$0] } }

    /// Whether something plays or is paused that pings have reported: a view of content or ad, or a watermarked stream.
    var isStreamOpen: Bool { content.view?.isSeen == true || ad.view?.isSeen == true || tags.newest != nil }

    /// Whether metadata was loaded that no playhead has come for yet.
    var isLoadedAndNotBegun: Bool {
        guard let activeTrack else { return false }
        return activeTrack.view?.account.runPlayhead == nil
    }

    /// Returns the loaded asset of exactly these metadata, if there is one.
    func loaded(_ given: [String: String]) -> NielsenAsset? {
        [content.asset, ad.asset, page.asset].lazy.compactMap { $0 }.first { $0.given == given }
    }

    /// Holds playback until a lane can go on: it was loaded, or `play` was called, while something had come between.
    mutating func wait(for lane: NielsenLane?, channel: [String: String]? = nil) {
        run = .held(Hold(reason: .interruption, lane: lane, channel: channel ?? interrupted?.channel))
    }

    /// Forgets refused assets of events: the app begins again, so they are tried again.
    mutating func forgetRefusals() {
        if content.refused != nil { content.refused = nil }
        if ad.refused != nil { ad.refused = nil }
    }

    /// Forgets the stream.
    mutating func endStream() {
        content = NielsenTrack()
        ad = NielsenTrack()
        run = .nothing
    }
}

/// The content that was completed last: a playhead of it that comes late belongs to it, and begins nothing.
struct CompletedAsset: Sendable {
    let asset: NielsenAsset
    let position: Int64
    let time: NielsenTime

    /// The time for which a late playhead is taken for one of the completed asset.
    private static let patience = Duration.seconds(5)

    /// Whether a playhead may belong to the completed asset.
    func owns(_ position: Int64, at now: NielsenTime) -> Bool {
        position >= self.position && now.instant - time.instant <= Self.patience
    }
}
