// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

extension HubCore {
    // MARK: - Registering

    /// Notes an extension; its initializer runs when the hub starts, or at once where it has started.
    func register(name: String, version: String, make: @escaping ExtensionRecord.Maker) throws(HubError) {
        guard !name.isEmpty else { throw .badName }
        let record = makeRecord(name: name, version: version, make: make)
        if try enlist(record) { boot(record) }
    }

    /// Makes an extension now, because only the instance knows its name.
    ///
    /// The initializer runs on the extension's lane while the caller waits, no longer than the boot deadline.
    func registerAtOnce(
        label: String,
        make: @escaping @Sendable (ExtensionRuntime) throws -> any ExtensionCallbacks,
        naming: @escaping @Sendable (any ExtensionCallbacks) -> (name: String, version: String)
    ) throws(HubError) {
        let lane = makeLane(name: label, policy: options.lanePolicy)
        let runtime = ExtensionRuntime(core: self, lane: lane)
        let instance = try makeWhileWaiting(label, lane, runtime, make)
        let (name, version) = naming(instance)
        let record = ExtensionRecord(
            name: name,
            version: version,
            lane: lane,
            errorLane: makeLane(name: name),
            make: { _ in instance }
        )
        _ = record.begin()
        _ = record.complete(with: instance)
        do throws(HubError) {
            guard !name.isEmpty else { throw .badName }
            _ = try enlist(record, runtime)
        } catch {
            runtime.end()
            if lane.stop(last: {}).needsThread { executor.submit(lane) }
            throw error
        }
        becomeReady(record, runtime)
    }

    private func makeWhileWaiting(
        _ label: String,
        _ lane: Lane,
        _ runtime: ExtensionRuntime,
        _ make: @escaping @Sendable (ExtensionRuntime) throws -> any ExtensionCallbacks
    ) throws(HubError) -> any ExtensionCallbacks {
        let handover = Handover<Result<any ExtensionCallbacks, any Error>>()
        let work: @Sendable () -> Void = { handover.put(Result { try make(runtime) }) }
        let deadline = options.bootDeadline
        let result: Result<any ExtensionCallbacks, any Error>
        if executor.isManual, lane.claim() {
            work()
            _ = lane.unclaim()
            result = handover.take(orElse: { .failure(HubError.shutDown) }, when: { false })
        } else {
            post(.work(work), to: lane)
            let limit = SystemClock().now + deadline
            let late = HubError.bootDeadlineExceeded(label, deadline)
            result = handover.take(orElse: { .failure(late) }, when: { SystemClock().now >= limit })
        }
        switch result {
        case .success(let instance):
            return instance
        case .failure(let error):
            runtime.end()
            if lane.stop(last: {}).needsThread { executor.submit(lane) }
            throw error as? HubError ?? .initializerFailed(label, String(describing: error))
        }
    }

    private func makeRecord(
        name: String,
        version: String,
        make: @escaping ExtensionRecord.Maker
    ) -> ExtensionRecord {
        ExtensionRecord(
            name: name,
            version: version,
            lane: makeLane(name: name, policy: options.lanePolicy),
            errorLane: makeLane(name: name),
            make: make
        )
    }

    /// Enters a record into the list of extensions.
    ///
    /// - Returns: True where the hub has started, so that the extension must be started too.
    private func enlist(_ record: ExtensionRecord, _ runtime: ExtensionRuntime? = nil) throws(HubError) -> Bool {
        try state.withLock { state throws(HubError) in
            guard state.phase != .shutDown else { throw .shutDown }
            let name = FoldedName(record.name)
            if let other = state.extensions[name] { throw .duplicateName(other.name) }
            state.extensions[name] = record
            state.recordsByLane[record.lane.id] = record
            state.runtimes[record.lane.id] = runtime
            return state.phase == .started
        }
    }

    // MARK: - Starting

    func start(completion: (@Sendable () -> Void)?) {
        let records: [ExtensionRecord]? = state.withLock { state in
            guard state.phase == .made else { return nil }
            state.phase = .started
            return state.recordsByLane.values.sorted { $0.lane.id < $1.lane.id }
        }
        guard let records else {
            log.warning(Self.tag, "start was ignored: the hub has been started before")
            return
        }
        let countdown = Countdown(of: records.count) { [self] in
            router.take(.open)
            if let completion { runAlone("start", completion) }
        }
        for record in records {
            boot(record) { countdown.countDown() }
        }
        countdown.seal()
    }

