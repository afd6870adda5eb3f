// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
package import LaunchHub

/// The extension behind ``ACPIdentity``: it keeps the visitor's identity and answers questions about it.
///
/// What the identity is made of is decided by ``VisitorIdentity`` and ``VisitorLink``.
package final class IdentityExtension: ExtensionCallbacks {
    /// The documented name of the extension, and of its shared state.
    package static let name = "com.adobe.module.identity"

    private static let tag = "ACPIdentity"
    private static let configuration = "com.adobe.module.configuration"
    private static let organization = "experienceCloud.org"

    private let runtime: ExtensionRuntime
    private let kept: KeptValue
    private let random: @Sendable () -> UInt64
    /// The visitor; nil while the user has opted out, and while what is kept cannot be read.
    private let visitor = Locked<VisitorIdentity?>(nil)
    /// Whether the extension has told that it began with a configuration.
    private let hasBegun = Locked(false)
    private let configuration: HubConfiguration
    /// How long to wait before what is kept is read once more; nil unless it cannot be read yet.
    private let patience = Locked<Duration?>(nil)

    /// Registers the extension with a hub.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - random: Returns random words for the experience cloud id.
    /// - Throws: `HubError` with the code `duplicateName` or `shutDown`.
    package static func register(
        with hub: EventHub,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) throws(HubError) {
        let kept = KeptValue("identity", in: hub.store(named: "identity"), clock: hub.clock)
        // It does not hold the hub.
        let configuration = hub.configuration
        try hub.register(name: name, version: DocumentedCore.version) { runtime in
            IdentityExtension(runtime, kept, configuration, random)
        }
    }

    private init(
        _ runtime: ExtensionRuntime,
        _ kept: KeptValue,
        _ configuration: HubConfiguration,
        _ random: @escaping @Sendable () -> UInt64
    ) {
        self.runtime = runtime
        self.kept = kept
        self.configuration = configuration
        self.random = random
        begin(configuration.privacyStatus, at: nil)
        runtime.listen(type: IdentityAddress.type, source: IdentityAddress.request) { [weak self] in self?.hear($0) }
        runtime.listen(type: IdentityAddress.generic, source: .requestContent) { [weak self] in self?.hearGeneric($0) }
        runtime.listen(type: .configuration, source: .responseContent) { [weak self] event in
            let then = HubPrivacyStatus(configurationValue: event.data[HubConfiguration.privacyKey]?.stringValue)
            self?.applyChoice(of: then, at: event)
            self?.tellOfConfiguration(event)
        }
    }

    // MARK: - The visitor

    /// Begins with the visitor that is kept, as far as the user's choice allows.
    private func begin(_ privacy: HubPrivacyStatus, at event: Event?) {
        let (value, problem) = kept.read()
        if problem?.isUnreadable == true { return readLater(at: event) }
        patience.withLock { $0 = nil }
        if privacy == .optedOut, value == nil, problem == nil { return publish([:], at: event) }
        change(at: event, privacy == .optedOut ? { $0 = nil } : made)
    }

    /// Waits until what is kept can be read, as after the first unlock of a device: another visitor must not be made
    /// meanwhile.
    private func readLater(at event: Event?) {
        let (delay, isFirst) = patience.withLock { patience in
            defer { patience = min((patience ?? .milliseconds(500)) * 2, .seconds(60)) }
            return (patience ?? .seconds(1), patience == nil)
        }
        if isFirst { publish(nil, at: event) }
        _ = runtime.clock.schedule(after: delay) { [weak self] in self?.readAgain() }
    }

    private func readAgain() {
        guard patience.withLock({ $0 != nil }) else { return }
        begin(configuration.privacyStatus, at: nil)
    }

    /// Puts the user's choice into effect, which another process may have changed: forgets the visitor if the user has
    /// opted out, otherwise makes one where it is missing.
    ///
    /// - Parameters:
    ///   - then: The choice at the time of the event; an opt-out counts though it was taken back since.
    ///   - event: The event from which it holds.
    private func applyChoice(of then: HubPrivacyStatus? = nil, at event: Event) {
        let privacy = then == .optedOut ? .optedOut : configuration.privacyStatus
        guard patience.withLock({ $0 == nil }) else {
            // The timer goes on where it still cannot be read.
            if kept.read().problem?.isUnreadable != true { begin(privacy, at: event) }
            return
        }
        let hasVisitor = visitor.withLock { $0 != nil }
        switch privacy {
        case .optedOut where hasVisitor: change(at: event) { $0 = nil }
        case .optedIn where !hasVisitor, .unknown where !hasVisitor: change(at: event, made)
        case .optedOut, .optedIn, .unknown: break
        }
    }

    /// Makes a visitor if none is kept.
    private func made(_ visitor: inout VisitorIdentity?) {
        visitor = visitor ?? VisitorIdentity(random: random)
    }

    /// Changes the visitor where it is kept, and publishes what is known from the event on.
    private func change(at event: Event?, _ body: (inout VisitorIdentity?) -> Void) {
        let (changed, problem) = kept.change { json in
            var visitor = VisitorIdentity(json)
            body(&visitor)
            json = visitor.map { .object($0.state) }
            return visitor
        }
        if let problem { runtime.log.error(Self.tag, "what is known of the visitor is not kept: \(problem)") }
        visitor.withLock { $0 = changed }
        publish(changed?.state ?? [:], at: event)
    }

    /// Publishes what is known; nil if that is still to come.
    private func publish(_ state: JSONObject?, at event: Event?) {
        do {
            try runtime.publishState(state, at: event)
        } catch {
            runtime.log.error(Self.tag, "\(error)")
        }
    }

    private func hearGeneric(_ event: Event) {
        applyChoice(at: event)
        guard visitor.withLock({ $0 != nil }) else { return }
        let advertising = event.data[IdentityKey.advertisingIdentifier]?.stringValue
        let push = event.data[IdentityKey.pushIdentifier]?.stringValue
        guard advertising != nil || push != nil else { return }
        change(at: event) { visitor in
            // An empty text removes an identifier.
            if let advertising { visitor?.advertisingIdentifier = SystemIdentifier.real(advertising) }
            if let push { visitor?.pushIdentifier = push.isEmpty ? nil : push }
        }
    }

    // MARK: - Telling

    /// Tells who the visitor is after a configuration has come.
    ///
    /// As documented, the first configuration causes two events: one for the start of the extension, one for the change.
    private func tellOfConfiguration(_ event: Event) {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        if isFirst { tell(from: event) }
        tell(from: event)
    }

    /// Tells those who did not ask who the visitor is.
    private func tell(from event: Event) {
        let data = visitor.withLock { $0 }?.state ?? [:]
        dispatch("Updated Identity Response", data) { $0.chained(from: event) }
    }

    private func dispatch(_ name: String, _ data: JSONObject, _ place: (Event) -> Event) {
        do throws(EventError) {
            let event = try Event(
                name: name,
                type: IdentityAddress.type,
                source: IdentityAddress.response,
                data: data
            )
            runtime.dispatch(place(event))
        } catch {
            runtime.log.error(Self.tag, "\(name) is not dispatched: \(error)")
        }
    }

    // MARK: - Questions

    private func hear(_ event: Event) {
        applyChoice(at: event)
        if event.data[IdentityKey.isSync]?.boolValue == true { return sync(event) }
        let visitor = visitor.withLock { $0 }
        if let link = event.data[IdentityKey.baseURL]?.stringValue {
            let updated = self.link(of: visitor, at: event)?.appended(to: link) ?? link
            respond(to: event, [IdentityKey.updatedURL: .string(updated)])
        } else if event.data[IdentityKey.urlVariables]?.boolValue == true {
            var data = JSONObject()
            data[IdentityKey.urlVariables] = link(of: visitor, at: event).map { .string($0.variables) }
            respond(to: event, data)
        } else {
            respond(to: event, visitor?.state ?? [:])
        }
    }

    private func sync(_ event: Event) {
        guard visitor.withLock({ $0 != nil }) else {
            return runtime.log.warning(Self.tag, "identifiers are not synchronised: the user has opted out")
        }
        guard let identifiers = event.data[IdentityKey.syncedIDs]?.objectValue else { return }
        let state = event.data[IdentityKey.authenticationState]
        change(at: event) { $0?.sync(identifiers, state) }
        tell(from: event)
    }

    private func link(of visitor: VisitorIdentity?, at event: Event) -> VisitorLink? {
        guard let visitor, let date = event.date else { return nil }
        let configuration = runtime.state(of: Self.configuration, at: event).values
        return VisitorLink(
            experienceID: visitor.experienceID,
            organization: configuration?[Self.organization]?.stringValue,
            seconds: Int64(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
        )
    }

    private func respond(to event: Event, _ data: JSONObject) {
        dispatch("Identity Response", data) { $0.answering(event) }
    }
}
