// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The settings for sending and storing pings: the member `delivery` of an SDK configuration.
///
/// The number of pings in flight, the interval of sending and the number of queued pings offline are thresholds of the
/// published configurations, and therefore in ``NielsenThresholds``. <doc:Delivery> describes all of them.
package struct NielsenDeliverySettings: Sendable, Hashable {
    /// The time limit of a request, in seconds.
    package var requestTimeoutSeconds = 30
    /// The largest number of redirects of a collector that are followed.
    package var redirectLimit = 5
    /// The number of refused attempts after which a ping is set aside.
    package var maximumTries = 10
    /// The longest delay after the first failure, in seconds; it doubles with each further one.
    package var retryBaseSeconds = 1
    /// The longest delay after any number of failures, in seconds.
    package var retryMaximumSeconds = 300
    /// The longest delay that a collector can request, in seconds.
    package var retryAfterMaximumSeconds = 86_400
    /// The largest number of queued pings.
    package var waitingPingsLimit = 10_000
    /// The largest size of the queued pings, in bytes.
    package var waitingBytesLimit = 16 << 20
    /// The longest time that a ping is queued, in seconds; 0 means without limit.
    package var pingLifetimeSeconds = 7 * 86_400
    /// The largest number of pings that are kept after they were set aside.
    package var setAsideLimit = 100
    /// The largest number of pings in memory while the database does not work.
    package var memoryPingsLimit = 300
    /// The largest size of the database file, in bytes; 0 means without limit.
    ///
    /// A full file counts as a full disk.
    package var databaseBytesLimit = 64 << 20
    /// How long a call waits for another process that locks the database, in milliseconds.
    package var databaseBusyMilliseconds = 250
    /// The interval at which a database that does not work is tried again, in seconds.
    package var databaseRetrySeconds = 5
    /// The time after which a database that could never be opened is given up for this launch, in seconds.
    package var databasePatienceSeconds = 10

    /// What a stored ping survives; see <doc:Delivery>.
    ///
    /// A change takes effect at the next launch.
    package var durability = NielsenDeliveryDurability.process
    /// The media types of a collector's receipts, in lower case, such as `image/gif`; empty if every response with a
    /// 2xx status is a receipt.
    package var receiptTypes: [String] = []

    /// Makes the built-in settings.
    package init() {}
}

/// What a stored ping survives.
package enum NielsenDeliveryDurability: String, Sendable, Hashable, CaseIterable {
    /// The end of the process, however it occurs. A loss of power may lose the pings since the app was last in the
    /// background.
    case process
    /// A loss of power as well; each ping waits for the disk.
    case power
}

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
