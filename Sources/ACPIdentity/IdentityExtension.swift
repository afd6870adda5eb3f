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
    private static let privacy = "global.privacy"

    private let runtime: ExtensionRuntime
    private let kept: KeptValue
    private let random: @Sendable () -> UInt64
    /// The visitor; nil while the user has opted out.
    private let visitor = Locked<VisitorIdentity?>(nil)
    /// Whether the extension has told that it began with a configuration.
    private let hasBegun = Locked(false)

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
        let kept = KeptValue("identity", in: hub.store(named: "identity"))
        // It does not hold the hub.
        let configuration = hub.configuration
        try hub.register(name: name, version: DocumentedCore.version) { runtime in
            IdentityExtension(runtime, kept, configuration.privacyStatus, random)
        }
    }

    private init(
        _ runtime: ExtensionRuntime,
        _ kept: KeptValue,
        _ privacy: HubPrivacyStatus,
        _ random: @escaping @Sendable () -> UInt64
    ) {
        self.runtime = runtime
        self.kept = kept
        self.random = random
        begin(privacy)
        runtime.listen(type: IdentityAddress.type, source: IdentityAddress.request) { [weak self] in self?.hear($0) }
        runtime.listen(type: IdentityAddress.generic, source: .requestContent) { [weak self] in self?.hearGeneric($0) }
        runtime.listen(type: .configuration, source: .responseContent) { [weak self] event in
            let status = HubPrivacyStatus(configurationValue: event.data[Self.privacy]?.stringValue)
            self?.apply(status, at: event)
            self?.tellOfConfiguration(event)
        }
    }

    // MARK: - The visitor

    /// Begins with the visitor that is kept, as far as the user's choice allows.
    private func begin(_ privacy: HubPrivacyStatus) {
        if privacy == .optedOut, case (nil, nil) = kept.read() { return publish(nil, at: nil) }
        change(at: nil, privacy == .optedOut ? { $0 = nil } : made)
    }

    /// Forgets the visitor if the user has opted out, otherwise makes one where it is missing.
    private func apply(_ privacy: HubPrivacyStatus, at event: Event) {
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
        publish(changed, at: event)
    }

    private func publish(_ visitor: VisitorIdentity?, at event: Event?) {
        do {
            try runtime.publishState(visitor?.state ?? [:], at: event)
        } catch {
            runtime.log.error(Self.tag, "\(error)")
        }
    }

    private func hearGeneric(_ event: Event) {
        guard visitor.withLock({ $0 != nil }) else { return }
        let advertising = event.data[IdentityKey.advertisingIdentifier]?.stringValue
        let push = event.data[IdentityKey.pushIdentifier]?.stringValue
        guard advertising != nil || push != nil else { return }
        change(at: event) { visitor in
            // An empty text removes an identifier.
            if let advertising { visitor?.advertisingIdentifier = advertising.isEmpty ? nil : advertising }
            if let push { visitor?.pushIdentifier = push.isEmpty ? nil : push }
        }
    }

    // MARK: - Telling

    /// Tells who the visitor is after a configuration has come.
    ///
    /// As documented, the first one is told of twice: the extension begins with it, and the configuration has changed.
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
