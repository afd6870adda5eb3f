// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage
import NielsenModel
import NielsenPings

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
        self.init(
            limits: HitQueueLimits(
                count: settings.waitingPingsLimit,
                offlineCount: isTelevision ? thresholds.tvOSOfflinePingsLimit : thresholds.offlinePingsLimit,
                bytes: settings.waitingBytesLimit,
                age: settings.pingLifetimeSeconds > 0 ? .seconds(settings.pingLifetimeSeconds) : nil,
                setAsideCount: settings.setAsideLimit,
                memoryCount: settings.memoryPingsLimit
            ),
            backoff: RetryBackoff(settings),
            maximumAttempts: settings.maximumTries,
            // Longer than a request can take, so that it is the request that ends.
            deadline: timeout + .seconds(5),
            concurrentStreams: thresholds.pendingPingsLimit,
            roundPause: .seconds(max(0, thresholds.pendingPingsDelaySeconds)),
            busyTimeout: .milliseconds(settings.databaseBusyMilliseconds),
            storageRetryInterval: .seconds(settings.databaseRetrySeconds),
            maximumFileBytes: settings.databaseBytesLimit > 0 ? settings.databaseBytesLimit : nil,
            memoryFallback: .seconds(settings.databasePatienceSeconds),
            durability: settings.durability == .power ? .power : .process
        )
    }
}

extension RetryBackoff {
    /// The delays before a ping, or a collector, is tried again.
    init(_ settings: NielsenDeliverySettings) {
        self = .fullJitter(
            initial: .seconds(max(1, settings.retryBaseSeconds)),
            maximum: .seconds(max(1, settings.retryMaximumSeconds)),
            longestRequest: .seconds(max(0, settings.retryAfterMaximumSeconds))
        )
    }
}
