// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

extension NielsenDeliverySettings {
    /// Takes over the settings that a configuration file has; the others stay.
    mutating func read(_ reader: ConfigurationReader) throws(NielsenConfigurationError) {
        let fields = Self.fields
        reader.allow(fields.map(\.name) + ["durability", "receiptTypes"])
        for field in fields {
            if let value = try reader.integer(field.name, field.range) { self[keyPath: field.path] = Int(value) }
        }
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

    private struct Field {
        let name: String
        let path: WritableKeyPath<NielsenDeliverySettings, Int>
        let range: ClosedRange<Int64>
    }

    private static var fields: [Field] {
        [
            Field(name: "requestTimeout", path: \.requestTimeoutSeconds, range: 1...3600),
            Field(name: "redirectLimit", path: \.redirectLimit, range: 0...20),
            Field(name: "maximumTries", path: \.maximumTries, range: 1...10_000),
            Field(name: "retryBase", path: \.retryBaseSeconds, range: 1...86_400),
            Field(name: "retryMaximum", path: \.retryMaximumSeconds, range: 1...86_400),
            Field(name: "retryAfterMaximum", path: \.retryAfterMaximumSeconds, range: 0...604_800),
            Field(name: "waitingPingsLimit", path: \.waitingPingsLimit, range: 1...1_000_000),
            Field(name: "waitingBytesLimit", path: \.waitingBytesLimit, range: 65_536...1_073_741_824),
            Field(name: "pingLifetime", path: \.pingLifetimeSeconds, range: 0...31_536_000),
            Field(name: "setAsideLimit", path: \.setAsideLimit, range: 0...100_000),
            Field(name: "memoryPingsLimit", path: \.memoryPingsLimit, range: 1...100_000),
            Field(name: "databaseBytesLimit", path: \.databaseBytesLimit, range: 0...4_294_967_296),
            Field(name: "databaseBusyTimeout", path: \.databaseBusyMilliseconds, range: 0...60_000),
            Field(name: "databaseRetry", path: \.databaseRetrySeconds, range: 1...3600),
            Field(name: "databasePatience", path: \.databasePatienceSeconds, range: 0...86_400),
        ]
    }
}
