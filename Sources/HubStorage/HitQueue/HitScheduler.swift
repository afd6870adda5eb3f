// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date
import HubServices

/// Decides which hit is sent when.
///
/// A value without clock, storage or threads: it takes what happened and the moment of it, and returns what is to be
/// done. At most one hit of a stream is out at a time, and a stream that has to wait is in nobody's way.
///
/// It asks the storage for hits in steps: ``beginStep(at:)`` says what is wanted, ``finishStep(_:of:at:)`` takes the
/// answer. Between the two nothing else may ask.
struct HitScheduler: Sendable {
    /// One hit that is to go to the processor.
    struct Delivery: Sendable {
        /// Names this try of it, for the answer.
        let token: UInt64
        let hit: HitQueue.Hit
    }

    /// What is to be done after an input.
    struct Effects: Sendable {
        var deliveries: [Delivery] = []
        /// True where a step is wanted and none was asked for yet.
        var wantsStep = false
        /// True where the timer has to be set, see `removeWake()`.
        var wantsTimer = false
    }

    struct Flight {
        let stored: StoredHit
        let deadline: Instant
        /// How often in a row its receiver had failed when it was sent.
        let known: Int
    }

    var configuration: HitQueue.Configuration
    var random: any RandomNumberGenerator & Sendable
    var receivers: HitReceivers

    private(set) var privacy: PrivacyStatus
    private(set) var isClosed = false

    /// What is left of the streams that this process has for itself.
    var runs: [String: HitRun] = [:]
    /// Those of them that have no hit out, in the order in which they get their turn.
    var ready: [String] = []
    /// When one of those may be sent next, where that is known.
    var readyAt: Instant?
    var flights: [UInt64: Flight] = [:]
    var nextToken: UInt64 = 0

    /// What the next step is to write.
    var settlements: [HitSettlement] = []
    var finished: Set<String> = []
    /// Rows that are out, or that were and are not written yet.
    var busyRows: Set<Int64> = []

    /// True where the storage may have hits that nobody claimed.
    var mayHaveMore = true
    /// True where a step is needed only for what it does besides.
    private var isUpkeepDue = false
    private var isStepAsked = false
    private var claimAt: Instant?
    private var upkeepAt: Instant?
    private var storageRetryAt: Instant?
    /// When the timer will go off, as far as that was asked for and taken.
    private var armedFor: Instant?
    private var isTimerAsked = false

    init(
        configuration: HitQueue.Configuration,
        privacy: PrivacyStatus,
        random: any RandomNumberGenerator & Sendable,
        receivers: HitReceivers = HitReceivers()
    ) {
        self.configuration = configuration
        self.receivers = receivers
        self.privacy = privacy
        self.random = random
    }

    /// When something is to be done without an input, or nil where nothing is.
    private var nextWake: Instant? {
        [flights.values.map(\.deadline).min(), readyAt, claimAt, upkeepAt, storageRetryAt].compactMap(\.self).min()
    }

    var maySend: Bool { privacy == .optedIn && !isClosed }

    // MARK: Inputs

    /// The queue begins, and the storage may have hits of an earlier time.
    mutating func start(at moment: HitMoment) -> Effects {
        isUpkeepDue = true
        return effects(at: moment)
    }

    /// Hits were added to the storage.
    mutating func hitsWereStored(at moment: HitMoment) -> Effects {
        mayHaveMore = true
        if upkeepAt == nil, let age = configuration.limits.age {
            upkeepAt = moment.now + age
        }
        return effects(at: moment)
    }

    mutating func storageFailed(at moment: HitMoment) -> Effects {
        if storageRetryAt == nil {
            storageRetryAt = moment.now + configuration.storageRetryInterval
        }
        return effects(at: moment)
    }

    /// Time has passed.
    mutating func tick(at moment: HitMoment) -> Effects {
        armedFor = nil
        if let claimAt, claimAt <= moment.now {
            self.claimAt = nil
            mayHaveMore = true
        }
        if let upkeepAt, upkeepAt <= moment.now {
            self.upkeepAt = nil
            isUpkeepDue = true
        }
        if let storageRetryAt, storageRetryAt <= moment.now {
            self.storageRetryAt = nil
            isUpkeepDue = true
        }
        for (token, flight) in flights.sorted(by: { $0.key < $1.key }) where flight.deadline <= moment.now {
            // A process that was suspended finds this time over at once, and that says nothing about the hit.
            settle(token, .unreachable(after: nil, reason: "no answer within \(configuration.deadline)"), at: moment)
        }
        return effects(at: moment)
    }

    /// The processor answered.
    mutating func answered(_ token: UInt64, _ answer: HitAnswer, at moment: HitMoment) -> Effects {
        settle(token, answer, at: moment)
        return effects(at: moment)
    }

