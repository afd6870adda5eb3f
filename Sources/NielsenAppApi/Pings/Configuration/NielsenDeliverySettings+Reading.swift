// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage

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

extension HitQueue.Configuration {
    /// The parameters of a queue of pings.
    ///
    /// - Parameters:
    ///   - configuration: The SDK configuration in force.
    ///   - isTelevision: True on Apple TV, where fewer pings wait offline.
    init(_ configuration: NielsenConfiguration, isTelevision: Bool) {
        let settings = configuration.delivery
        let thresholds = configuration.thresholds
        let timeout = Duration.seconds(max(1, settings.requestTimeoutSeconds))
        let pause = Duration.seconds(max(0, thresholds.pendingPingsDelaySeconds))
        self.init(
            limits: HitQueueLimits(
                count: settings.waitingPingsLimit,
                offlineCount: isTelevision ? thresholds.tvOSOfflinePingsLimit : thresholds.offlinePingsLimit,
                bytes: settings.waitingBytesLimit,
                age: settings.pingLifetimeSeconds > 0 ? .seconds(settings.pingLifetimeSeconds) : nil,
                setAsideCount: settings.setAsideLimit,
                memoryCount: settings.memoryPingsLimit
            ),
            backoff: BackoffPolicy(settings),
            maximumAttempts: settings.maximumTries,
            // Longer than a request can take with the pause before it, so that it is the request that ends.
            deadline: timeout + pause + .seconds(5),
            // A process that was suspended finds both times over at once, and that says nothing about the ping.
            countsUnanswered: false,
            concurrentStreams: thresholds.pendingPingsLimit,
            busyTimeout: .milliseconds(settings.databaseBusyMilliseconds),
            storageRetryInterval: .seconds(settings.databaseRetrySeconds),
            maximumFileBytes: settings.databaseBytesLimit > 0 ? settings.databaseBytesLimit : nil,
            memoryFallback: .seconds(settings.databasePatienceSeconds),
            durability: settings.durability == .power ? .power : .process
        )
    }
}

extension BackoffPolicy {
    init(_ settings: NielsenDeliverySettings) {
        self.init(
            base: .seconds(max(1, settings.retryBaseSeconds)),
            maximum: .seconds(max(1, settings.retryMaximumSeconds)),
            // What collectors ask for is cut before it comes here; these are also the waits of an outage.
            longestRequest: .seconds(max(60, settings.retryMaximumSeconds, settings.retryAfterMaximumSeconds))
        )
    }
}
