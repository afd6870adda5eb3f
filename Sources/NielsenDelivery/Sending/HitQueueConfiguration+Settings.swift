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
            backoff: RetryBackoff(settings),
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

extension RetryBackoff {
    /// The delays before a ping, or a collector, is tried again.
    init(_ settings: NielsenDeliverySettings) {
        self = .fullJitter(
            initial: .seconds(max(1, settings.retryBaseSeconds)),
            maximum: .seconds(max(1, settings.retryMaximumSeconds)),
            // What collectors ask for is cut before it comes here; these are also the waits of an outage.
            longestRequest: .seconds(max(60, settings.retryMaximumSeconds, settings.retryAfterMaximumSeconds))
        )
    }
}
