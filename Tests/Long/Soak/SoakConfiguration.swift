// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// A configuration whose pings say which view they are of and which of its pings they are.
enum SoakConfiguration {
    /// Makes a configuration for a soak.
    ///
    /// - Parameters:
    ///   - collector: The URL that pings are sent to.
    ///   - segmentSeconds: The length of a segment; five of them make a ping.
    ///   - atOnce: The number of requests in flight.
    /// - Returns: The configuration.
    /// - Throws: An error if the configuration is not valid.
    static func make(collector: String, segmentSeconds: Int, atOnce: Int) throws -> NielsenConfiguration {
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "keyMap": {"nol_assetid": "assetid"},
             "templates": {
               "video": {"url": "\(collector)", "parameters":
                 ["[nol_assetid]%20[nol_prefix][nol_segment]%20[nol_seconds]%20[nol_davty]"]}},
             "products": [
               {"product": "dcrVideo", "types": ["content"], "processors": [
                 {"cadence": "impression", "prefix": "V", "at": "view", "template": "video"},
                 {"cadence": "interval", "prefix": "D", "at": "timer", "template": "video"}]}]}
            """
        var configuration = try NielsenConfiguration(jsonData: Data(text.utf8))
        configuration.thresholds.segmentSeconds = segmentSeconds
        configuration.thresholds.creditSeconds = max(1, segmentSeconds / 2)
        configuration.thresholds.maximumAssetsKept = 2
        configuration.thresholds.pendingPingsLimit = atOnce
        configuration.thresholds.pendingPingsDelaySeconds = 0
        // None may be dropped: everything is to arrive.
        configuration.thresholds.offlinePingsLimit = 1_000_000
        configuration.delivery.waitingPingsLimit = 1_000_000
        configuration.delivery.waitingBytesLimit = 1 << 30
        configuration.delivery.databaseBytesLimit = 1 << 30
        configuration.delivery.memoryPingsLimit = 1_000_000
        configuration.delivery.maximumTries = 1_000_000
        configuration.delivery.retryMaximumSeconds = 60
        return configuration
    }
}
