// SPDX-License-Identifier: Apache-2.0

/// The thresholds for crediting and validation.
public struct NielsenThresholds: Sendable, Hashable {
    /// The number of seconds of a segment that must be played to credit it; `nol_creditValue`.
    public var creditSeconds = 30
    /// The length of a segment, in seconds; `nol_segmentValue`.
    public var segmentSeconds = 60
    /// The number of credited segments in a duration record; `nol_segmentLength`.
    public var segmentsPerDuration = 5
    /// The largest distance between two playheads that counts as playing rather than seeking, in seconds.
    public var maximumPlayheadStep = 10
    /// The longest gap between two watermarks of one run, in seconds; `nol_id3IntrvlGp`.
    public var id3IntervalGapSeconds = 15
    /// The time without an event after which a pause is assumed, in seconds; `nol_pauseTimeout`.
    public var pauseTimeoutSeconds = 1800
    /// The longest duration of one session, in seconds.
    public var sessionMaximumSeconds = 86_400
    /// The time of buffering after which playback counts as interrupted, in seconds.
    public var bufferingTimeoutSeconds = 30
    /// The length after which an ad is reported as too long, in seconds.
    public var longAdSeconds = 3600
    /// The largest playhead position that is accepted.
    public var maximumPlayhead: Int64 = 100_000_000_000
    /// The largest number of characters in a hashed identifier; `nol_hemUidCharLimit`.
    public var hashedIdentifierLimit = 300
    /// The largest number of characters in the URL of a ping; optional parameters are shortened to fit.
    public var addressLength = 2_000
    /// The largest number of seconds credited to one static view.
    public var staticMaximumSeconds = 86_400
    /// The largest number of segments of one asset that are stored; the latest replace the earliest.
    public var maximumSegmentsKept = 2880
    /// The largest number of assets in the credit summary; the latest replace the earliest.
    public var maximumAssetsKept = 1000
    /// The lifetime of a first-party identifier, in days; `nol_fpid_ttl`.
    public var firstPartyIdDays = 180
    /// The largest number of pings in flight; `nol_pendingPingsLimit`.
    public var pendingPingsLimit = 8
    /// The interval between two rounds of sending, in seconds; `nol_pendingPingsDelay`.
    public var pendingPingsDelaySeconds = 1
    /// The largest number of pings queued while there is no network; `nol_offlinePingsLimit`.
    public var offlinePingsLimit = 300
    /// The largest number of pings queued while there is no network on Apple TV; `nol_tvOSOfflinePingsLimit`.
    public var tvOSOfflinePingsLimit = 8

    /// Makes the thresholds of the published configurations.
    public init() {}
}
