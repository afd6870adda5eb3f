// SPDX-License-Identifier: Apache-2.0

public import LaunchHub
import HubServices

extension Event {
    /// Returns a request for the records that this event makes: those of what its mask names, or of all its data without a
    /// mask.
    ///
    /// - Parameters:
    ///   - from: The earliest time that counts, in milliseconds since 1970.
    ///   - to: The latest time that counts; nil for now.
    /// - Returns: A request for ``HubEventHistory/getHistoricalEvents(_:enforceOrder:)``.
    public func historyRequest(from: Int64 = 0, to: Int64? = nil) -> HubHistoryRequest {
        let pairs = RuleHistoryContent(data, mask: mask).pairs
        return HubHistoryRequest(
            mask: JSONObject(pairs.map { ($0.path, JSONValue.string($0.text)) }),
            from: from,
            to: to
        )
    }
}
