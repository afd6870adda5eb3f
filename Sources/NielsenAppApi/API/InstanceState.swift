// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Something that an instance does outside its lock.
enum InstanceEffect: Sendable {
    /// An effect of the core.
    case measured(NielsenEffect)
    /// Passes the response to a ping to the ping builder.
    case answer(NielsenPingAnswer, at: Int64)
    /// Makes pings with a configuration from now on.
    case configure(NielsenConfiguration)
    /// Requests a newer configuration.
    case refresh
    /// Stores what is open, with the pings of the same batch, so that it survives the process.
    case checkpoint
    /// Wakes the instance at an instant, instead of whatever was set before; nil sets nothing.
    case timer(Instant?, serial: UInt64)
}

/// The mutable state of an instance, behind its lock: the core, and what the instance itself has to remember.
struct InstanceState: SteppedState {
    var core: NielsenCore
    /// The configuration that is in force.
    @Boxed var configuration: NielsenConfiguration
    /// A configuration that the core has not begun to go by.
    private var nextConfiguration: Boxed<NielsenConfiguration>?
    /// The time at which the configuration reaches its age; nil while one is requested, and if there is no source.
    private var refreshDue: Instant?
    var fetch: ConfigurationFetch?
    /// The current identifiers.
    var identity: NielsenIdentity
    var lastRead = NielsenTrackEvent.Metadata()
    /// The issues of the previous event.
    private var lastFound: [NielsenIssue] = []
    var lastEvent: CodedNotice?
    var lastError: CodedNotice?
    var lastRemark: NielsenRemark?
    var timer = InstanceTimer()
    var checkpoint: Checkpoint
    private var effects: [InstanceEffect] = []
    /// Whether the pings of open views change although the core has no effects.
    private var isNews = false
    var isDraining = false

    init(core: NielsenCore, configuration: NielsenConfiguration, identity: NielsenIdentity, keepsViews: Bool) {
        self.core = core
        self.configuration = configuration
        self.identity = identity
        checkpoint = Checkpoint(isWanted: keepsViews)
    }

    // MARK: - Effects

    mutating func nextStep() -> [InstanceEffect]? {
        collect()
        guard !effects.isEmpty else { return nil }
        defer { effects = [] }
        return effects
    }

    /// Adds an effect behind those that the core has so far.
    mutating func perform(_ effect: InstanceEffect) {
        collect()
        effects.append(effect)
        isNews = true
    }

    /// Takes over the effects of the core.
    private mutating func collect() {
        guard !core.effects.isEmpty else { return }
        for effect in core.effects {
            if case .configured = effect, let next = nextConfiguration?.wrappedValue {
                nextConfiguration = nil
                configuration = next
                effects.append(.configure(next))
            } else {
                effects.append(.measured(effect))
            }
        }
        core.effects.removeAll()
    }

    /// Plans what comes without a call, after each change.
    mutating func plan() {
        let isNews = isNews || !core.effects.isEmpty
        self.isNews = false
        collect()
        let outlook = core.outlook()
        if let refreshDue, outlook.isMeasuring, outlook.now.continuous >= refreshDue {
            // The first call after the present configuration has become too old requests a newer one.
            self.refreshDue = nil
            effects.append(.refresh)
        }
        if checkpoint.isDue(after: outlook, isNews: isNews) { effects.append(.checkpoint) }
        var due = outlook.nextDeadline
        if let checkpointDue = checkpoint.due { due = min(checkpointDue, due ?? checkpointDue) }
        if let serial = timer.move(to: due) { effects.append(.timer(timer.due, serial: serial)) }
    }

    // MARK: - The configuration

    /// Starts the instance.
    mutating func start(with configuration: NielsenConfiguration, at time: NielsenTime) {
        nextConfiguration = Boxed(wrappedValue: configuration)
        core.start(with: configuration.measurement, at: time)
    }