    /// Runs an extension's initializer on its lane, and gives it up at the deadline.
    ///
    /// - Parameter done: Called once, when the extension is ready or was given up.
    private func boot(_ record: ExtensionRecord, done: @escaping @Sendable () -> Void = {}) {
        guard record.begin() else { return done() }
        let outcome = Countdown(of: 0, action: done)
        let runtime = ExtensionRuntime(core: self, lane: record.lane)
        state.withLock { $0.runtimes[record.lane.id] = runtime }
        let timer = clock.schedule(after: options.bootDeadline) { [weak self] in
            guard let self, record.fail() else { return }
            giveUp(record, .bootDeadlineExceeded(record.name, options.bootDeadline))
            outcome.expire()
        }
        let work: LaneItem = .work { [weak self] in
            defer { outcome.expire() }
            do {
                let instance = try record.make(runtime)
                timer.cancel()
                guard let self, record.complete(with: instance) else { return }
                becomeReady(record, runtime)
            } catch {
                timer.cancel()
                guard let self, record.fail() else { return }
                giveUp(record, .initializerFailed(record.name, String(describing: error)))
            }
        }
        post(work, to: record.lane)
    }

    private func becomeReady(_ record: ExtensionRecord, _ runtime: ExtensionRuntime) {
        runtime.goLive()
        self.record([.registered(record.name)])
        guard let instance = record.instance else { return }
        if record.lane.isCurrent {
            instance.onRegistered()
        } else {
            post(.work { instance.onRegistered() }, to: record.lane)
        }
    }

    /// Leaves an extension out: nothing of it stays, and everybody can see which one it was.
    private func giveUp(_ record: ExtensionRecord, _ error: HubError) {
        log.error(Self.tag, "\(error)")
        delist(record)?.end()
        if record.lane.stop(last: {}).needsThread { executor.submit(record.lane) }
        router.take(.drop(record.lane))
        self.record([.failed(error)])
        dispatch(
            Event(
                ofHub: "Extension failed",
                source: .extensionFailed,
                data: ["extension": .string(record.name), "description": .string("\(error)")]
            )
        )
    }

    private func delist(_ record: ExtensionRecord) -> ExtensionRuntime? {
        state.withLock { state in
            let name = FoldedName(record.name)
            if state.extensions[name] === record { state.extensions[name] = nil }
            state.recordsByLane[record.lane.id] = nil
            return state.runtimes.removeValue(forKey: record.lane.id)
        }
    }

    // MARK: - Unregistering

    func unregister(name: String) throws(HubError) {
        guard let record = state.withLock({ $0.extensions[FoldedName(name)] }) else { throw .notRegistered(name) }
        unregister(record)
    }

    func unregister(lane: Lane) {
        guard let record = state.withLock({ $0.recordsByLane[lane.id] }) else { return }
        unregister(record)
    }

    private func unregister(_ record: ExtensionRecord) {
        delist(record)?.end()
        end(record) {}
        router.take(.drop(record.lane))
        clearStates(of: FoldedName(record.name))
    }

    /// Stops an extension's lane; the last thing that runs on it is the extension's farewell.
    func end(_ record: ExtensionRecord, done: @escaping @Sendable () -> Void) {
        let phase = record.end()
        let outcome = record.lane.stop { [weak self] in
            if case .ready(let instance) = phase { instance.onUnregistered() }
            self?.record([.unregistered(record.name)])
            done()
        }
        guard outcome.isFirst else { return done() }
        if outcome.needsThread { executor.submit(record.lane) }
    }

    /// The name of the extension that a lane belongs to, while it is registered.
    func registeredName(of lane: Lane) -> FoldedName? {
        state.withLock { $0.recordsByLane[lane.id] }?.foldedName
    }

    var extensionNames: [String] {
        state.withLock { $0.extensions.values.map(\.name).sorted() }
    }

    func counters(of name: String) -> (waiting: Int, dropped: UInt64)? {
        state.withLock { $0.extensions[FoldedName(name)] }?.lane.counters
    }
}
