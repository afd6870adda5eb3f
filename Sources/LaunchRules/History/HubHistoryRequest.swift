// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// A question about something that may have happened.
///
/// ```swift
/// let request = HubHistoryRequest(mask: ["action": "start", "channel": "7"])
/// ```
public struct HubHistoryRequest: Sendable, Hashable {
    /// Paths and values: what happened, wholly.
    ///
    /// A record that has more or fewer leaves is of something else.
    public var mask: JSONObject
    /// The first time that counts, in milliseconds since 1970.
    public var from: Int64
    /// The last time that counts, in milliseconds since 1970; nil for now.
    public var to: Int64?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - mask: Paths and values. Nested members are the same as dotted paths.
    ///   - from: The first time that counts, in milliseconds since 1970.
    ///   - to: The last time that counts, in milliseconds since 1970; nil for now.
    public init(mask: JSONObject, from: Int64 = 0, to: Int64? = nil) {
        self.mask = mask
        self.from = from
        self.to = to
    }
}

/// The answer to a request: how often something happened, and when.
public struct HubHistoryResult: Sendable, Hashable {
    /// The number of records.
    public let count: Int
    /// The time of the oldest record, in milliseconds since 1970; nil without a record.
    public let oldest: Int64?
    /// The time of the newest record, in milliseconds since 1970; nil without a record.
    public let newest: Int64?

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - count: The number of records.
    ///   - oldest: The time of the oldest record, in milliseconds since 1970; nil without a record.
    ///   - newest: The time of the newest record, in milliseconds since 1970; nil without a record.
    public init(count: Int, oldest: Int64?, newest: Int64?) {
        self.count = count
        self.oldest = oldest
        self.newest = newest
    }
}
