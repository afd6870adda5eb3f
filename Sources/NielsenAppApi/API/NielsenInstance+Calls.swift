// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The calls: each reads its input outside the lock and passes it to the core under the lock.
extension NielsenInstance {
    /// Changes the state, plans what comes without a call, and performs the effects unless another thread does.
    func submit(_ change: (inout InstanceState) -> Void) {
        guarded.change { state in
            change(&state)
            state.plan()
        } carryOut: { effects in
            for effect in effects { carryOut(effect) }
            sendMade()
        }
    }

    /// Changes the state under the choice of the user that the store has, which another instance may have changed.
    ///
    /// - Parameters:
    ///   - time: The time of the call.
    ///   - isOften: Whether the call occurs about once a second; the store is then read at most once a second.
    ///   - change: Changes the state.
    func submit(at time: NielsenTime, isOften: Bool = false, _ change: (inout InstanceState) -> Void) {
        guard let version = guarded.withLock({ $0.core.versionOfChoice(at: time, isOften: isOften) }) else {
            return submit(change)
        }
        var failures: [StorageError] = []
        let (choice, isAssumed) = Self.keptOptOut(environment, &failures)
        submit { state in
            state.core.noteChoice(choice, isAssumed: isAssumed, readAt: version, at: time)
            change(&state)
        }
    }

    // MARK: - The classic interface

    func apply(_ call: NielsenCall, age: Duration = .zero) {
        trace(CallText.text(call))
        tell(call, age: age)
        let time = NielsenTime(environment.clock, age: age)
        guard !call.isChoice else { return submit { $0.apply(.call(call), at: time) } }
        submit(at: time, isOften: call.isFrequent) { $0.apply(.call(call), at: time) }
    }

    /// Reports the position of a page's player, which may have a fraction: it is rounded down, with a remark.
    ///
    /// - Parameters:
    ///   - position: Seconds; anything that is not a number from 0 to 10^11 is reported as error 15.
    ///   - age: How long ago the call was due.
    func playheadPosition(ofPage position: Double, age: Duration) {
        let whole = Int64(exactly: position.rounded(.down))
        if let whole, position == Double(whole) { return apply(.playheadPosition(whole), age: age) }
        let time = NielsenTime(environment.clock, age: age)
        submit { state in
            guard whole == nil else { return state.core.remark(.playheadNotInteger(position)) }
            state.core.report(NielsenCore.invalidPlayhead("\(position)"), at: time)
        }
        if let whole { apply(.playheadPosition(whole), age: age) }
    }

    /// Makes a call, given as a value, as of a while ago.
    func make(_ call: NielsenCall, age: Duration) {
        switch call {
        case .play(let channel): play(channel, age: age)
        case .loadMetadata(let metadata): loadMetadata(metadata, age: age)
        case .updateOTT(let info): updateOTT(info, age: age)
        case .userOptOut(let text): _ = userOptOut(text)
        case .playheadPosition, .sendID3, .stop, .end, .staticEnd: apply(call, age: age)
        }
    }

    func play(_ channelInfo: Any?, age: Duration = .zero) {
        // nil is documented; text or a dictionary that cannot be read still begins a stream.
        let code = channelInfo == nil ? nil : LogCode.failedParseStartInfo
        apply("play", channelInfo, code, age: age) { .play($0 ?? [:]) }
    }

    func loadMetadata(_ metadata: Any?, age: Duration = .zero) {
        apply("loadMetadata", metadata, .failedParseMetadata, age: age) { $0.map(NielsenCall.loadMetadata) }
    }

    func updateOTT(_ ottInfo: Any, age: Duration = .zero) {
        apply("updateOTT", ottInfo, .failedParseMetadata, age: age) { $0.map(NielsenCall.updateOTT) }
    }

