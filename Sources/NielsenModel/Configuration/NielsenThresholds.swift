// SPDX-License-Identifier: Apache-2.0

/// The thresholds for crediting and validation.
package struct NielsenThresholds: Sendable, Hashable {
    /// The number of seconds of a segment that must be played to credit it; `nol_creditValue`.
    package var creditSeconds = 30
    /// The length of a segment, in seconds; `nol_segmentValue`.
    package var segmentSeconds = 60
    /// The number of credited segments in a duration record; `nol_segmentLength`.
    package var segmentsPerDuration = 5
    /// The largest distance between two playheads that counts as playing rather than seeking, in seconds.
    package var maximumPlayheadStep = 10
    /// The longest gap between two watermarks of one run, in seconds; `nol_id3IntrvlGp`.
    package var id3IntervalGapSeconds = 15
    /// The time without an event after which a pause is assumed, in seconds; `nol_pauseTimeout`.
    package var pauseTimeoutSeconds = 1800
    /// The longest duration of one session, in seconds.
    package var sessionMaximumSeconds = 86_400
    /// The time of buffering after which playback counts as interrupted, in seconds.
    package var bufferingTimeoutSeconds = 30
    /// The length after which an ad is reported as too long, in seconds.
    package var longAdSeconds = 3600
    /// The largest playhead position that is accepted.
    package var maximumPlayhead: Int64 = 100_000_000_000
    /// The largest number of characters in a hashed identifier; `nol_hemUidCharLimit`.
    package var hashedIdentifierLimit = 300
    /// The largest number of characters in the URL of a ping; optional parameters are shortened to fit.
    package var addressLength = 2_000
    /// The largest number of seconds credited to one static view.
    package var staticMaximumSeconds = 86_400
    /// The largest number of segments of one asset that are stored; the latest replace the earliest.
    package var maximumSegmentsKept = 2880
    /// The largest number of assets in the credit summary; the latest replace the earliest.
    package var maximumAssetsKept = 1000
    /// The lifetime of a first-party identifier, in days; `nol_fpid_ttl`.
    package var firstPartyIdDays = 180
    /// The largest number of pings in flight; `nol_pendingPingsLimit`.
    package var pendingPingsLimit = 8
    /// The interval between two rounds of sending, in seconds; `nol_pendingPingsDelay`.
    package var pendingPingsDelaySeconds = 1
    /// The largest number of pings queued while there is no network; `nol_offlinePingsLimit`.
    package var offlinePingsLimit = 300
    /// The largest number of pings queued while there is no network on Apple TV; `nol_tvOSOfflinePingsLimit`.
    package var tvOSOfflinePingsLimit = 8
    /// Whether accounts keep what they do with each playhead, for explanations; it costs memory with each of them.
    package var keepsCreditJournal = false

    /// Makes the thresholds of the published configurations.
    package init() {}
}

extension NielsenThresholds {
    /// Reads the thresholds that a configuration file has; the others stay.
    package mutating func read(_ reader: ConfigurationReader) throws(NielsenConfigurationError) {
        try reader.read(Self.fields, into: &self)
        guard creditSeconds <= segmentSeconds else {
            throw reader.error("creditValue", "it is more than segmentValue, so nothing would ever be credited")
        }
    }

    /// The thresholds within bounds in which nothing that is worked out of them overflows, whatever a program has set.
    package var held: NielsenThresholds {
        var held = self
        for field in Self.fields { held[keyPath: field.path] = min(max(0, self[keyPath: field.path]), 1_000_000_000) }
        return held
    }

    /// The names that files use: those of the published configurations without `nol_` where there is one.
    private static var fields: [ConfigurationReader.Field<Self>] {
        [
            .init("creditValue", \.creditSeconds, 1...3600),
            .init("segmentValue", \.segmentSeconds, 1...3600),
            .init("segmentLength", \.segmentsPerDuration, 1...1440),
            .init("id3IntervalGap", \.id3IntervalGapSeconds, 1...3600),
            .init("pauseTimeout", \.pauseTimeoutSeconds, 1...86_400),
            .init("sessionMaximum", \.sessionMaximumSeconds, 60...604_800),
            .init("bufferingTimeout", \.bufferingTimeoutSeconds, 1...86_400),
            .init("maximumPlayheadStep", \.maximumPlayheadStep, 1...3600),
            .init("longAd", \.longAdSeconds, 1...86_400),
            .init("hemUidCharLimit", \.hashedIdentifierLimit, 1...100_000),
            .init("addressLength", \.addressLength, 500...100_000),
            .init("staticMaximum", \.staticMaximumSeconds, 0...604_800),
            .init("fpidTTL", \.firstPartyIdDays, 0...3650),
            .init("pendingPingsLimit", \.pendingPingsLimit, 1...10_000),
            .init("pendingPingsDelay", \.pendingPingsDelaySeconds, 0...3600),
            .init("offlinePingsLimit", \.offlinePingsLimit, 1...1_000_000),
            .init("tvOSOfflinePingsLimit", \.tvOSOfflinePingsLimit, 1...1_000_000),
            .init("maximumSegmentsKept", \.maximumSegmentsKept, 1...100_000),
            .init("maximumAssetsKept", \.maximumAssetsKept, 1...100_000),
        ]
    }
}
