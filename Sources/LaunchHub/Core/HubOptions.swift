// SPDX-License-Identifier: Apache-2.0

/// The options of a hub, set when it is made.
public struct HubOptions: Sendable {
    /// The longest time for one call of a listener, or for making one; 100 ms by default.
    public var listenerBudget: Duration
    /// After how many reported calls a listener is removed; nil, the default, for never.
    public var strikeLimit: Int?
    /// Whether the extension of such a listener is unregistered, and the log says why; false by default.
    ///
    /// Otherwise its other listeners go on without the removed one. An app's own listener is removed in either case.
    public var unregistersAtStrikeLimit: Bool
    /// The longest time for an extension's initializer; 1 s by default.
    public var bootDeadline: Duration
    /// The longest time that a request without a timeout of its own waits for its answer; 5 s by default.
    public var requestTimeout: Duration
    /// The limits of mailboxes that have no policy of their own; any number of events by default.
    public var mailboxPolicy: MailboxPolicy
    /// Where the configuration comes from and where it is kept.
    public var configuration: ConfigurationOptions

    /// Makes options.
    ///
    /// - Parameters:
    ///   - listenerBudget: How long one call of a listener may take.
    ///   - strikeLimit: After how many reported calls a listener is removed; nil for never.
    ///   - unregistersAtStrikeLimit: Whether the extension of such a listener is unregistered then.
    ///   - bootDeadline: How long an extension's initializer may take.
    ///   - requestTimeout: How long a request waits for its answer unless it says otherwise.
    ///   - mailboxPolicy: The limits of mailboxes that have no policy of their own.
    ///   - configuration: Where the configuration comes from and where it is kept.
    public init(
        listenerBudget: Duration = .milliseconds(100),
        strikeLimit: Int? = nil,
        unregistersAtStrikeLimit: Bool = false,
        bootDeadline: Duration = .seconds(1),
        requestTimeout: Duration = .seconds(5),
        mailboxPolicy: MailboxPolicy = .unbounded,
        configuration: ConfigurationOptions = ConfigurationOptions()
    ) {
        self.listenerBudget = listenerBudget
        self.strikeLimit = strikeLimit
        self.unregistersAtStrikeLimit = unregistersAtStrikeLimit
        self.bootDeadline = bootDeadline
        self.requestTimeout = requestTimeout
        self.mailboxPolicy = mailboxPolicy
        self.configuration = configuration
    }
}
