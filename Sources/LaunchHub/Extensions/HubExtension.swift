// SPDX-License-Identifier: Apache-2.0

/// Something that lives in a hub: it listens, answers, and shares its state.
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
    /// The name that no other extension of the hub has, in whatever case; not empty.
    static var extensionName: String { get }

    /// The extension's version, for people.
    static var extensionVersion: String { get }

    /// Makes the extension. Subscribe here: what is dispatched once this has returned is heard, and everything that was
    /// dispatched before the hub started.
    ///
    /// - Parameter runtime: The extension's way to the hub; keep it.
    /// - Throws: Anything; the hub then goes on without the extension.
    init(runtime: ExtensionRuntime) throws
}

extension HubExtension {
    /// `1.0.0`.
    public static var extensionVersion: String { "1.0.0" }
}
