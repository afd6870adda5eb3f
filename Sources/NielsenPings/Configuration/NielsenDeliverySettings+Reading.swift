// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

extension NielsenDeliverySettings {
    /// Takes over the settings that a configuration file has; the others stay.
    mutating func read(_ reader: ConfigurationReader) throws(NielsenConfigurationError) {
        try reader.read(Self.fields, into: &self, beside: ["durability", "receiptTypes"])
        if let value = try reader.choice("durability", NielsenDeliveryDurability.self) { durability = value }
        if let types = try reader.texts("receiptTypes") {
            for type in types where type.split(separator: "/", omittingEmptySubsequences: false).count != 2 {
                throw reader.error("receiptTypes", "\"\(type)\" is not a media type; write one such as image/gif")
            }
            receiptTypes = types.map { $0.lowercased() }
        }
        guard retryBaseSeconds <= retryMaximumSeconds else {
            throw reader.error("retryBase", "it is more than retryMaximum; the waits would not grow")
        }
    }

    private static var fields: [ConfigurationReader.Field<Self>] {
        [
            .init("requestTimeout", \.requestTimeoutSeconds, 1...3600),
            .init("redirectLimit", \.redirectLimit, 0...20),
            .init("maximumTries", \.maximumTries, 1...10_000),
            .init("retryBase", \.retryBaseSeconds, 1...86_400),
            .init("retryMaximum", \.retryMaximumSeconds, 1...86_400),
            .init("retryAfterMaximum", \.retryAfterMaximumSeconds, 0...604_800),
            .init("waitingPingsLimit", \.waitingPingsLimit, 1...1_000_000),
            .init("waitingBytesLimit", \.waitingBytesLimit, 65_536...1_073_741_824),
            .init("pingLifetime", \.pingLifetimeSeconds, 0...31_536_000),
            .init("setAsideLimit", \.setAsideLimit, 0...100_000),
            .init("memoryPingsLimit", \.memoryPingsLimit, 1...100_000),
            .init("databaseBytesLimit", \.databaseBytesLimit, 0...4_294_967_296),
            .init("databaseBusyTimeout", \.databaseBusyMilliseconds, 0...60_000),
            .init("databaseRetry", \.databaseRetrySeconds, 1...3600),
            .init("databasePatience", \.databasePatienceSeconds, 0...86_400),
        ]
    }
}