    /// Reads the argument of a call and makes the call.
    ///
    /// - Parameters:
    ///   - name: The name of the call.
    ///   - argument: The argument, of any type.
    ///   - code: The error that is reported if it cannot be read; nil for a call without one.
    ///   - age: How long ago the call was due.
    ///   - call: Returns the call with the argument, which is nil if it could not be read, or nil for no call.
    private func apply(
        _ name: String,
        _ argument: Any?,
        _ code: LogCode?,
        age: Duration,
        _ call: ([String: String]?) -> NielsenCall?
    ) {
        trace(CallText.text(name, argument))
        tell(name, argument, age: age)
        var issues: [NielsenIssue] = []
        let values = code.flatMap { NielsenInput.strings(argument, of: name, $0, mode, &issues) }
        let (found, read) = (issues, call(values))
        let time = NielsenTime(environment.clock, age: age)
        submit(at: time) { state in
            state.core.report(found, at: time)
            if let read { state.apply(.call(read), at: time) }
        }
    }

    func userOptOut(_ text: String, age: Duration = .zero) -> Bool {
        let choice = guarded.withLock { $0.core.acceptsChoice } ? NielsenPrivacy.choice(of: text) : nil
        // Written by this thread: the effects of the call may be carried out by another one, later than this returns.
        // Where it fails, it is tried again as an effect, and reported.
        if let choice { try? environment.store.set(.bool(choice), forKey: NielsenKeptKeys.optOut) }
        apply(.userOptOut(text), age: age)
        return choice != nil
    }

    func setDisabled(_ disabled: Bool) {
        trace("appDisableApi \(disabled)")
        if environment.hostedIdentifier == nil { tell("appDisableApi", disabled) }
        let time = NielsenTime(environment.clock)
        submit(at: time) { $0.apply(.setDisabled(disabled), at: time) }
    }

    // MARK: - Events

    func trackEvent(_ source: NielsenTrackEvent.Source, at instant: Instant? = nil) {
        trace(CallText.text("trackEvent", members: source.members))
        if environment.hostedIdentifier == nil {
            tell("trackEvent", Dictionary(source.members) { first, _ in first })
        }
        var issues: [NielsenIssue] = []
        // The dictionary may hold foreign code (keys that compare themselves), so it is read outside the lock.
        let last = guarded.withLock { $0.lastRead }
        let event = NielsenTrackEvent(
            source,
            last: last,
            mode: mode,
            maximumPlayhead: environment.configuration.thresholds.maximumPlayhead,
            issues: &issues
        )
        let found = issues
        lookBefore(event)
        let time = NielsenTime(environment.clock, at: instant)
        guard event?.optOut == nil else { return submit { $0.track(event, found, at: time) } }
        submit(at: time, isOften: true) { $0.track(event, found, at: time) }
    }

    func handle(_ event: NielsenLifecycleEvent) {
        trace("handle \(event)")
        tell(.lifecycle(event))
        let time = NielsenTime(environment.clock)
        submit(at: time) { $0.apply(.lifecycle(event), at: time) }
        if event == .background { environment.delivery?.checkpoint() }
        if event == .terminate { shutdown() }
    }

    /// Applies the current device permanently: it is not a call that could wait for the configuration.
    func deviceChanged(_ device: NielsenDevice) {
        trace("deviceChanged")
        let time = NielsenTime(environment.clock)
        submit { $0.core.noteDevice(device, at: time) }
    }

    /// Registers with the feed of the environment.
    func followDevice() {
        environment.deviceFeed.subscribe { [weak self] device, version in
            guard let self, !isClosed else { return false }
            let time = NielsenTime(environment.clock)
            submit { $0.core.noteDevice(device, version: version, at: time) }
            return true
        }
    }

    // MARK: - Viewability

    /// Starts measuring the visibility of a view.
    ///
    /// - Parameter data: The app's data; it may contain foreign code, so it is read outside the lock.
    func trackViewability(_ data: [String: Any]) {
        trace(CallText.text("trackViewability", data))
        do {
            let request = try ViewabilityRequest(data)
            track(request, looksAtOnce: true)
        } catch {
            let time = NielsenTime(environment.clock)
            submit { $0.apply(.trackViewability(.failure(error), looksAtOnce: false), at: time) }
        }
    }

