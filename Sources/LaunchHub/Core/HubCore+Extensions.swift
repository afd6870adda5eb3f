// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HubServices

extension HubCore {
    // MARK: - Registering

    /// Registers an extension, whose initializer runs when the hub starts, or at once if it has started.
    ///
    /// Events that the calling thread dispatches from then on reach the extension, although it is made on a mailbox of its
    /// own.
    ///
    /// - Parameters:
    ///   - name: The extension's name, which must not be empty.
    ///   - version: The extension's version.
    ///   - policy: The limits of the extension's mailbox; nil for those of the hub.
    ///   - make: Makes the instance.
    ///   - done: Called once, with nil when the extension is ready, or with the reason why it was left out.
    /// - Throws: ``HubError`` if the name is empty or in use, or the hub has been shut down.
    func register(
        name: String,
        version: String,
        policy: MailboxPolicy?,
        make: @escaping ExtensionRecord.Maker,
        done: @escaping @Sendable (HubError?) -> Void = { _ in }
    ) throws(HubError) {
        guard !name.isEmpty else { throw HubError(.badName) }
        let record = ExtensionRecord(
            name: name,
            version: version,
            mailbox: makeMailbox(name: name, policy: policy ?? options.mailboxPolicy),
            errorMailbox: makeMailbox(name: name),
            make: make
        )
        record.whenMade { done($0) }
        if try enlist(record) { boot(record) }
    }

    /// Makes an extension now, because only the instance knows its name.
    ///
    /// The initializer runs on the extension's mailbox while the caller waits, no longer than the boot deadline.
    func registerAtOnce(
        label: String,
        make: @escaping ExtensionRecord.Maker,
        naming: @escaping @Sendable (any ExtensionCallbacks) -> (name: String, version: String)
    ) throws(HubError) {
        let mailbox = makeMailbox(name: label, policy: options.mailboxPolicy)
        let draft = ExtensionDraft(mailbox: mailbox)
        let instance = try makeWhileWaiting(label, mailbox, draft, make)
        let (name, version) = naming(instance)
        let record = ExtensionRecord(
            name: name,
            version: version,
            mailbox: mailbox,
            errorMailbox: makeMailbox(name: name),
            make: { _, _ in instance }
        )
        _ = record.begin(CompletionLatch(of: 0) {})
        _ = record.complete(with: instance)
        do throws(HubError) {
            guard !name.isEmpty else { throw HubError(.badName) }
            _ = try enlist(record, draft)
        } catch {
            abandon(mailbox, draft)
            throw error
        }
        send(.board(mailbox))
        let limit = boardingLimit(of: mailbox)
        let work = MailboxWork(.onRegistered) { [self] in
            record.instance?.onRegistered()
            limit.cancel()
            send(.boarded(mailbox))
        }
        // Posted before the first event can be.
        post(work, to: mailbox)
        goLive(draft)
        monitor.record([.registered(name)])
        shareOwnState()
    }

    /// Ends the making of an extension that does not end by itself: what was kept for it goes to its mailbox.
    private func boardingLimit(of mailbox: Mailbox) -> Deadline {
        Deadline(after: options.bootDeadline, clock) { [link] in link.core?.send(.boarded(mailbox)) }
    }

    /// Sees to it that nothing stays of an extension that was not registered.
    private func abandon(_ mailbox: Mailbox, _ draft: ExtensionDraft) {
        draft.end()
        stop(mailbox)
        router.send(.drop(mailbox))
    }

    private func makeWhileWaiting(
        _ label: String,
        _ mailbox: Mailbox,
        _ draft: ExtensionDraft,
        _ make: @escaping ExtensionRecord.Maker
    ) throws(HubError) -> any ExtensionCallbacks {
        let result: Result<any ExtensionCallbacks, any Error>?
        if executor.isManual, mailbox.claim() {
            result = Result { try make(self, draft) }
            if mailbox.unclaim() { executor.submit(mailbox) }
        } else {
            let (promise, maker) = BlockingPromise<Result<any ExtensionCallbacks, any Error>>.make()
            post(MailboxWork(nil) { maker.put(Result { try make(self, draft) }) }, to: mailbox)
            result = promise.wait(within: options.bootDeadline)
        }
        switch result {
        case .success(let instance):
            return instance
        case .failure(let error):
            abandon(mailbox, draft)
            if let error = error as? HubError, !error.isAboutState { throw error }
            throw HubError(.initializerFailed(label, String(describing: error)))
        case nil:
            abandon(mailbox, draft)
            throw HubError(.bootDeadlineExceeded(label, options.bootDeadline))
        }
    }

