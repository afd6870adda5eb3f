// SPDX-License-Identifier: Apache-2.0

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
