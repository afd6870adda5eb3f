// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The calls: each reads its input outside the lock and passes it to the core under the lock.
extension NielsenInstance {
    func apply(_ call: NielsenCall, age: Duration = .zero) {
        trace(CallText.text(call))
        tell(call, age: age)
        let time = NielsenTime(environment.clock, age: age)
        if !call.isChoice { lookAtChoice(at: time, isOften: call.isFrequent) }
        submit { guarded in
            guarded.apply(.call(call), at: time)
        }
    }

    func playheadPosition(ofPage position: Double) {
        let whole = Int64(exactly: position.rounded(.down))
        if let whole, position == Double(whole) { return apply(.playheadPosition(whole)) }
        let time = NielsenTime(environment.clock)
        submit { guarded in
            guard whole == nil else { return guarded.core.remark(.playheadNotInteger(position)) }
            guarded.core.report(NielsenCore.invalidPlayhead("\(position)"), at: time)
        }
        if let whole { apply(.playheadPosition(whole)) }
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
        trace(CallText.text("play", channelInfo))
        tell("play", channelInfo, age: age)
        var issues: [NielsenIssue] = []
        // nil is documented; text or a dictionary that cannot be read still begins a stream.
        let info =
            channelInfo.map { NielsenInput.strings($0, of: "play", .failedParseStartInfo, mode, &issues) ?? [:] } ?? [:]
        let found = issues
        let time = NielsenTime(environment.clock, age: age)
        lookAtChoice(at: time)
        submit { guarded in
            guarded.core.report(found, at: time)
            guarded.apply(.call(.play(info)), at: time)
        }
    }

    func loadMetadata(_ metadata: Any?, age: Duration = .zero) {
        trace(CallText.text("loadMetadata", metadata))
        tell("loadMetadata", metadata, age: age)
        var issues: [NielsenIssue] = []
        let strings = NielsenInput.strings(metadata, of: "loadMetadata", .failedParseMetadata, mode, &issues)
        let found = issues
        let time = NielsenTime(environment.clock, age: age)
        lookAtChoice(at: time)
        submit { guarded in
            guarded.core.report(found, at: time)
            guard let strings else { return }
            guarded.apply(.call(.loadMetadata(strings)), at: time)
        }
    }

    func updateOTT(_ ottInfo: Any, age: Duration = .zero) {
        trace(CallText.text("updateOTT", ottInfo))
        tell("updateOTT", ottInfo, age: age)
        var issues: [NielsenIssue] = []
        let strings = NielsenInput.strings(ottInfo, of: "updateOTT", .failedParseMetadata, mode, &issues)
        let found = issues
        let time = NielsenTime(environment.clock, age: age)
        lookAtChoice(at: time)
        submit { guarded in
            guarded.core.report(found, at: time)
            guard let strings else { return }
            guarded.apply(.call(.updateOTT(strings)), at: time)
        }
    }

    func userOptOut(_ text: String) -> Bool {
        let isExpected = guarded.withLock { guarded in
            !guarded.core.isClosed && (guarded.core.state != .initial || guarded.waiting != nil)
        }
        // Written by this thread: the effects of the call may be carried out by another one, later than this returns.
        // Where it fails, it is tried again as an effect, and reported.
        if isExpected, let choice = NielsenPrivacy.choice(of: text) {
            try? environment.store.set(.bool(choice), forKey: NielsenKeptKeys.optOut)
        }
        apply(.userOptOut(text))
        return isExpected && NielsenPrivacy.choice(of: text) != nil
    }

    func trackEvent(_ event: [AnyHashable: Any], at instant: Instant? = nil) {
        track(NielsenTrackEvent.Source(event), at: instant)
    }

    func trackEvent(_ event: [String: Any], at instant: Instant? = nil) {
        track(NielsenTrackEvent.Source(event), at: instant)
    }

    func trackEvent(_ event: JSONObject, at instant: Instant? = nil) {
        track(NielsenTrackEvent.Source(event), at: instant)
    }

    private func track(_ source: NielsenTrackEvent.Source, at instant: Instant?) {
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
        if event?.optOut == nil { lookAtChoice(at: time, isOften: true) }
        submit { guarded in
            if !found.isEmpty || !guarded.lastFound.isEmpty {
                guarded.core.report(guarded.news(in: found), at: time)
            }
            guard let event else { return }
            guarded.lastRead = event.metadata
            guarded.apply(.event(event), at: time)
        }
    }

    /// Whether measurement is disabled, or will be as soon as the configuration arrives.
    var isDisabled: Bool {
        guarded.withLock { $0.waiting?.isDisabled ?? ($0.core.state == .disabled) }
    }

    func setDisabled(
        _ disabled: Bool
    ) {
        trace("appDisableApi \(disabled)")
        if environment.hostedIdentifier == nil { tell("appDisableApi", disabled) }
        let time = NielsenTime(environment.clock)
        lookAtChoice(at: time)
        submit { guarded in
            guarded.apply(.setDisabled(disabled), at: time)
        }
        // Whoever enables an instance without configuration asks for it once more.
        guard !disabled, guarded.withLock({ $0.isFailed && !$0.core.isClosed }) else { return }
        guarded.withLock { $0.isFailed = false }
        fetchConfiguration()
    }

    func shutdown() {
        // What is made from here on is the end's.
        tell(.ended)
        let time = NielsenTime(environment.clock)
        let fetch = guarded.withLock { guarded in
            defer { guarded.fetch = nil }
            return guarded.fetch
        }
        fetch?.cancel()
        lookAtChoice(at: time)
        submit { guarded in
            // No configuration will arrive any more, and what was watched must not be lost because of that.
            if guarded.keepsViews, guarded.core.state != .disabled {
                guarded.receive(environment.configuration, at: time)
            }
            guarded.waiting = nil
            guarded.core.shutdown(at: time)
            guarded.core.watchWhilePlaying()
        }
        hearNoAnswers()
        environment.pings?.detach(stream: stream)
    }
}

extension NielsenInstance.Guarded {
    /// Returns the issues of an event that are to be reported.
    ///
    /// Metadata and similar values are part of each event, once a second: issues with them are reported once for as
    /// long as they stay. Issues with values that are new in each event are reported each time.
    fileprivate mutating func news(in found: [NielsenIssue]) -> [NielsenIssue] {
        defer { lastFound = found }
        guard !lastFound.isEmpty else { return found }
        return found.filter { issue in issue.isAboutOneEvent || !lastFound.contains { $0.saysTheSame(as: issue) } }
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