    /// The user's choice changed.
    ///
    /// Where the user opted out, the caller has to discard what the storage has.
    mutating func setPrivacy(_ status: PrivacyStatus, at moment: HitMoment) -> Effects {
        privacy = status
        if status == .optedOut { forgetEverything() }
        if maySend { mayHaveMore = true } else { endWaitingRuns() }
        return effects(at: moment)
    }

    mutating func configure(_ configuration: HitQueue.Configuration, at moment: HitMoment) -> Effects {
        self.configuration = configuration
        upkeepAt = nil
        isUpkeepDue = true
        return effects(at: moment)
    }

    /// Streams that waited may be tried again.
    mutating func waitsEnded(at moment: HitMoment) -> Effects {
        receivers.endWaits()
        claimAt = nil
        mayHaveMore = true
        return effects(at: moment)
    }

    /// A receiver is not to wait for others.
    mutating func putFirst(_ receiver: String, at moment: HitMoment) -> Effects {
        receivers.putFirst(receiver)
        return effects(at: moment)
    }

    /// Nothing more is to be sent, for good.
    ///
    /// What the processor has may arrive; whoever sends it again sends it with the same id.
    mutating func close() {
        isClosed = true
        endWaitingRuns()
        for flight in flights.values { endRun(flight.stored.hit.stream) }
        flights = [:]
    }

    // MARK: Timer

    /// When the timer is to go off now that it is set, or nil where nothing is to come.
    ///
    /// It replaces an earlier one.
    mutating func removeWake() -> Instant? {
        isTimerAsked = false
        armedFor = nextWake
        return armedFor
    }

    // MARK: Questions

    /// Says whether a delivery is still wanted, right before it is made.
    func mayBegin(_ token: UInt64) -> Bool { flights[token] != nil }

    /// Says whether a hit may be dropped, and forgets it where it may.
    mutating func releaseForDrop(row: Int64, stream: String) -> Bool {
        if busyRows.contains(row) { return false }
        runs[stream]?.hits.removeAll { $0.row == row }
        return true
    }

    // MARK: Steps

    /// What is wanted of the storage now, or nil where nothing is.
    mutating func beginStep(at moment: HitMoment) -> HitStepPlan? {
        isStepAsked = false
        guard needsStep(at: moment) else { return nil }
        var plan = HitStepPlan()
        plan.settlements = settlements
        plan.finished = finished
        if wantsClaim {
            plan.claim = HitStepPlan.Claim(except: Set(runs.keys), receivers: receivers)
            // Forgotten here and not when the step is over: what ends meanwhile may be claimed by the next one.
            mayHaveMore = false
        }
        settlements = []
        finished = []
        isUpkeepDue = false
        return plan
    }

    /// Takes what came out of a step.
    mutating func finishStep(_ result: HitStepResult, of plan: HitStepPlan, at moment: HitMoment) -> Effects {
        if !result.isStorageWorking {
            storageRetryAt = moment.now + configuration.storageRetryInterval
        }
        guard result.isDone else {
            settlements = plan.settlements + settlements
            finished.formUnion(plan.finished)
            mayHaveMore = true
            return effects(at: moment)
        }
        if result.isStorageWorking { storageRetryAt = nil }
        for settlement in plan.settlements {
            busyRows.remove(settlement.stored.row)
        }
        upkeepAt = result.nextExpiry.map(moment.instant(of:))
        if plan.claim != nil {
            if !result.isEverythingClaimed { mayHaveMore = true }
            claimAt = result.nextDue
        }
        if result.hasNewHits { mayHaveMore = true }
        for run in result.runs {
            runs[run.stream] = run
            receivers.claimed(run.stream)
            ready.append(run.stream)
        }
        if !maySend { endWaitingRuns() }
        return effects(at: moment)
    }

    // MARK: What follows

    private var wantsClaim: Bool { maySend && mayHaveMore }

    private func needsStep(at moment: HitMoment) -> Bool {
        if isUpkeepDue || isClosed { return true }
        // A storage that failed is left alone until its time comes.
        if let storageRetryAt, storageRetryAt > moment.now { return false }
        return !settlements.isEmpty || !finished.isEmpty || wantsClaim
    }

    private mutating func effects(at moment: HitMoment) -> Effects {
        var effects = Effects()
        fillSlots(&effects, at: moment)
        if !isStepAsked, !isClosed, needsStep(at: moment) {
            isStepAsked = true
            effects.wantsStep = true
        }
        if !isTimerAsked, let wake = nextWake, wake < armedFor ?? .distantFuture {
            isTimerAsked = true
            effects.wantsTimer = true
        }
        return effects
    }

    private mutating func forgetEverything() {
        runs = [:]
        ready = []
        flights = [:]
        receivers.forgetClaims()
        settlements = []
        finished = []
        busyRows = []
        claimAt = nil
    }
}
