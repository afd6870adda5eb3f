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
///             runtime.respond(to: event, with: ["text": "Hello"])
///         }
///     }
/// }
/// ```
///
/// The initializer, the listeners, ``onRegistered()`` and ``onUnregistered()`` of one extension never overlap.
public protocol HubExtension: AnyObject, Sendable {
    /// The name that no other extension of the hub has, in whatever case; not empty.
    static var extensionName: String { get }

    /// The extension's version, for people.
    static var extensionVersion: String { get }

    /// Makes the extension. Subscribe here: what is dispatched from now on is heard.
    ///
    /// - Parameter runtime: The extension's way to the hub; keep it.
    /// - Throws: Anything; the hub then goes on without the extension.
    init(runtime: ExtensionRuntime) throws

    /// Tells that the extension is registered.
    func onRegistered()

    /// Tells that the extension hears nothing more. Every API may be called from here.
    func onUnregistered()

    /// Tells of something that went wrong with the extension, such as a listener that took too long.
    ///
    /// - Parameter error: What went wrong. Called while the listener in question may still run, on a lane of its own.
    func unexpectedError(_ error: HubError)
}

extension HubExtension {
    /// `1.0.0`.
    public static var extensionVersion: String { "1.0.0" }

    /// Does nothing.
    public func onRegistered() {}

    /// Does nothing.
    public func onUnregistered() {}

    /// Does nothing.
    public func unexpectedError(_ error: HubError) {}
}
