// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// Brings the rules that a hub's configuration names.
///
/// What is done before the configuration is announced reads files at most: servers are asked on another thread, because a
/// client may be foreign code.
final class RuleFollower: Sendable {
    private typealias Loader = DocumentLoader<PublishedRules>

    private struct State {
        /// The file of rules that comes with the app; nil for the one in its main bundle.
        var bundledFile: URL?
        var configured = ConfiguredRules()
        var isAwaited = false
        var isOptedOut = false
        /// Counts what configurations have named.
        var following: UInt64 = 0
        var loader: Loader?
        /// Ends the wait for rules.
        var waitTimer: ScheduledWork?
        /// Ends the wait of the hub's start.
        var holdTimer: ScheduledWork?
        /// Receives requests to download the rules.
        var listener: HubToken?
    }

    private let hub: WeakReference<EventHub>
    private let desk: RuleDesk
    private let state = Locked(State())
    private static let tag = "LaunchRules"

    init(_ hub: EventHub, _ desk: RuleDesk) {
        self.hub = WeakReference(hub)
        self.desk = desk
    }

    deinit {
        let timers = state.withLock { [$0.waitTimer, $0.holdTimer] }
        for timer in timers { timer?.cancel() }
    }

    /// Sets what is done until rules are there.
    func use(bundledFile: URL?, holdsEvents: Duration?, _ hub: EventHub) {
        state.withLock { $0.bundledFile = bundledFile }
        guard let hold = holdsEvents else { return }
        hub.hold()
        let timer = hub.clock.schedule(after: max(.zero, hold)) { [weak self] in self?.endHold() }
        let old = state.withLock { state in
            defer { state.holdTimer = timer }
            return state.holdTimer
        }
        old?.cancel()
    }

    /// Asks again for the rules at the address, if there is one.
    func refresh() {
        let (loader, address) = state.withLock { ($0.loader, $0.configured.address) }
        if let loader, case .success(let url)? = address { loader.load(url) }
    }

    // MARK: - Before a configuration is announced

    /// Puts the rules in force that a configuration names, as far as they are there.
    func prepare(_ draft: ConfigurationDraft) {
        guard let hub = hub.object else { return }
        let configured = ConfiguredRules(draft)
        let isOptedOut = draft.values["global.privacy"] == "optedout"
        let (following, optsOut, old, timer) = state.withLock { state in
            let optsOut = isOptedOut && !state.isOptedOut
            state.isOptedOut = isOptedOut
            let isSame = configured == state.configured
            let isNews = !isSame || (configured.isEmpty && draft.isAwaited != state.isAwaited)
            state.isAwaited = draft.isAwaited
            guard isNews else { return (nil as UInt64?, optsOut, nil as Loader?, nil as ScheduledWork?) }
            defer { (state.loader, state.waitTimer) = (nil, nil) }
            state.configured = configured
            state.following += 1
            return (state.following, optsOut, state.loader, state.waitTimer)
        }
        if optsOut { desk.forgetWaiting(hub) }
        timer?.cancel()
        old?.stop()
        if let following { follow(configured, following, draft, hub) }
        // A choice of the user alone is no configuration that could do without rules.
        if configured.isEmpty, !draft.isAwaited, draft.isPublished { endHold() }
    }

    private func follow(
        _ configured: ConfiguredRules,
        _ following: UInt64,
        _ draft: ConfigurationDraft,
        _ hub: EventHub
    ) {
        switch configured.address {
        case .success(let url)?:
            listen(hub)
            load(url, following, draft, hub)
        case .failure(let problem)?:
            begin(configured, following, nil, problem, hub)
        case nil where configured.embedded != nil:
            begin(configured, following, nil, nil, hub)
        case nil:
            desk.follow(PropertyRules(following: following), nil, waits: draft.isAwaited, hub)
            if draft.isAwaited { wait(for: RuleWaiting.durationWithoutConfiguration, following, hub) }
        }
    }

    /// Begins with the best rules that are there.
    ///
    /// - Returns: Whether there are any.
    @discardableResult
    private func begin(
        _ configured: ConfiguredRules,
        _ following: UInt64,
        _ cached: RuleDocument?,
        _ problem: LaunchRuleError?,
        _ hub: EventHub
    ) -> Bool {
        let address = try? configured.address?.get()
        var property = PropertyRules(following: following, problem: problem)
        property.address = address.map(ConfiguredRules.shown)
        var set = cached?.set
        if let cached, set != nil { (property.origin, property.loadedAt) = (.cached, cached.loadedAt) }
        do throws(LaunchRuleError) {
            if set == nil, let embedded = configured.embedded {
                set = try LaunchRuleSet(embedded: embedded)
                (property.origin, property.loadedAt) = (.embedded, hub.clock.date.milliseconds)
            }
            if set == nil, address != nil, let file = bundledFile {
                set = try LaunchRuleSet(file: file)
                (property.origin, property.loadedAt) = (.bundled, hub.clock.date.milliseconds)
            }
        } catch {
            property.problem = error
        }
        if let problem = property.problem { hub.logAside(.warning, Self.tag, "\(problem)") }
        desk.follow(property, set, waits: set == nil && address != nil, hub)
        if set != nil || address == nil { endHold() }
        return set != nil
    }