    /// Starts measuring the view that the app information names, if there is a source of scenes.
    ///
    /// The app may not be on the screen yet, so the screen is first examined when something plays.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "JSON Initialization Data", `containerId`.
    func trackContainer() {
        guard environment.viewability != nil, let tag = appInfo?.values["containerId"], !tag.isEmpty else { return }
        track(ViewabilityRequest(viewTag: tag), looksAtOnce: false)
    }

    private func track(_ request: ViewabilityRequest, looksAtOnce: Bool) {
        sampler.set(request) { [weak self] scene, target in self?.see(scene, of: target) }
        let time = NielsenTime(environment.clock)
        submit { $0.apply(.trackViewability(.success(request), looksAtOnce: looksAtOnce), at: time) }
    }

    /// Applies a scene of the screen.
    ///
    /// - Parameters:
    ///   - scene: The scene; nil if there is no window to examine.
    ///   - target: The view that was looked for; nil for a scene that the app reports by itself.
    func see(_ scene: NielsenViewabilityScene?, of target: NielsenViewabilityTarget?) {
        let time = NielsenTime(environment.clock)
        submit { $0.apply(.see(scene, of: target), at: time) }
    }

    /// Examines the screen before an event that may begin playback, because its playhead is measured before the core
    /// could request a scene.
    private func lookBefore(_ event: NielsenTrackEvent?) {
        guard let event, event.kind != .static, event.name == .playhead,
            guarded.withLock({ $0.core.mayBeginWatching })
        else { return }
        watch(.once)
    }

    // MARK: - The choice

    /// Applies the stored choice of the user, which another instance on this device may have changed.
    func lookAtChoice() {
        submit(at: NielsenTime(environment.clock)) { _ in }
    }

    /// Returns the stored choice of the user: nil if there is none, and true if it cannot be read, because a user who
    /// may have opted out must not be measured as opted in.
    static func keptOptOut(
        _ environment: NielsenEnvironment,
        _ failures: inout [StorageError]
    ) -> (choice: Bool?, isAssumed: Bool) {
        let key = NielsenKeptKeys.optOut
        do {
            let kept = try environment.store.value(forKey: key)
            if let damage = environment.store.damage { failures.append(damage) }
            guard let kept else { return (nil, false) }
            if let choice = kept.boolValue { return (choice, false) }
            let detail = "it is \(kept.kindDescription) and not true or false; the user counts as opted out"
            failures.append(StorageError(.read, .damaged, path: key, detail: detail))
            return (true, true)
        } catch {
            failures.append(error)
            return (true, true)
        }
    }

    // MARK: - The end

    func shutdown() {
        // What is made from here on is the end's.
        tell(.ended)
        let time = NielsenTime(environment.clock)
        removeFetch()?.cancel()
        submit(at: time) { state in
            // No configuration will arrive any more, and what was watched must not be lost because of that.
            if state.checkpoint.isWanted, state.core.state != .disabled {
                state.receive(environment.configuration, at: time)
            }
            state.core.shutdown(at: time)
        }
        hearNoAnswers()
        environment.pings?.detach(stream: stream)
    }

    /// Stops as the end of the process would stop it: nothing is reported and nothing is sent any more.
    func abandon() {
        let time = NielsenTime(environment.clock)
        guarded.withLock { $0.abandon(at: time) }
        removeFetch()?.cancel()
        pings.withLock { $0.made.removeAll() }
        hearNoAnswers()
    }

    private func removeFetch() -> ConfigurationFetch? {
        guarded.withLock { state in
            defer { state.fetch = nil }
            return state.fetch
        }
    }

    /// Waits until no ping of this instance is queued or the timeout has passed; then recorders write what they have.
    func flush(timeout: Duration, completion: @escaping @Sendable (Int) -> Void) {
        let finish = { @Sendable [reports] (left: Int) in
            reports.flush()
            completion(left)
        }
        guard let delivery = environment.delivery else { return finish(0) }
        delivery.flush(stream: stream, timeout: timeout, completion: finish)
    }
}