    /// Does what the initializer of an extension has asked for.
    private func goLive(_ draft: ExtensionDraft) {
        guard let wishes = draft.passOn() else { return }
        for subscription in wishes.subscriptions { send(.subscribe(subscription)) }
        for (values, event, space) in wishes.states {
            do throws(HubError) {
                try publish(values, from: draft.mailbox, at: event, in: space, isFirst: true)
            } catch {
                log.error(CallMonitor.tag, "\(draft.mailbox.name) did not publish: \(error)")
            }
        }
    }

    /// Enters a record into the list of extensions.
    ///
    /// - Returns: True if the hub has started, so that the extension must be started too.
    private func enlist(_ record: ExtensionRecord, _ draft: ExtensionDraft? = nil) throws(HubError) -> Bool {
        try state.withLock { state throws(HubError) in
            guard state.phase != .shutDown else { throw HubError(.shutDown) }
            let name = FoldedName(record.name)
            if let other = state.extensions[name] { throw HubError(.duplicateName(other.name)) }
            state.extensions[name] = record
            state.list[record.mailbox.id] = record
            state.drafts[record.mailbox.id] = draft
            return state.phase == .started
        }
    }

    // MARK: - Starting

    func start(completion: (@Sendable () -> Void)?) {
        let (phase, isReady, records) = state.withLock { state in
            defer { if state.phase == .made { state.phase = .started } }
            let isReady = state.awaitingStart == nil || state.phase == .shutDown
            if let completion, !isReady { state.awaitingStart?.append(completion) }
            return (state.phase, isReady, state.phase == .made ? state.records : [])
        }
        if isReady, let completion { monitor.runAside(.completion, "start", completion) }
        guard phase == .made else {
            let why = phase == .started ? "the hub has been started before" : "\(HubError(.shutDown))"
            log.warning(CallMonitor.tag, "start was ignored: \(why)")
            return
        }
        let latch = CompletionLatch(of: records.count) { [self] in
            send(.open { [self] in opens() })
            let waiting = state.withLock { state in
                defer { state.awaitingStart = nil }
                return state.awaitingStart ?? []
            }
            for completion in waiting { monitor.runAside(.completion, "start", completion) }
        }
        for record in records {
            boot(record) { latch.countDown() }
        }
        latch.seal()
    }

    /// Runs an extension's initializer on its mailbox, and gives it up at the deadline.
    ///
    /// - Parameters:
    ///   - record: The extension.
    ///   - done: Called once, when the extension is ready, was given up, or was unregistered.
    private func boot(_ record: ExtensionRecord, done: @escaping @Sendable () -> Void = {}) {
        let outcome = CompletionLatch(of: 0) {
            done()
            record.reportMade()
        }
        guard record.begin(outcome) else { return outcome.expire() }
        let draft = ExtensionDraft(mailbox: record.mailbox)
        let isListed = state.withLock { state in
            guard state.list[record.mailbox.id] === record else { return false }
            state.drafts[record.mailbox.id] = draft
            return true
        }
        // Whoever took the record off the list ends it; nobody would end a draft that came after that.
        if !isListed { draft.end() }
        send(.board(record.mailbox))
        // The clock may keep this for long after the extension has ended, and must not keep the extension by it.
        // A weak reference to the record would make every use of it slow.
        let timer = Deadline(after: options.bootDeadline, clock) { [link, mailbox = record.mailbox] in
            guard let core = link.core else { return }
            if let record = core.state.withLock({ $0.list[mailbox.id] }), record.fail() {
                core.giveUp(record, HubError(.bootDeadlineExceeded(record.name, core.options.bootDeadline)))
                outcome.expire()
            } else {
                core.send(.boarded(mailbox))
            }
        }
        let making = MailboxWork(nil) { [self] in
            defer { outcome.expire() }
            do {
                let instance = try record.make(self, draft)
                guard record.complete(with: instance) else { return timer.cancel() }
                goLive(draft)
                monitor.record([.registered(record.name)])
                shareOwnState()
            } catch {
                timer.cancel()
                guard record.fail() else { return }
                giveUp(record, HubError(.initializerFailed(record.name, String(describing: error))))
            }
        }
        // From the end of the making on nobody waits: what the extension does then holds up nobody but itself.
        let welcome = MailboxWork(.onRegistered) { [link] in
            record.instance?.onRegistered()
            timer.cancel()
            link.core?.send(.boarded(record.mailbox))
        }
        post(making, to: record.mailbox)
        post(welcome, to: record.mailbox)
    }

