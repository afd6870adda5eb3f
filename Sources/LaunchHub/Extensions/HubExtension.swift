// SPDX-License-Identifier: Apache-2.0

/// An extension of a hub: it listens, responds, and shares its state.
///
/// ```swift
/// final class Greeter: HubExtension {
///     static let extensionName = "com.example.greeter"
///     private let runtime: ExtensionRuntime
///
///     init(runtime: ExtensionRuntime) throws {
///         self.runtime = runtime
///         runtime.listen(type: "com.example.greeting", source: "com.example.request") { [runtime] event in
///             try? runtime.respond(to: event, with: ["text": "Hello"])
///         }
///     }
/// }
/// ```
///
/// The initializer, the listeners, ``ExtensionCallbacks/onRegistered()`` and
/// ``ExtensionCallbacks/onUnregistered()`` of one extension never overlap.
public protocol HubExtension: ExtensionCallbacks {
    /// The name of the extension, which must be unique in its hub regardless of case; not empty.
    static var extensionName: String { get }

    /// The version of the extension, for logs and diagnostics.
    static var extensionVersion: String { get }

    /// Makes the extension.
    ///
    /// Register listeners here: they receive everything that is dispatched once the initializer has returned, and
    /// everything that was dispatched before the hub started.
    ///
    /// - Parameter runtime: The hub as this extension sees it; keep it.
    /// - Throws: Any error; the hub then continues without the extension.
    init(runtime: ExtensionRuntime) throws
}

extension HubExtension {
    /// The default version, `1.0.0`.
    public static var extensionVersion: String { ExtensionRecord.unstatedVersion }
}
