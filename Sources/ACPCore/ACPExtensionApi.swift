// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
package import LaunchHub

/// An extension's way to the hub, in the documented form.
///
/// Safe on any thread.
public final class ACPExtensionApi: NSObject, Sendable {
    /// The hub's side, or nil for an extension that no hub has made.
    package let runtime: ExtensionRuntime?
    private let owner = Locked(WeakExtension())

    package init(runtime: ExtensionRuntime?) {
        self.runtime = runtime
        super.init()
    }

    func adopt(_ instance: ACPExtension) {
        owner.withLock { $0.value = instance }
    }

    /// Registers a class of listeners; one instance is made, on the extension's lane.
    ///
    /// - Parameters:
    ///   - listenerClass: A subclass of ``ACPExtensionListener``.
    ///   - eventType: What the events are about.
    ///   - eventSource: Where they come from.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` where the class is wrong, or type or source are empty.
    public func registerListener(_ listenerClass: AnyClass, eventType: String, eventSource: String) throws {
        guard !eventType.isEmpty else { throw ACPExtensionError.error(for: HubError.typeNotSupported) }
        guard !eventSource.isEmpty else { throw ACPExtensionError.error(for: HubError.sourceNotSupported) }
        try register(listenerClass, EventType(eventType), EventSource(eventSource))
    }

    /// Registers a class of listeners that hear every event, answers included.
    ///
    /// - Parameter listenerClass: A subclass of ``ACPExtensionListener``.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain`` where the class is wrong, or where the extension has a
    ///   wildcard listener already.
    public func registerWildcardListener(_ listenerClass: AnyClass) throws {
        let isFirst = owner.withLock { owner in
            defer { owner.hasWildcardListener = true }
            return !owner.hasWildcardListener
        }
        guard isFirst else {
            throw ACPExtensionError.unexpected.error(
                "the extension has a wildcard listener already; each extension may have one"
            )
        }
        try register(listenerClass, .wildcard, .wildcard)
    }

    /// Unregisters the extension: it hears nothing more and ``ACPExtension/onUnregister()`` is called.
    public func unregisterExtension() {
        runtime?.unregister()
    }

    /// The hub's side of the extension.
    ///
    /// - Throws: An error for an extension that no hub has made.
    func usableRuntime() throws -> ExtensionRuntime {
        guard let runtime else {
            throw ACPExtensionError.unexpected.error(
                "the extension was not made by a hub; register its class with ACPCore.registerExtension"
            )
        }
        return runtime
    }

    private func register(_ listenerClass: AnyClass, _ type: EventType, _ source: EventSource) throws {
        guard let listenerType = listenerClass as? ACPExtensionListener.Type else {
            throw ACPExtensionError.error(
                for: HubError.badClass(String(describing: listenerClass), needed: "ACPExtensionListener")
            )
        }
        let runtime = try usableRuntime()
        runtime.listen(type: type, source: source, label: String(describing: listenerType)) { [owner] in
            ListenerAdapter(listenerType, owner: owner.withLock { $0.value })
        }
    }
}

/// The extension that an api belongs to; held weakly because the extension holds its api.
private struct WeakExtension {
    weak var value: ACPExtension?
    var hasWildcardListener = false
}