    /// Leaves an extension out: nothing of it stays, and the failure is reported.
    private func giveUp(_ record: ExtensionRecord, _ error: HubError) {
        monitor.logAside(.error, "\(error)")
        record.noteFailure(error)
        delist(record)?.end()
        stop(record.mailbox)
        record.reportEnded()
        router.send(.drop(record.mailbox))
        releaseName(of: record)
        monitor.record([.failed(error)])
        dispatch(
            Event(
                ofHub: "Extension failed",
                source: .extensionFailed,
                data: ["extension": .string(record.name), "description": .string("\(error)")]
            )
        )
    }

    /// Takes an extension off the list of mailboxes; it keeps its name.
    ///
    /// - Returns: Its draft, unless it is live.
    private func delist(_ record: ExtensionRecord) -> ExtensionDraft? {
        state.withLock { state in
            state.list[record.mailbox.id] = nil
            return state.drafts.removeValue(forKey: record.mailbox.id)
        }
    }

    /// Lets others register the name of an extension.
    ///
    /// Behind ``RoutingCommand/drop(_:)`` in the order of events: what a successor's thread dispatches then is not handled
    /// twice.
    private func releaseName(of record: ExtensionRecord) {
        state.withLock { state in
            if state.extensions[record.foldedName] === record { state.extensions[record.foldedName] = nil }
        }
    }

    // MARK: - Unregistering

    /// Unregisters an extension.
    ///
    /// - Parameters:
    ///   - name: The extension's name, in any case.
    ///   - done: Called once, when the extension's last call has returned; must not call foreign code.
    /// - Throws: ``HubError`` with the code `notRegistered` if no extension has the name.
    func unregister(name: String, done: @escaping @Sendable () -> Void = {}) throws(HubError) {
        guard let record = state.withLock({ $0.extensions[FoldedName(name)] }) else {
            throw HubError(.notRegistered(name))
        }
        unregister(record, done: done)
    }

    func unregister(mailbox: Mailbox) {
        guard let record = state.withLock({ $0.list[mailbox.id] }) else { return }
        unregister(record) {}
    }

    private func unregister(_ record: ExtensionRecord, done: @escaping @Sendable () -> Void) {
        let id = record.mailbox.id
        state.withLock { $0.ending[id] = record }
        delist(record)?.end()
        clearStates(of: record.foldedName, from: record.mailbox)
        router.send(.drop(record.mailbox))
        releaseName(of: record)
        end(record, isHeard: false) { [weak self] in
            // Released outside the lock: the record may be the last that holds what its author made it with.
            _ = self?.state.withLock { $0.ending.removeValue(forKey: id) }
            done()
        }
        shareOwnState()
    }

    /// Ends an extension's mailbox, whose last call is the extension's ``ExtensionCallbacks/onUnregistered()``.
    ///
    /// - Parameters:
    ///   - record: The extension.
    ///   - isHeard: Whether the extension receives what waits in the mailbox before that.
    ///   - done: Called once, when the last call has returned, whoever of several that end it makes that call; must not call
    ///     foreign code.
    func end(_ record: ExtensionRecord, isHeard: Bool, done: @escaping @Sendable () -> Void) {
        switch record.end(keepingInstance: isHeard) {
        case .waiting: record.reportMade()
        case .starting(let boot): boot.expire()
        case .ready, .ending, .ended: break
        }
        record.whenEnded(done)
        let last = MailboxWork(.onUnregistered) { [weak self] in
            // Of several threads that end it, another one than this may have found it ready.
            record.takeForLastCall()?.onUnregistered()
            self?.monitor.record([.unregistered(record.name)])
            record.reportEnded()
        }
        let (_, needsThread) = isHeard ? record.mailbox.close(last: last) : record.mailbox.stop(last: last)
        if needsThread { executor.submit(record.mailbox) }
    }

    /// Returns the name of the extension that a mailbox belongs to, or nil if it is not registered.
    func registeredName(of mailbox: Mailbox) -> FoldedName? {
        state.withLock { $0.list[mailbox.id] }?.foldedName
    }
}
