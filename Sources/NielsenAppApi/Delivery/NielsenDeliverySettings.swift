// SPDX-License-Identifier: Apache-2.0

/// How pings are sent and how long they are kept: the member `delivery` of an SDK configuration.
///
/// How many pings are under way, how long sending pauses and how many pings wait offline are thresholds of the
/// published configurations and so in ``NielsenThresholds``. All of them are described in <doc:Delivery>.
public struct NielsenDeliverySettings: Sendable, Hashable {
    /// After how many seconds without a complete answer a request counts as unanswered.
    public var requestTimeoutSeconds = 30
    /// How many redirects of a collector are followed.
    public var redirectLimit = 5
    /// After how many refused tries a ping is set aside.
    public var maximumTries = 10
    /// The longest wait in seconds after the first failure; it doubles with each further one.
    public var retryBaseSeconds = 1
    /// The longest wait in seconds after any number of failures.
    public var retryMaximumSeconds = 300
    /// The longest wait in seconds that a collector can ask for.
    public var retryAfterMaximumSeconds = 86_400
    /// How many pings may wait.
    public var waitingPingsLimit = 10_000
    /// How many bytes the pings that wait may have.
    public var waitingBytesLimit = 16 << 20
    /// For how many seconds a ping may wait; 0 is for ever.
    public var pingLifetimeSeconds = 7 * 86_400
    /// How many pings that were set aside are kept.
    public var setAsideLimit = 100
    /// How many pings may wait in memory while the database does not work.
    public var memoryPingsLimit = 300
    /// How many bytes the database's file may have; 0 is without a limit. A full file counts as a full disk.
    public var databaseBytesLimit = 64 << 20
    /// For how many milliseconds a call waits for another process that holds the database.
    public var databaseBusyMilliseconds = 250
    /// After how many seconds a database that does not work is tried again.
    public var databaseRetrySeconds = 5
    /// After how many seconds a database that could not be opened even once is given up for this run of the app.
    public var databasePatienceSeconds = 10

    /// What a stored ping outlives; see <doc:Delivery>. It holds from the next start on.
    public var durability = NielsenDeliveryDurability.process
    /// The media types of a collector's receipts, in lower case, such as `image/gif`; empty where every answer with a
    /// status of 2xx is one.
    public var receiptTypes: [String] = []

    /// The built-in settings.
    public init() {}
}

/// What a ping outlives that was stored.
public enum NielsenDeliveryDurability: String, Sendable, Hashable, CaseIterable {
    /// The end of the process, however it comes. A loss of power may take the pings since the app was last in the
    /// background.
    case process
    /// A loss of power too; each ping waits for the disk.
    case power
}
