// SPDX-License-Identifier: Apache-2.0

/// The numbers that crediting and checking go by.
public struct NielsenThresholds: Sendable, Hashable {
    /// How many seconds of a segment must be played for the segment to be credited; `nol_creditValue`.
    public var creditSeconds = 30
    /// How many seconds a segment has; `nol_segmentValue`.
    public var segmentSeconds = 60
    /// How many credited segments make a duration record; `nol_segmentLength`.
    public var segmentsPerDuration = 5
    /// The largest distance in seconds between two playheads that still counts as playing and not as seeking.
    public var maximumPlayheadStep = 10
    /// The longest gap in seconds between two watermarks of one run; `nol_id3IntrvlGp`.
    public var id3IntervalGapSeconds = 15
    /// After how many seconds without an event a pause is assumed; `nol_pauseTimeout`.
    public var pauseTimeoutSeconds = 1800
    /// The longest that one session lasts, in seconds.
    public var sessionMaximumSeconds = 86_400
    /// After how many seconds of buffering playback counts as interrupted.
    public var bufferingTimeoutSeconds = 30
    /// After how many seconds an ad is reported as too long.
    public var longAdSeconds = 3600
    /// The largest playhead position that is accepted.
    public var maximumPlayhead: Int64 = 100_000_000_000
    /// How many characters a hashed identifier may have; `nol_hemUidCharLimit`.
    public var hashedIdentifierLimit = 300
    /// How many characters the address of a ping may have; optional parameters are cut to fit.
    public var addressLength = 2_000
    /// How many seconds of one static view are credited at most.
    public var staticMaximumSeconds = 86_400
    /// How many segments of one asset are kept apart; the earliest make room for the latest.
    public var maximumSegmentsKept = 2880
    /// How many assets the credit summary keeps; the earliest make room for the latest.
    public var maximumAssetsKept = 1000
    /// For how many days a first-party id is kept; `nol_fpid_ttl`.
    public var firstPartyIdDays = 180
    /// How many pings may be under way at once; `nol_pendingPingsLimit`.
    public var pendingPingsLimit = 8
    /// How many seconds lie between two rounds of sending; `nol_pendingPingsDelay`.
    public var pendingPingsDelaySeconds = 1
    /// How many pings are kept while there is no network; `nol_offlinePingsLimit`.
    public var offlinePingsLimit = 300
    /// The same on Apple TV; `nol_tvOSOfflinePingsLimit`.
    public var tvOSOfflinePingsLimit = 8

    /// The thresholds that the published configurations have.
    public init() {}
}
