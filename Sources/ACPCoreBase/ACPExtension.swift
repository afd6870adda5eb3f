// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub

#if compiler(>=6.1) && canImport(ObjectiveC)
    import Foundation

    // Declared in `ObjectiveCHeaders`, so that Objective-C may subclass it.
    @objc
    @implementation
    extension ACPExtension {
        private final let hubApi: ACPExtensionApi

        override init() {
            hubApi = ConstructionContext.api ?? ACPExtensionApi()
            super.init()
        }

        var api: ACPExtensionApi { hubApi }
        func name() -> String? { nil }
        func version() -> String? { nil }
        func onUnregister() {}
        func unexpectedError(_ error: any Error) {}
    }
#else
    public import Foundation

    /// The base class of extensions.
    ///
    /// ```swift
    /// final class Greeter: ACPExtension {
    ///     override init() {  // `required init()` where there is no Objective-C runtime
    ///         super.init()
    ///         try? api.registerListener(GreetingListener.self, eventType: "com.example.greeting", eventSource: "app")
    ///     }
    ///
    ///     override func name() -> String? { "com.example.greeter" }
    /// }
    /// ```
    ///
    /// The hub makes the single instance when the class is registered. ``api`` can be used as soon as `super.init()` has
    /// returned.
    ///
    /// - Note: On Apple systems a subclass writes `override init()`, as with the Objective-C library. Elsewhere Swift can
    ///   make an instance of a class that it only knows by its type if the initializer is `required`, so there the same
    ///   line reads `required init()`.
    open class ACPExtension: NSObject {
        /// The hub as this extension sees it: listeners and shared state.
        open var api: ACPExtensionApi { hubApi }

        private let hubApi: ACPExtensionApi

        /// Makes an extension.
        ///
        /// Called by the hub, on the extension's mailbox.
        public required override init() {
            hubApi = ConstructionContext.api ?? ACPExtensionApi()
            super.init()
        }

        /// Returns the name of the extension, which must be unique regardless of case.
        ///
        /// Every subclass overrides this method.
        open func name() -> String? { nil }

        /// Returns the version of the extension, for logs and diagnostics.
        open func version() -> String? { nil }

        /// Called after the extension has received its last event, on its mailbox.
        ///
        /// Every API may still be called from here.
        open func onUnregister() {}

        /// Called when something goes wrong with the extension, such as a listener that takes longer than 100 ms.
        ///
        /// - Parameter error: An `NSError` of ``ACPExtensionErrorDomain``. The listener in question may still be running.
        open func unexpectedError(_ error: any Error) {}
    }
#endif

/// Adapts an extension of the documented form to the hub.
///
/// Unchecked: the hub calls an extension's methods on its mailbox, one at a time, except for `unexpectedError`, which
/// may be called at any time, as the documentation of ``ACPExtension/unexpectedError(_:)`` says.
final class ExtensionAdapter: ExtensionCallbacks, @unchecked Sendable {
    let instance: ACPExtension

    init(_ type: ACPExtension.Type, runtime: ExtensionRuntime) {
        let api = ACPExtensionApi(runtime: runtime)
        instance = ConstructionContext.with(api: api) { ClassFactory.make(type) }
        api.adopt(instance)
    }

    func onUnregistered() {
        instance.onUnregister()
    }

    func unexpectedError(_ error: HubError) {
        instance.unexpectedError(ACPExtensionError.error(for: error))
    }
}
