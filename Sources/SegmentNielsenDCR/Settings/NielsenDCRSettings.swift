// SPDX-License-Identifier: Apache-2.0

/// The settings of the destination: those of the integration, and its behavior where the documents disagree.
///
/// All defaults are those recommended in <doc:Ambiguities>.
///
/// Source: "Analytics Swift Nielsen DCR Plugin"; the integration's published settings.
public struct NielsenDCRSettings: Sendable, Hashable {
    // MARK: The integration's settings

    /// The app id, which the vendor assigns. `appId`
    public var appId = ""
    /// Enables the SDK's debug log. `nolDevDebug`
    public var nolDevDebug = false
    /// The property with the id of content, looked up before the usual ones. `contentAssetIdPropertyName`
    public var contentAssetIdPropertyName: String?
    /// The property with the id of an ad, looked up before the usual ones. `adAssetIdPropertyName`
    public var adAssetIdPropertyName: String?
    /// The older name of ``contentAssetIdPropertyName``, looked up after it. `assetIdPropertyName`
    public var assetIdPropertyName: String?
    /// The property that is reported as client id; none by default. `clientIdPropertyName`
    public var clientIdPropertyName: String?
    /// The property that is reported as sub-brand; none by default. `subbrandPropertyName`
    public var subbrandPropertyName: String?
    /// The property with the length of content, looked up before the usual ones. `contentLengthPropertyName`
    public var contentLengthPropertyName: String?
    /// The property with the section of a page, looked up before the name of the page. `customSectionProperty`
    public var customSectionProperty: String?
    /// Uses the time of day as the playhead of live streams, whatever their position. `sendCurrentTimeLivestream`
    public var sendCurrentTimeLivestream = false
    /// Opts the user out when the SDK is made. `optout`
    public var optout = false

    // MARK: Where the documents disagree

    /// The effect of `Video Content Completed`. `contentCompleted`
    package var contentCompleted = ContentCompleted.stop
    /// Whether `Video Content Completed` ends the stream, as the document says, and does not just stop it, as in all published
    /// integrations. `contentCompleted`
    public var endsOnContentCompleted: Bool {
        get { contentCompleted == .stopThenEnd }
        set { contentCompleted = newValue ? .stopThenEnd : .stop }
    }
    /// The effect of seeking and buffering. `seekAndBuffer`
    public var seekAndBuffer = SeekAndBuffer.stopAndPlay
    /// The order of calls at `Video Playback Started`. `playbackStarted`
    public var playbackStarted = PlaybackStarted.loadThenPlay
    /// When metadata is loaded again automatically. `reload`
    public var reload = Reload.afterAd
    /// Whether the stream ends when other content begins without an end in between. `endsOnAssetSwitch`
    public var endsOnAssetSwitch = false
    /// Whether `clientId` and `subbrand` are read if the settings name no other properties. `usesAndroidPropertyNames`
    public var usesAndroidPropertyNames = false

    /// Makes settings with default values.
    ///
    /// - Parameter appId: The app id.
    public init(appId: String = "") {
        self.appId = appId
    }

    /// The effect of `Video Content Completed`.
    package enum ContentCompleted: String, Sendable, Hashable, CaseIterable {
        /// `stop`, as in all published integrations. The event also precedes each midroll, after which the content
        /// continues.
        case stop
        /// `stop` and then `end`, as the document says.
        case stopThenEnd
    }

    /// The effect of seeking and buffering.
    public enum SeekAndBuffer: String, Sendable, Hashable, CaseIterable {
        /// `stop` at the start, `play` at the completion, as in all published mobile integrations.
        case stopAndPlay
        /// The heartbeat stops and starts again, without a call of the SDK, as the document says.
        case heartbeatOnly
    }

    /// The order of calls at `Video Playback Started`.
    public enum PlaybackStarted: String, Sendable, Hashable, CaseIterable {
        /// `loadMetadata` before `play`, the certified order.
        case loadThenPlay
        /// `play` before `loadMetadata`, the order in the vendor's samples.
        case playThenLoad
    }

    /// When metadata is loaded again automatically.
    public enum Reload: String, Sendable, Hashable, CaseIterable {
        /// Never: what is played after an ad is credited to the ad, as with the published integrations.
        case never
        /// Metadata of the content, when it resumes after an ad.
        case afterAd
        /// Metadata of whatever resumes after an ad or a stop, as the vendor's documents require.
        case afterStop
    }
}
