// SPDX-License-Identifier: Apache-2.0

/// The settings for sending and storing pings: the member `delivery` of an SDK configuration.
///
/// The number of pings in flight, the interval of sending and the number of queued pings offline are thresholds of the
/// published configurations, and therefore in ``NielsenThresholds``. <doc:Delivery> describes all of them.
public struct NielsenDeliverySettings: Sendable, Hashable {
    /// The time limit of a request, in seconds.
    public var requestTimeoutSeconds = 30
    /// The largest number of redirects of a collector that are followed.
    public var redirectLimit = 5
    /// The number of refused attempts after which a ping is set aside.
    public var maximumTries = 10
    /// The longest delay after the first failure, in seconds; it doubles with each further one.
    public var retryBaseSeconds = 1
    /// The longest delay after any number of failures, in seconds.
    public var retryMaximumSeconds = 300
    /// The longest delay that a collector can request, in seconds.
    public var retryAfterMaximumSeconds = 86_400
    /// The largest number of queued pings.
    public var waitingPingsLimit = 10_000
    /// The largest size of the queued pings, in bytes.
    public var waitingBytesLimit = 16 << 20
    /// The longest time that a ping is queued, in seconds; 0 means without limit.
    public var pingLifetimeSeconds = 7 * 86_400
    /// The largest number of pings that are kept after they were set aside.
    public var setAsideLimit = 100
    /// The largest number of pings in memory while the database does not work.
    public var memoryPingsLimit = 300
    /// The largest size of the database file, in bytes; 0 means without limit.
    ///
    /// A full file counts as a full disk.
    public var databaseBytesLimit = 64 << 20
    /// How long a call waits for another process that locks the database, in milliseconds.
    public var databaseBusyMilliseconds = 250
    /// The interval at which a database that does not work is tried again, in seconds.
    public var databaseRetrySeconds = 5
    /// The time after which a database that could never be opened is given up for this launch, in seconds.
    public var databasePatienceSeconds = 10

    /// What a stored ping survives; see <doc:Delivery>.
    ///
    /// A change takes effect at the next launch.
    public var durability = NielsenDeliveryDurability.process
    /// The media types of a collector's receipts, in lower case, such as `image/gif`; empty if every response with a
    /// 2xx status is a receipt.
    public var receiptTypes: [String] = []

    /// Makes the built-in settings.
    public init() {}
}

/// What a stored ping survives.
public enum NielsenDeliveryDurability: String, Sendable, Hashable, CaseIterable {
    /// The end of the process, however it occurs. A loss of power may lose the pings since the app was last in the
    /// background.
    case process
    /// A loss of power as well; each ping waits for the disk.
    case power
}
