// SPDX-License-Identifier: Apache-2.0

/// A store that goes on in memory where another one cannot be read or written, and writes what waits as soon as it can.
///
/// What waits is tried again after a second, then after longer pauses, at each reading, with each change, and when this
/// object ends. The failure is still thrown, so that it is reported.
///
/// What another process has stored since then wins over what waits, member by member where the values are objects.
package final class PendingKeyValueStore: KeyValueStore {
    /// Decides between a value that waits and another one that was stored later, by the name of the key or member.
    package typealias Choosing =
        @Sendable (_ name: String, _ waiting: JSONValue?, _ stored: JSONValue?) -> JSONValue?

    /// A value that could not be written.
    private struct Waiting {
        var value: JSONValue?
        /// What was stored when it was made; nil also where that was not known.
        var before: JSONValue?
        /// Whether the value was made of what is stored, and that could not be read.
        var isPartial = false

        /// Returns the value to store in the place of one that is stored now.
        func over(_ stored: JSONValue?, _ name: String, _ choose: Choosing) -> JSONValue? {
            if stored == before { return value }
            guard value?.objectValue != nil || stored?.objectValue != nil else { return choose(name, value, stored) }
            let old = before?.objectValue ?? JSONObject()
            let new = value?.objectValue ?? JSONObject()
            var members = stored?.objectValue ?? JSONObject()
            for name in Set(old.keys + new.keys) where old[name] != new[name] {
                let isUnchanged = members[name] == old[name]
                members[name] = isUnchanged ? new[name] : choose(name, new[name], members[name])
            }
            return members.isEmpty ? nil : .object(members)
        }
    }

    private struct State {
        var waiting: [String: Waiting] = [:]
        var problem: StorageError?
        var retry: ScheduledWork?
        var pause = PendingKeyValueStore.firstPause
    }

    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)

    private let store: any KeyValueStore
    private let clock: any HubClock
    private let choose: Choosing
    private let state = Locked(State())

    /// Makes a store over another one.
    ///
    /// - Parameters:
    ///   - store: The store that lasts.
    ///   - clock: The clock of the pauses between tries.
    ///   - choose: Decides where another process has stored something else since; by default what is stored wins.
    package init(
        _ store: any KeyValueStore,
        clock: any HubClock,
        choosing choose: @escaping Choosing = { _, _, stored in stored }
    ) {
        self.store = store
        self.clock = clock
        self.choose = choose
    }

    deinit {
        state.withLock { state in
            state.retry?.cancel()
            retry(&state)
        }
    }

    /// The last failure to write what waits; nil if nothing waits.
    package var problem: StorageError? { state.withLock { $0.problem } }

    package var damage: StorageError? { store.damage }

    /// Returns the value that waits to be written under a key; nil if none does.
    package func waiting(forKey key: String) -> JSONValue? { state.withLock { $0.waiting[key]?.value } }

    package func value(forKey key: String) throws(StorageError) -> JSONValue? {
        try state.withLock { state throws(StorageError) in
            retry(&state)
            guard let waiting = state.waiting[key] else { return try store.value(forKey: key) }
            do throws(StorageError) {
                return waiting.over(try store.value(forKey: key), key, choose)
            } catch {
                guard !waiting.isPartial else { throw error }
                return waiting.value
            }
        }
    }

    package func set(_ value: JSONValue?, forKey key: String) throws(StorageError) {
        try change([key], isWhole: true) { $0[key] = value }
    }

    package func update(_ keys: [String], _ change: (inout JSONObject) -> Void) throws(StorageError) {
        try self.change(keys, isWhole: false, change)
    }

    private func change(
        _ keys: [String],
        isWhole: Bool,
        _ body: (inout JSONObject) -> Void
    ) throws(StorageError) {
        try state.withLock { state throws(StorageError) in
            let waiting = state.waiting
            var changed: JSONObject?
            do throws(StorageError) {
                let others = waiting.keys.filter { !keys.contains($0) }
                try store.update(keys + others) { members in
                    overlay(waiting, &members)
                    var own = JSONObject()
                    for key in keys { own[key] = members[key] }
                    body(&own)
                    for key in keys { members[key] = own[key] }
                    changed = own
                }
                settle(&state)
            } catch {
                // What is too large would be refused again.
                guard error.reason != .tooLarge else { throw error }
                let isPartial = changed == nil && !isWhole
                let own = changed ?? onItsOwn(keys, state, body)
                refresh(&state)
                for key in keys {
                    state.waiting[key] = Waiting(value: own[key], before: stored(key), isPartial: isPartial)
                }
                fail(&state, error)
                throw error
            }
        }
    }

    /// Makes a change in memory, because the store could not be read.
    private func onItsOwn(_ keys: [String], _ state: State, _ body: (inout JSONObject) -> Void) -> JSONObject {
        var own = JSONObject()
        for key in keys {
            own[key] = state.waiting[key].map { $0.over(stored(key) ?? $0.before, key, choose) } ?? stored(key)
        }
        body(&own)
        return own
    }

    private func stored(_ key: String) -> JSONValue? { (try? store.value(forKey: key)) ?? nil }

    private func overlay(_ waiting: [String: Waiting], _ members: inout JSONObject) {
        for (key, value) in waiting { members[key] = value.over(members[key], key, choose) }
    }

    // MARK: - Trying again

    private func retry(_ state: inout State) {
        let waiting = state.waiting
        guard !waiting.isEmpty else { return }
        do throws(StorageError) {
            try store.update(Array(waiting.keys)) { overlay(waiting, &$0) }
            settle(&state)
        } catch {
            state.problem = error
            refresh(&state)
        }
    }

    /// Notes what is stored now, so that a later change by another process can be recognised.
    private func refresh(_ state: inout State) {
        for (key, waiting) in state.waiting {
            do throws(StorageError) {
                let stored = try store.value(forKey: key)
                state.waiting[key] = Waiting(value: waiting.over(stored, key, choose), before: stored)
            } catch {
                state.waiting[key]?.before = nil
            }
        }
    }

    private func settle(_ state: inout State) {
        guard state.problem != nil else { return }
        state.retry?.cancel()
        state = State()
    }

    private func fail(_ state: inout State, _ error: StorageError) {
        state.problem = error
        guard state.retry == nil else { return }
        let pause = state.pause
        state.pause = min(pause * 2, Self.longestPause)
        state.retry = clock.schedule(after: pause) { [weak self] in self?.tryAgain() }
    }

    private func tryAgain() {
        state.withLock { state in
            state.retry = nil
            retry(&state)
            if let problem = state.problem { fail(&state, problem) }
        }
    }
}
