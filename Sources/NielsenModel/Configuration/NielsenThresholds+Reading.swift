// SPDX-License-Identifier: Apache-2.0

extension NielsenThresholds {
    /// Reads the thresholds that a configuration file has; the others stay.
    package mutating func read(_ reader: ConfigurationReader) throws(NielsenConfigurationError) {
        let fields = Self.fields
        reader.allow(fields.map(\.name))
        for field in fields {
            if let value = try reader.integer(field.name, field.range) { self[keyPath: field.path] = Int(value) }
        }
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

    private struct Field {
        let name: String
        let path: WritableKeyPath<NielsenThresholds, Int>
        let range: ClosedRange<Int64>
    }

    /// The names that files use: those of the published configurations without `nol_` where there is one.
    private static var fields: [Field] {
        [
            Field(name: "creditValue", path: \.creditSeconds, range: 1...3600),
            Field(name: "segmentValue", path: \.segmentSeconds, range: 1...3600),
            Field(name: "segmentLength", path: \.segmentsPerDuration, range: 1...1440),
            Field(name: "id3IntervalGap", path: \.id3IntervalGapSeconds, range: 1...3600),
            Field(name: "pauseTimeout", path: \.pauseTimeoutSeconds, range: 1...86_400),
            Field(name: "sessionMaximum", path: \.sessionMaximumSeconds, range: 60...604_800),
            Field(name: "bufferingTimeout", path: \.bufferingTimeoutSeconds, range: 1...86_400),
            Field(name: "maximumPlayheadStep", path: \.maximumPlayheadStep, range: 1...3600),
            Field(name: "longAd", path: \.longAdSeconds, range: 1...86_400),
            Field(name: "hemUidCharLimit", path: \.hashedIdentifierLimit, range: 1...100_000),
            Field(name: "addressLength", path: \.addressLength, range: 500...100_000),
            Field(name: "staticMaximum", path: \.staticMaximumSeconds, range: 0...604_800),
            Field(name: "fpidTTL", path: \.firstPartyIdDays, range: 0...3650),
            Field(name: "pendingPingsLimit", path: \.pendingPingsLimit, range: 1...10_000),
            Field(name: "pendingPingsDelay", path: \.pendingPingsDelaySeconds, range: 0...3600),
            Field(name: "offlinePingsLimit", path: \.offlinePingsLimit, range: 1...1_000_000),
            Field(name: "tvOSOfflinePingsLimit", path: \.tvOSOfflinePingsLimit, range: 1...1_000_000),
            Field(name: "maximumSegmentsKept", path: \.maximumSegmentsKept, range: 1...100_000),
            Field(name: "maximumAssetsKept", path: \.maximumAssetsKept, range: 1...100_000),
        ]
    }
}