    private var bundledFile: URL? {
        state.withLock { $0.bundledFile }
            ?? Bundle.main.url(forResource: "ADBMobileConfig-rules", withExtension: "zip")
    }

    // MARK: - Loading

    private func load(_ url: URL, _ following: UInt64, _ draft: ConfigurationDraft, _ hub: EventHub) {
        // What is in the cache is in force before the configuration is announced; all that comes later may take its time.
        let isAtOnce = Locked(true)
        let loader = Loader(
            source: PublishedRules(
                cache: draft.cacheFolder.map(RuleCache.init),
                allowsInsecure: draft.allowsInsecure,
                now: { [weak hub] in hub?.clock.date.milliseconds ?? 0 },
                warn: { [weak hub] in hub?.logAside(.warning, Self.tag, $0) }
            ),
            client: AsideClient(hub, draft.makeClient),
            clock: hub.clock,
            executor: { [weak hub] work in
                if let hub, !isAtOnce.withLock({ $0 }) { hub.runAside("rules", work) } else { work() }
            },
            observer: { [weak self] in self?.take($0, following) }
        )
        let isFollowed = state.withLock { state in
            guard state.following == following else { return false }
            state.loader = loader
            return true
        }
        if isFollowed { loader.load(url) }
        isAtOnce.withLock { $0 = false }
    }

    private func take(_ report: LoadReport<PublishedRules>, _ following: UInt64) {
        guard let hub = hub.object else { return }
        let isFirst = desk.property.following != following
        switch report {
        case .selected(_, _, let cached):
            // Asking once more begins nothing anew.
            guard isFirst else { return }
            let configured = state.withLock { $0.following == following ? $0.configured : nil }
            guard let configured else { return }
            if !begin(configured, following, cached, nil, hub) { wait(for: RuleWaiting.duration, following, hub) }
        case .loaded(let document, _):
            var property = PropertyRules(following: following, origin: .downloaded)
            (property.loadedAt, property.checkedAt) = (document.loadedAt, hub.clock.date.milliseconds)
            property.address = ConfiguredRules.shown(document.url)
            // Without a set, or with that of the cache, the server has said that nothing has changed.
            if let set = document.set, !document.isCached {
                guard desk.take(set, property, hub) else { return }
                endWait(following)
            } else {
                desk.note(following, hub) { ($0.checkedAt, $0.problem) = (property.checkedAt, nil) }
            }
            endHold()
        case .failed(_, _, let failure, let retryIn):
            let next = retryIn.map { "; next try in \($0.inSeconds) s" } ?? ""
            hub.logAside(.warning, Self.tag, "\(failure.error)\(next)")
            desk.note(following, hub) { $0.problem = failure.error }
            guard retryIn == nil else { return }
            desk.stopWaiting(following, hub)
            endWait(following)
            endHold()
        case .superseded: break
        }
    }

    private func listen(_ hub: EventHub) {
        guard state.withLock({ $0.listener == nil }) else { return }
        let token = hub.listen(type: .configuration, source: .requestContent, name: "rules") { [weak self] event in
            if event.data["config.downloadRules"] == true { self?.refresh() }
        }
        state.withLock { $0.listener = token }
    }

    // MARK: - Waiting

    private func wait(for duration: Duration, _ following: UInt64, _ hub: EventHub) {
        let timer = hub.clock.schedule(after: duration) { [weak self] in
            guard let self, let hub = self.hub.object else { return }
            self.desk.stopWaiting(following, hub)
        }
        let isLate = state.withLock { state in
            guard state.following == following else { return true }
            state.waitTimer = timer
            return false
        }
        if isLate { timer.cancel() }
    }

    private func endWait(_ following: UInt64) {
        let timer = state.withLock { state in
            guard state.following == following else { return nil as ScheduledWork? }
            defer { state.waitTimer = nil }
            return state.waitTimer
        }
        timer?.cancel()
    }

    private func endHold() {
        let timer = state.withLock { state in
            defer { state.holdTimer = nil }
            return state.holdTimer
        }
        guard let timer else { return }
        timer.cancel()
        hub.object?.release()
    }
}
