// SPDX-License-Identifier: Apache-2.0

import HubServices
package import LaunchHub

#if compiler(>=6.1) && canImport(ObjectiveC)
    import Foundation

    // Declared in `ObjectiveCHeaders`, so that Objective-C sees it.
    @objc
    @implementation
    extension ACPExtensionApi {
        package fileprivate(set) final var runtime: ExtensionRuntime?
        fileprivate final let guarded = Locked(ApiState())

        override init() {
            super.init()
        }

        func registerListener(_ listenerClass: AnyClass, eventType: String, eventSource: String) throws {
            try listen(listenerClass, eventType, eventSource)
        }

        func registerWildcardListener(_ listenerClass: AnyClass) throws {
            try listenToAll(listenerClass)
        }

        func unregisterExtension() {
            runtime?.unregister()
        }

        func setSharedEventState(_ sharedEventState: [AnyHashable: Any]?, event: ACPExtensionEvent?) throws {
            try publish(sharedEventState, at: event?.event)
        }

        @objc(clearSharedEventStates:)
        func clearSharedEventStates() throws {
            try clear()
        }

        func getSharedEventState(_ stateName: String, event: ACPExtensionEvent?) throws -> [AnyHashable: Any] {
            try state(of: stateName, at: event?.event)
        }
    }
#else
    public import Foundation

    /// The hub as one extension sees it, in the documented form: listeners and shared state.
    ///
    /// Its methods may be called on any thread. The class is open so that an extension's tests can replace it with a
    /// double.
    ///
    /// Unchecked: the reference to the hub's side is set before any other code has the object, everything else is behind a
    /// lock, and a subclass is responsible for what it adds.
    open class ACPExtensionApi: NSObject, @unchecked Sendable {
        /// The hub's side, or nil if the extension was not made by a hub.
        package fileprivate(set) var runtime: ExtensionRuntime?
        fileprivate let guarded = Locked(ApiState())

        /// Makes an api that belongs to no hub: every call of it throws an error.
        public override init() {
            super.init()
        }

        // MARK: - Listeners

        /// Registers a listener class; one instance is made, on the extension's mailbox.
        ///
        /// - Parameters:
        ///   - listenerClass: A subclass of ``ACPExtensionListener``.
        ///   - eventType: The type of the events.
        ///   - eventSource: The source of the events.
        /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` if the class is not a listener class, or the type or
        ///   source is empty.
        open func registerListener(_ listenerClass: AnyClass, eventType: String, eventSource: String) throws {
            try listen(listenerClass, eventType, eventSource)
        }

        /// Registers a listener class that receives every event, responses included.
        ///
        /// An extension has at most one wildcard listener: a second registration replaces the first.
        ///
        /// - Parameter listenerClass: A subclass of ``ACPExtensionListener``.
        /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` if the class is not a listener class; the previous
        ///   listener then stays registered.
        open func registerWildcardListener(_ listenerClass: AnyClass) throws {
            try listenToAll(listenerClass)
        }

        /// Unregisters the extension, which then receives no more events; ``ACPExtension/onUnregister()`` is called.
        open func unregisterExtension() {
            runtime?.unregister()
        }

        // MARK: - Shared state

        /// Publishes a version of the extension's state.
        ///
        /// - Parameters:
        ///   - sharedEventState: The values that other extensions may read; nil to announce that a state will follow. A
        ///     value that cannot be represented in JSON is left out, and its path is logged.
        ///   - event: The event that the version belongs to; nil for now. Versions must be published in the order of their
        ///     events, at most one for each event.
        /// - Throws: An `NSError` of ``ACPExtensionErrorDomain``; nothing is published then.
        open func setSharedEventState(_ sharedEventState: [AnyHashable: Any]?, event: ACPExtensionEvent?) throws {
            try publish(sharedEventState, at: event?.event)
        }

        /// Removes every version of the extension's state.
        ///
        /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` if the extension is not registered.
        open func clearSharedEventStates() throws {
            try clear()
        }

        /// Reads another extension's state.
        ///
        /// - Parameters:
        ///   - stateName: The extension's name, in any case.
        ///   - event: The event as of which to read; nil for the latest state.
        /// - Returns: The state.
        /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` if there is no state yet or it is pending, if the name is
        ///   empty, or if this extension is not registered.
        open func getSharedEventState(_ stateName: String, event: ACPExtensionEvent?) throws -> [AnyHashable: Any] {
            try state(of: stateName, at: event?.event)
        }
    }
#endif

/// What the calls do, on every system.
extension ACPExtensionApi {
    package convenience init(runtime: ExtensionRuntime) {
        self.init()
        self.runtime = runtime
    }

    func adopt(_ instance: ACPExtension) {
        guarded.withLock { $0.owner = instance }
    }

    func listen(_ listenerClass: AnyClass, _ eventType: String, _ eventSource: String) throws {
        guard !eventType.isEmpty else { throw ACPExtensionError.error(for: HubError(.typeNotSupported)) }
        guard !eventSource.isEmpty else { throw ACPExtensionError.error(for: HubError(.sourceNotSupported)) }
        try register(listenerClass, EventType(eventType), EventSource(eventSource))
    }

    func listenToAll(_ listenerClass: AnyClass) throws {
        let token = try register(listenerClass, .wildcard, .wildcard)
        let replaced = guarded.withLock { guarded in
            defer { guarded.wildcardListener = token }
            return guarded.wildcardListener
        }
        replaced?.cancel()
    }

    @discardableResult
    private func register(_ listenerClass: AnyClass, _ type: EventType, _ source: EventSource) throws -> HubToken {
        guard let listenerType = listenerClass as? ACPExtensionListener.Type else {
            throw ACPExtensionError.error(
                for: HubError(.badClass(String(describing: listenerClass), needed: "ACPExtensionListener"))
            )
        }
        return try usable().listen(type: type, source: source, label: String(describing: listenerType)) { [guarded] in
            ListenerAdapter(listenerType, owner: guarded.withLock { $0.owner })
        }
    }

    func publish(_ values: [AnyHashable: Any]?, at event: Event?) throws {
        do {
            let runtime = try usable()
            let state = values.map { untyped in
                JSONObject(readable: untyped) { ACPCoreHost.hub.log.error("ACPCore", "setSharedEventState: \($0)") }
            }
            try runtime.publishState(state, at: event)
        } catch {
            throw ACPExtensionError.error(for: error)
        }
    }

    func clear() throws {
        try usable().clearStates()
    }

    func state(of name: String, at event: Event?) throws -> [AnyHashable: Any] {
        guard !name.isEmpty else { throw ACPExtensionError.error(for: HubError(.badName)) }
        switch try usable().state(of: name, at: event) {
        case .set(let values):
            return values.anyDictionary
        case .none:
            throw ACPExtensionError.ADBUnexpectedExtensionError.error(
                "\"\(name)\" has published no state; read it again when its state is announced"
            )
        case .pending:
            throw ACPExtensionError.ADBUnexpectedExtensionError.error(
                "the state of \"\(name)\" is pending; read it again when its state is announced"
            )
        }
    }

    /// Returns the hub's side of the extension.
    ///
    /// - Throws: An error if the extension was not made by a hub.
    private func usable() throws -> ExtensionRuntime {
        guard let runtime else {
            throw ACPExtensionError.ADBUnexpectedExtensionError.error(
                "the extension was not made by a hub; register its class with ACPCore.registerExtension"
            )
        }
        return runtime
    }
}

/// The extension that an api belongs to, held weakly because the extension holds its api.
private struct ApiState {
    weak var owner: ACPExtension?
    var wildcardListener: HubToken?
}
