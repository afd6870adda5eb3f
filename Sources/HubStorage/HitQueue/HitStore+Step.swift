// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

// What a store does for the side that sends.
extension HitStore {
    /// How many hits of one stream are claimed together.
    private static let hitsPerRun = 64
    /// With how many bytes a run ends.
    private static let bytesPerRun = 256 << 10
    /// With how many hits a claim ends.
    private static let hitsPerClaim = 256
    /// With how many bytes a claim ends.
    private static let bytesPerClaim = 1 << 20
    /// How many hits are written together that waited in memory.
    private static let hitsPerLateWrite = 64

    /// Writes what became of hits, drops those that are too old and claims new ones, all in one transaction; then
    /// writes what waits in memory.
    ///
    /// - Parameter plan: What the scheduler wants.
    /// - Returns: What came out of it.
    func perform(_ plan: HitStepPlan) -> HitStepResult {
        returnToFile()
        var step = attemptStep(plan)
        if step == nil, giveUpFile() { step = attemptStep(plan) }
        guard let step else { return HitStepResult(isDone: false, isStorageWorking: false) }
        apply(step, of: plan)
        var result = step.result
        if failure != nil, writeLate() { result.hasNewHits = true }
        // For what an earlier queue with other limits has left.
        enforceLimits()

        result.isStorageWorking = failure == nil
        if let age = configuration.limits.age, let oldest = step.oldest {
            let expiry = oldest.adding(age)
            // A hit that is too old and stays, because it is being sent, is looked at again when that is over.
            result.nextExpiry = expiry > date ? expiry : date.adding(configuration.deadline)
        }
        if let retry = abandonedFile?.retry { result.nextExpiry = min(retry, result.nextExpiry ?? retry) }
        return result
    }

    /// What a step has done to the file and not yet to the store.
    private struct Step {
        var thinning: Thinning
        var events: [HitQueueEvent] = []
        var oldest: Date?
        var released: Set<String>
        var cursor: String?
        var abandoned: Set<HitQueue.Hit.ID> = []
        var result = HitStepResult(isDone: true, isStorageWorking: true)
    }

    private func attemptStep(_ plan: HitStepPlan) -> Step? {
        attempt { db throws(SQLiteError) in
            let before = try countedTotals(db, within: 0)
            return try inTransaction(db) { () throws(SQLiteError) in
                var step = Step(thinning: Thinning(totals: before), released: plan.finished)
                for settlement in plan.settlements { try settle(settlement, on: db, into: &step) }
                try resendWhatIsAccepted(plan.settlements, on: db, into: &step)
                step.oldest = try dropExpired(db, &step.thinning)
                if let claim = plan.claim { try self.claim(claim, on: db, into: &step) }
                step.released.subtract(step.result.runs.map(\.stream))
                for stream in step.released { try db.release(stream, from: lessee) }
                return step
            }
        }
    }

    private func settle(_ settlement: HitSettlement, on db: HitDatabase, into step: inout Step) throws(SQLiteError) {
        let stored = settlement.stored
        var isGone = false
        switch settlement {
        case .sent: isGone = try db.remove(row: stored.row, id: stored.hit.id)
        case .discarded(_, let reason):
            isGone = try db.remove(row: stored.row, id: stored.hit.id)
            if isGone {
                step.events.append(.dropped(count: 1, reason: .processor(reason), streams: [stored.hit.stream: 1]))
            }
        case .setAside(_, let reason): try setAside(stored, reason: reason, on: db, into: &step)
        case .postponed: _ = try db.setAttempts(of: stored)
        }
        if countedTries.contains(stored.hit.id) { try db.forgetAbandonedTries(of: stored.hit.id) }
        if isGone { step.thinning.remove(bytes: stored.hit.payload.count) }
    }

    /// Sets a hit aside, and tells what is deleted because too many were.
    ///
    /// - Returns: False where the hit was no longer there.
    @discardableResult
    private func setAside(
        _ stored: StoredHit,
        reason: String,
        on db: HitDatabase,
        into step: inout Step
    ) throws(SQLiteError) -> Bool {
        guard try db.setAside(stored, reason: reason) else { return false }
        step.thinning.remove(bytes: stored.hit.payload.count)
        step.events.append(.setAside(stored.hit, reason: reason))
        let trimmed = try db.trimSetAside(keep: configuration.limits.setAsideCount)
        let count = trimmed.values.reduce(0, +)
        if count > 0 { step.events.append(.dropped(count: count, reason: .setAsideCount, streams: trimmed)) }
        return true
    }

    /// Queues what was set aside for a receiver that accepts hits again, with its age.
    ///
    /// What ended its process so often that it was set aside is tried once more in this way, and not again and again.
    private func resendWhatIsAccepted(
        _ settlements: [HitSettlement],
        on db: HitDatabase,
        into step: inout Step
    ) throws(SQLiteError) {
        let accepting = Set(
            settlements.compactMap { if case .sent(let stored) = $0 { receiver(stored.hit.stream) } else { nil } }
        )
        guard !accepting.isEmpty, try db.setAsideCount() > 0 else { return }
        let tries = try db.abandonedTries()
        let most = configuration.maximumAttempts
        let count = try db.resendSetAside { hit in
            accepting.contains(receiver(hit.stream)) && tries[hit.id, default: 0] <= most
        }
        if count > 0 { step.thinning.totals = try db.totals() }
        step.result.hasNewHits = count > 0
    }

