// SPDX-License-Identifier: Apache-2.0

/// What the destination is told: the integration's settings, and how it behaves where the documents disagree.
///
/// All defaults are those that <doc:Ambiguities> recommends.
///
/// Source: "Analytics Swift Nielsen DCR Plugin"; the integration's published settings.
public struct NielsenDCRSettings: Sendable, Hashable {
    // MARK: The integration's settings

    /// The app's id, that the vendor assigns. `appId`
    public var appId = ""
    /// Asks the SDK for its debugging log. `nolDevDebug`
    public var nolDevDebug = false
    /// The property that is a content's id; looked for before the usual ones. `contentAssetIdPropertyName`
    public var contentAssetIdPropertyName: String?
    /// The property that is an ad's id; looked for before the usual ones. `adAssetIdPropertyName`
    public var adAssetIdPropertyName: String?
    /// The older name of ``contentAssetIdPropertyName``; looked for after it. `assetIdPropertyName`
    public var assetIdPropertyName: String?
    /// The property that is credited as client id; none by default. `clientIdPropertyName`
    public var clientIdPropertyName: String?
    /// The property that is credited as sub-brand; none by default. `subbrandPropertyName`
    public var subbrandPropertyName: String?
    /// The property that is a content's length; looked for before the usual ones. `contentLengthPropertyName`
    public var contentLengthPropertyName: String?
    /// The property that is a page's section; looked for before the page's name. `customSectionProperty`
    public var customSectionProperty: String?
    /// Uses the time of day as the playhead of live streams, whatever their position. `sendCurrentTimeLivestream`
    public var sendCurrentTimeLivestream = false
    /// Opts the user out when the SDK is made. `optout`
    public var optout = false

    // MARK: Where the documents disagree

    /// What `Video Content Completed` does. `contentCompleted`
    public var contentCompleted = ContentCompleted.stop
    /// What seeking and buffering do. `seekAndBuffer`
    public var seekAndBuffer = SeekAndBuffer.stopAndPlay
    /// The order of calls at `Video Playback Started`. `playbackStarted`
    public var playbackStarted = PlaybackStarted.loadThenPlay
    /// When metadata is loaded again without being asked for. `reload`
    public var reload = Reload.afterAd
    /// Ends the stream where other content begins without an end in between. `endsOnAssetSwitch`
    public var endsOnAssetSwitch = false
    /// Reads `clientId` and `subbrand` where no settings name other properties. `usesAndroidPropertyNames`
    public var usesAndroidPropertyNames = false

    /// Makes settings that are all at their defaults.
    ///
    /// - Parameter appId: The app's id.
    public init(appId: String = "") {
        self.appId = appId
    }

    /// What `Video Content Completed` does.
    public enum ContentCompleted: String, Sendable, Hashable, CaseIterable {
        /// `stop`, as all published integrations do. The event also comes before each midroll, whose content goes on.
        case stop
        /// `stop` and then `end`, as the document says.
        case stopThenEnd
    }

    /// What seeking and buffering do.
    public enum SeekAndBuffer: String, Sendable, Hashable, CaseIterable {
        /// `stop` when it starts, `play` when it is completed, as all published mobile integrations do.
        case stopAndPlay
        /// The heartbeat is stopped and started again and the SDK is not called, as the document says.
        case heartbeatOnly
    }

    /// The order of calls at `Video Playback Started`.
    public enum PlaybackStarted: String, Sendable, Hashable, CaseIterable {
        /// `loadMetadata` before `play`, the order that was certified.
        case loadThenPlay
        /// `play` before `loadMetadata`, the order of the vendor's samples.
        case playThenLoad
    }

    /// When metadata is loaded again without being asked for.
    public enum Reload: String, Sendable, Hashable, CaseIterable {
        /// Never: what is played after an ad is credited to the ad, as with the published integrations.
        case never
        /// The content's, when it goes on after an ad.
        case afterAd
        /// That of whatever goes on after an ad or a stop: the vendor's documents ask for it.
        case afterStop
    }
}
