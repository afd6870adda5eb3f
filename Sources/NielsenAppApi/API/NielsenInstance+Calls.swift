// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The calls: each reads its input outside the lock and hands it to the core under the lock.
extension NielsenInstance {
    func apply(_ call: NielsenCall, _ deliver: Deliver) {
        trace(call.name)
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            guarded.core.apply(call, at: time, into: &guarded.outbox)
        }
    }

    func play(_ channelInfo: Any?, _ deliver: Deliver) {
        trace("play")
        var issues: [NielsenIssue] = []
        // nil is documented; text or a dictionary that cannot be read still begins a stream.
        let info =
            channelInfo.map { NielsenInput.strings($0, of: "play", .failedParseStartInfo, mode, &issues) ?? [:] } ?? [:]
        let found = issues
        let choice = currentChoice()
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            guarded.core.noteChoice(choice.kept, readAt: choice.version)
            guarded.core.report(found, at: time, into: &guarded.outbox)
            guarded.core.apply(.play(info), at: time, into: &guarded.outbox)
        }
    }

    func loadMetadata(_ metadata: Any?, _ deliver: Deliver) {
        trace("loadMetadata")
        var issues: [NielsenIssue] = []
        let strings = NielsenInput.strings(metadata, of: "loadMetadata", .failedParseMetadata, mode, &issues)
        let found = issues
        let choice = currentChoice()
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            guarded.core.noteChoice(choice.kept, readAt: choice.version)
            guarded.core.report(found, at: time, into: &guarded.outbox)
            guard let strings else { return }
            guarded.core.apply(.loadMetadata(strings), at: time, into: &guarded.outbox)
        }
    }

    func updateOTT(_ ottInfo: Any, _ deliver: Deliver) {
        trace("updateOTT")
        var issues: [NielsenIssue] = []
        let strings = NielsenInput.strings(ottInfo, of: "updateOTT", .failedParseMetadata, mode, &issues)
        let found = issues
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            guarded.core.report(found, at: time, into: &guarded.outbox)
            guard let strings else { return }
            guarded.core.apply(.updateOTT(strings), at: time, into: &guarded.outbox)
        }
    }

    func userOptOut(_ text: String, _ deliver: Deliver) -> Bool {
        let isExpected = !isClosed && state != .initial
        apply(.userOptOut(text), deliver)
        return isExpected && NielsenCore.choice(text) != nil
    }

    func trackViewability(hasTag: Bool, hasContainer: Bool, _ deliver: Deliver) {
        trace("trackViewability")
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            guarded.core.trackViewability(hasTag: hasTag, hasContainer: hasContainer, at: time, into: &guarded.outbox)
        }
    }

    func trackEvent(_ event: [AnyHashable: Any], _ deliver: Deliver) {
        track(TrackEvent.Source(event), deliver)
    }

    func trackEvent(_ event: [String: Any], _ deliver: Deliver) {
        track(TrackEvent.Source(event), deliver)
    }

    private func track(_ source: TrackEvent.Source, _ deliver: Deliver) {
        trace("trackEvent")
        var issues: [NielsenIssue] = []
        // The dictionary may hold foreign code (keys that compare themselves), so it is read outside the lock.
        let last = guarded.withLock { $0.lastRead }
        let event = TrackEvent(source, last: last, mode: mode, issues: &issues)
        let found = issues
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            if !found.isEmpty { guarded.core.report(found, at: time, into: &guarded.outbox) }
            guard let event else { return }
            guarded.lastRead = event.metadata
            // A disabled instance hears nothing, so the translator must not believe that it does.
            guard guarded.core.isMeasuring else {
                guarded.translator.reset()
                return guarded.core.ignoreEvent(event, into: &guarded.outbox)
            }
            for call in guarded.translator.translate(event, at: time.dayInstant) {
                guarded.core.apply(call, at: time, into: &guarded.outbox)
            }
        }
    }

    func setDisabled(_ disabled: Bool, _ deliver: Deliver) {
        trace("appDisableApi")
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            let before = guarded.core.state
            guarded.core.setDisabled(disabled, at: time, into: &guarded.outbox)
            if guarded.core.state != before { guarded.translator.reset() }
        }
    }

    func shutdown(_ deliver: Deliver) {
        let time = NielsenTime(environment.clock)
        submit(deliver) { guarded in
            guarded.core.shutdown(at: time, into: &guarded.outbox)
        }
    }
}