    /// Starts the instance with a configuration that was received, and makes the calls that waited for it.
    mutating func receive(_ configuration: NielsenConfiguration, at time: NielsenTime) {
        guard core.isWaiting else { return }
        nextConfiguration = Boxed(wrappedValue: configuration)
        checkpoint.hasChanged = true
        core.receive(configuration.measurement, at: time)
    }

    /// Stores a newer configuration until nothing is open.
    mutating func offer(_ configuration: NielsenConfiguration) {
        collect()
        let isNew = configuration != self.configuration
        nextConfiguration = isNew ? Boxed(wrappedValue: configuration) : nil
        core.offer(isNew ? configuration.measurement : nil)
    }

    /// Records that the configuration is current now.
    mutating func expectNewer(than configuration: NielsenConfiguration, at time: NielsenTime) {
        refreshDue = time.continuous + .seconds(max(60, configuration.maximumAgeSeconds))
    }

    // MARK: - Calls

    /// Makes a call, or stores it for later.
    mutating func apply(_ call: InstanceCall, at time: NielsenTime) {
        checkpoint.hasChanged = true
        core.apply(call, at: time)
    }

    /// Carries out an event that was read.
    mutating func track(_ event: NielsenTrackEvent?, _ found: [NielsenIssue], at time: NielsenTime) {
        if !found.isEmpty || !lastFound.isEmpty { core.report(news(in: found), at: time) }
        guard let event else { return }
        lastRead = event.metadata
        apply(.event(event), at: time)
    }

    /// Returns the issues of an event that are to be reported.
    ///
    /// Metadata and similar values are part of each event, once a second: issues with them are reported once for as
    /// long as they stay. Issues with values that are new in each event are reported each time.
    private mutating func news(in found: [NielsenIssue]) -> [NielsenIssue] {
        defer { lastFound = found }
        guard !lastFound.isEmpty else { return found }
        return found.filter { issue in issue.isAboutOneEvent || !lastFound.contains { $0.saysTheSame(as: issue) } }
    }

    /// Ends as the process would: nothing is reported any more.
    mutating func abandon(at time: NielsenTime) {
        core.shutdown(at: time)
        core.effects = []
        effects = []
    }

    /// Performs the work for which a timer was set.
    mutating func wake(_ serial: UInt64, at time: NielsenTime) {
        guard timer.serial == serial else { return }
        timer.work = nil
        timer.due = nil
        core.wake(at: time)
        checkpoint.wake(at: time, hasOpenPage: core.outlook().hasOpenPage)
    }

    /// Returns the core as of the views to store with the pings of a batch; nil if there are none, or not yet.
    mutating func removeCheckpoint(hasPings: Bool) -> NielsenCore? {
        // Effects that were added meanwhile come first, unless pings wait for the same transaction: where the first
        // configuration is among them, no ping could be made of what is open.
        guard hasPings || effects.isEmpty && core.effects.isEmpty else { return nil }
        let outlook = core.outlook()
        return checkpoint.remove(outlook, hasPings: hasPings) ? core : nil
    }
}

/// The single timer of an instance, for effects of time without a call.
///
/// There is no timer while nothing is open. A deadline that moves on, as with each playhead, does not move the timer:
/// it wakes the instance once, finds nothing due and is set for the new deadline.
struct InstanceTimer {
    /// The time at which the instance wakes up, and the scheduled work for that.
    var due: Instant?
    var work: ScheduledWork?
    /// A number that increases with each timer, so that one that was cancelled too late is recognized.
    private(set) var serial: UInt64 = 0

    /// Decides whether another timer must be set, or none.
    ///
    /// - Parameter due: The next deadline; nil if there is none.
    /// - Returns: The number of the other timer; nil if the present one stays.
    mutating func move(to due: Instant?) -> UInt64? {
        if let due {
            if let present = self.due, present <= due { return nil }
        } else if self.due == nil {
            return nil
        }
        self.due = due
        serial &+= 1
        return serial
    }
}

