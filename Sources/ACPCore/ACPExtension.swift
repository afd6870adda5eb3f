// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
import LaunchHub

/// The class that extensions inherit from.
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
/// The hub makes the one instance when the class is registered. ``api`` can be used as soon as `super.init()` has
/// returned.
///
/// - Note: On Apple systems a subclass writes `override init()`, as with the Objective-C library. Elsewhere Swift can
///   make an instance of a class that it only knows by its type if the initializer is `required`, so there the same
///   line reads `required init()`.
open class ACPExtension: NSObject {
    /// The extension's way to the hub.
    open var api: ACPExtensionApi { hubApi }

    private let hubApi: ACPExtensionApi

    #if canImport(ObjectiveC)
        /// Makes an extension. Called by the hub, on the extension's lane.
        public override init() {
            hubApi = ConstructionContext.api ?? ACPExtensionApi()
            super.init()
        }
    #else
        /// Makes an extension. Called by the hub, on the extension's lane.
        public required override init() {
            hubApi = ConstructionContext.api ?? ACPExtensionApi()
            super.init()
        }
    #endif

    /// The name that no other extension has, in whatever case. Every subclass returns one.
    open func name() -> String? { nil }

    /// The extension's version, for people.
    open func version() -> String? { nil }

    /// Tells that the extension hears nothing more. Called on the extension's lane; every API may be called from here.
    open func onUnregister() {}

    /// Tells of something that went wrong with the extension, such as a listener that took longer than 100 ms.
    ///
    /// - Parameter error: An `NSError` of ``ACPExtensionErrorDomain``. Called while the listener in question may still
    ///   run.
    open func unexpectedError(_ error: any Error) {}
}

/// An extension of the documented form as the hub sees it.
///
/// Unchecked: the hub calls an extension's methods on its lane, one at a time, but for `unexpectedError`, which the
/// documentation of ``ACPExtension/unexpectedError(_:)`` says may come at any time.
final class ExtensionAdapter: ExtensionCallbacks, @unchecked Sendable {
    let instance: ACPExtension

    init(_ type: ACPExtension.Type, runtime: ExtensionRuntime) {
        let api = ACPExtensionApi(runtime: runtime)
        instance = ConstructionContext.with(api: api) { type.init() }
        api.adopt(instance)
    }

    func onUnregistered() {
        instance.onUnregister()
    }

    func unexpectedError(_ error: HubError) {
        instance.unexpectedError(ACPExtensionError.error(for: error))
    }
}
