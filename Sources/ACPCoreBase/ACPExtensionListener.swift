// SPDX-License-Identifier: Apache-2.0

import HubServices
package import LaunchHub

#if compiler(>=6.1) && canImport(ObjectiveC)
    import Foundation

    // Declared in `ObjectiveCHeaders`, so that Objective-C may subclass it.
    @objc
    @implementation
    extension ACPExtensionListener {
        private final weak var owner: ACPExtension?

        override init() {
            owner = ConstructionContext.owner
            super.init()
        }

        var `extension`: ACPExtension { owner ?? ACPExtension() }

        func hear(_ event: ACPExtensionEvent) {}
    }
#else
    public import Foundation

    /// The base class of listeners.
    ///
    /// ```swift
    /// final class GreetingListener: ACPExtensionListener {
    ///     override func hear(_ event: ACPExtensionEvent) {
    ///         guard let greeter = self.extension as? Greeter else { return }
    ///         greeter.queue.async { greeter.greet(event) }
    ///     }
    /// }
    /// ```
    ///
    /// The initializer and ``hear(_:)`` have 100 ms each: dispatch longer work to a queue of your own and return.
    ///
    /// - Note: As with ``ACPExtension``, a subclass writes `override init()` on Apple systems and `required init()`
    ///   elsewhere.
    open class ACPExtensionListener: NSObject {
        /// The extension that registered the listener.
        ///
        /// For a listener of the app, and once the extension has been released, this is an extension without a name that
        /// belongs to no hub, so that `self.extension as? MyExtension` is nil.
        open var `extension`: ACPExtension { owner ?? ACPExtension() }

        /// Weak: a client that keeps its listener must not keep the extension alive.
        private weak var owner: ACPExtension?

        /// Makes a listener.
        ///
        /// Called by the hub, on the mailbox on which the listener will receive events.
        public required override init() {
            owner = ConstructionContext.owner
            super.init()
        }

        /// Receives an event.
        ///
        /// - Parameter event: An event of the type and source that the listener was registered for. Called on a thread of
        ///   the hub, one call at a time.
        open func hear(_ event: ACPExtensionEvent) {}
    }
#endif

/// Adapts a listener of the documented form to the hub.
package final class ListenerAdapter: EventListener {
    private let listener: ACPExtensionListener

    /// Makes a listener of a class.
    ///
    /// - Parameters:
    ///   - type: The listener's class.
    ///   - owner: The extension that registers it; nil for the app.
    package init(_ type: ACPExtensionListener.Type, owner: ACPExtension?) {
        listener = ConstructionContext.with(owner: owner) { ClassFactory.make(type) }
    }

    package func hear(_ event: Event) {
        listener.hear(ACPExtensionEvent(event))
    }
}