/// The schedule on which open views are stored, because pings go to a database: with every record and everything else that
/// a call causes, and every ten seconds by the timer of the instance, so that no playhead waits for the database.
///
/// While calls wait for the first configuration, what they would make of views is stored in their place.
struct Checkpoint {
    /// Whether open views are stored at all.
    let isWanted: Bool
    /// Whether a call has been made since they were stored last.
    var hasChanged = false
    /// The time at which they are stored next; nil if there is nothing to store.
    private(set) var due: Instant?
    /// Whether they must be stored although nothing else has happened.
    private var isOverdue = false
    /// Whether they are stored with the pings of the next batch.
    private var isRequested = false
    /// Whether the database holds an open view.
    private var isHeld = false
    /// The time at which they were last stored.
    private var stored = Instant.zero

    /// The longest time in which a view's last seconds are not stored, in nanoseconds.
    private static let period: Int64 = 10_000_000_000
    /// The largest number of waiting calls of which each is stored at once.
    private static let fewCalls = 64

    init(isWanted: Bool) {
        self.isWanted = isWanted
    }

    /// Decides whether open views must be stored now, and when the next time is.
    ///
    /// - Parameters:
    ///   - outlook: What comes next in the core.
    ///   - isNews: Whether the core has new effects.
    /// - Returns: Whether they must be stored now.
    mutating func isDue(after outlook: NielsenCore.Outlook, isNews: Bool) -> Bool {
        guard isWanted else { return false }
        var isDue = isOverdue
        isOverdue = false
        if let count = outlook.waitingCount {
            let isSoon = count <= Self.fewCalls && !outlook.isSteady
            let isLate = outlook.now.instant.nanoseconds(since: stored) >= Self.period
            isDue = isDue || !isHeld || hasChanged && (isSoon || isLate)
        } else if outlook.hasOpenViews {
            if due == nil, hasChanged { due = stored.adding(nanoseconds: Self.period) }
            isDue = isDue || isNews || !isHeld
        } else {
            due = nil
            isDue = isDue || isHeld
        }
        guard isDue, !isRequested else { return false }
        isRequested = true
        return true
    }

    /// Has stored what has changed since the last time, if it is time for that; if nothing has, nothing is scheduled.
    mutating func wake(at time: NielsenTime, hasOpenPage: Bool) {
        guard let due, due <= time.instant else { return }
        // The seconds of a page pass without a call.
        guard hasChanged || hasOpenPage else {
            self.due = nil
            return
        }
        self.due = time.instant.adding(nanoseconds: Self.period)
        isOverdue = true
    }

    /// Takes note that open views are stored with the pings of a batch.
    ///
    /// - Returns: Whether there is anything to store, or to remove.
    mutating func remove(_ outlook: NielsenCore.Outlook, hasPings: Bool) -> Bool {
        guard isRequested else { return false }
        isRequested = false
        let isOpen = outlook.hasOpenViews || outlook.waitingCount != nil
        // Views that were never stored need not be removed.
        guard isOpen || isHeld || hasPings else { return false }
        isHeld = isOpen
        hasChanged = false
        stored = outlook.now.instant
        return true
    }
}

extension NielsenIssue {
    /// Whether the issue is about a value that is new in each event.
    fileprivate var isAboutOneEvent: Bool {
        switch self {
        case .error(let error): error.key.map(Self.ownKeys.contains) ?? false
        case .warning: false
        case .finding(let issue): issue.key == "buttonEvent"
        }
    }

    private static let ownKeys: Set<String> = ["event", "playheadPosition", "id3Data", "buttonEvent"]

    /// Returns whether the issue is about the same rule and key, ignoring positions, which always differ.
    fileprivate func saysTheSame(as other: NielsenIssue) -> Bool {
        if case .finding(let mine) = self, case .finding(let others) = other, mine.key == "playheadPosition" {
            return mine.rule == others.rule && others.key == mine.key
        }
        return self == other
    }
}