    private func claim(_ claim: HitStepPlan.Claim, on db: HitDatabase, into step: inout Step) throws(SQLiteError) {
        var receivers = claim.receivers
        var hitsLeft = Self.hitsPerClaim
        var bytesLeft = Self.bytesPerClaim
        var next = try db.stream(after: cursor)
        // A stream may lose its last hit on the way, so that coming back to the first one would be no end.
        var looked: Set<String> = []
        func look(again due: Instant) { step.result.nextDue = min(step.result.nextDue ?? due, due) }
        while let name = next, looked.insert(name).inserted {
            if !claim.except.contains(name) {
                guard hitsLeft > 0, bytesLeft > 0 else { return }
                let state = try db.state(of: name)
                let admission = receivers.claim(name, configuration, at: moment.now)
                if case .at(let time) = admission {
                    look(again: time)
                } else if admission == .whenFree {
                    // What is out will end, and the stream is looked at then.
                } else if let end = state.flatMap({ leaseEnd(of: $0) }) {
                    look(again: moment.instant(of: end))
                } else if try countAbandonedTry(of: name, leftBy: state?.owner, on: db, into: &step) {
                    let leaseEnd = try lease(name, on: db, state: state)
                    let hits = try db.head(of: name, limit: Self.hitsPerRun, bytes: Self.bytesPerRun)
                    step.result.runs.append(HitRun(stream: name, hits: hits[...], leaseEnd: leaseEnd))
                    hitsLeft -= hits.count
                    bytesLeft -= hits.reduce(0) { $0 + $1.hit.payload.count }
                    receivers.claimed(name)
                    step.cursor = name
                }
            }
            next = try db.stream(after: name)
        }
        step.result.isEverythingClaimed = true
    }

    /// Counts the try that a stream's former owner began and did not end.
    ///
    /// A lease is written before the first hit of its stream is sent, and ends with what became of it. One that is left
    /// over says that its process ended with that hit in hand, perhaps because of it: a hit that did so too often is set
    /// aside, so that it does not end every later start too.
    ///
    /// - Returns: Whether the stream has hits after that.
    private func countAbandonedTry(
        of stream: String,
        leftBy former: String?,
        on db: HitDatabase,
        into step: inout Step
    ) throws(SQLiteError) -> Bool {
        guard let former, former != lessee, var stored = try db.head(of: stream, limit: 1, bytes: 1).first else {
            return true
        }
        stored.hit.attempts += 1
        let tries = try db.countAbandonedTry(of: stored.hit.id)
        guard tries >= configuration.maximumAttempts else {
            _ = try db.setAttempts(of: stored)
            step.abandoned.insert(stored.hit.id)
            return true
        }
        let reason = "\(tries) tries in a row were not over when the process ended"
        guard try setAside(stored, reason: reason, on: db, into: &step) else { return true }
        if try db.hasHits(stream) { return true }
        try db.release(stream, from: former)
        return false
    }

    /// Until when a stream is another queue's, or nil where it is not.
    ///
    /// One that is gone needs it no longer. A time that is further away than any that is ever written comes from a clock
    /// that was set back since, and is not waited for.
    func leaseEnd(of state: HitDatabase.StreamState) -> Date? {
        guard let other = state.owner, other != lessee, state.leaseEnd > date,
            state.leaseEnd <= date.adding(max(configuration.lease * 4, .seconds(600))),
            isGone(lessee: other) != true
        else { return nil }
        return state.leaseEnd
    }

    /// Takes a stream, and leaves a lease as it is that is still fresh.
    private func lease(
        _ stream: String,
        on db: HitDatabase,
        state: HitDatabase.StreamState?
    ) throws(SQLiteError) -> Date {
        if let state, state.owner == lessee, state.leaseEnd >= date.adding(configuration.lease * 0.75) {
            return state.leaseEnd
        }
        let end = date.adding(configuration.lease)
        try db.lease(stream, to: lessee, until: end)
        return end
    }

    private func apply(_ step: Step, of plan: HitStepPlan) {
        apply(step.thinning)
        for event in step.events { events.tell(event) }
        oldestHint = step.oldest
        cursor = step.cursor ?? cursor
        for settlement in plan.settlements {
            claimed[settlement.stored.row] = nil
            countedTries.remove(settlement.stored.hit.id)
        }
        countedTries.formUnion(step.abandoned)
        if !plan.finished.isEmpty {
            claimed = claimed.filter { !plan.finished.contains($0.value.hit.stream) }
        }
        for stream in step.released {
            leases[stream] = nil
        }
        for run in step.result.runs {
            leases[run.stream] = run.leaseEnd
            for stored in run.hits { claimed[stored.row] = stored }
        }
    }

    /// Writes the wills that wait in memory, before the hits that came with them: a process that ended in between with the
    /// hits written would leave wills of before, which tell of the same again.
    ///
    /// - Returns: False where they have to wait on.
    private func writeLateWills() -> Bool {
        if overflow.wills.isEmpty { return true }
        let wills = overflow.wills.values.sorted { $0.key < $1.key }
        if !insert([], wills) {
            // To take back needs less room.
            guard lastError?.code.primary == .full, insert([], wills.map(\.takenBack)) else { return false }
        }
        overflow.removeWills()
        return true
    }

    /// Writes what waits in memory.
    ///
    /// A disk that has room for some of it gets some of it.
    ///
    /// - Returns: True where something was written.
    private func writeLate() -> Bool {
        guard writeLateWills() else { return false }
        let before = writtenLate
        var size = Self.hitsPerLateWrite
        while !overflow.hits.isEmpty {
            let batch = Array(overflow.hits.prefix(size))
            if insert(batch) {
                overflow.removeFirst(batch.count)
                writtenLate += batch.count
            } else if lastError?.code.primary == .full, size > 1 {
                size /= 2
            } else {
                return writtenLate > before
            }
        }
        let hasWritten = writtenLate > before
        failure = nil
        failingSince = nil
        if abandonedFile == nil { events.append(.storageRecovered(written: writtenLate)) }
        writtenLate = 0
        return hasWritten
    }
}
