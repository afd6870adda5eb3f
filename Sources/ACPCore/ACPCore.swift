// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
import LaunchHub

/// The documented entry point of the host: registration, start, events, log.
///
/// ```swift
/// ACPCore.setLogLevel(.debug)
/// try ACPCore.registerExtension(NielsenAppSDKExtension.self)
/// ACPCore.configure(withAppId: "launch-EN-example-development")
/// ACPCore.start {}
/// ```
///
/// Every method may be called on any thread. All of them work on one hub for the process.
open class ACPCore: NSObject {
    /// The version of the documented interface that this library has.
    public static let version = "2.9.7"

    /// The version of this library, with a letter for the wrapper where there is one.
    ///
    /// - Returns: Such as `2.9.7`, or `2.9.7-F` inside Flutter.
    public static func extensionVersion() -> String {
        let wrapper = ACPCoreHost.wrapper
        return wrapper == .none ? version : "\(version)-\(wrapper.letter)"
    }

    /// Names the framework that the app uses this library through.
    ///
    /// - Parameter wrapperType: The framework.
    public static func setWrapperType(_ wrapperType: ACPMobileWrapperType) {
        ACPCoreHost.wrapper = wrapperType
        ACPCoreHost.hub.setWrapper(wrapperType.hubWrapper)
    }

    /// Names the group of apps that share what is stored: identifiers, choices, configurations and waiting pings.
    ///
    /// Call it before anything else: once the folder is in use, it is an error in the log and changes nothing. On Apple
    /// systems the folder is the group's container, elsewhere one of the group's name; see `AppFolder`.
    ///
    /// - Parameter appGroup: The group's identifier; nil for none.
    public static func setAppGroup(_ appGroup: String?) {
        guard !AppFolder.use(appGroup: appGroup) else { return }
        let why =
            "the app group \(appGroup ?? "nil") is not used: call setAppGroup before anything else, with a plain name"
        ACPCoreHost.hub.log.error("ACPCore", why)
    }

    // MARK: - Extensions

    /// Registers an extension.
    ///
    /// The hub makes the one instance, on the extension's lane, while this call waits, no longer than a second.
    ///
    /// - Parameter extensionClass: A subclass of ``ACPExtension``.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain``: ``ACPExtensionError/badExtensionClass`` for another class,
    ///   ``ACPExtensionError/badName`` or ``ACPExtensionError/dupName`` for its name, and
    ///   ``ACPExtensionError/unexpected`` where it could not be made.
    public static func registerExtension(_ extensionClass: AnyClass) throws {
        guard let type = extensionClass as? ACPExtension.Type else {
            throw ACPExtensionError.error(
                for: HubError.badClass(String(describing: extensionClass), needed: "ACPExtension")
            )
        }
        do {
            try ACPCoreHost.hub.registerAtOnce(
                label: String(describing: type),
                make: { ExtensionAdapter(type, runtime: $0) },
                naming: { callbacks in
                    let instance = (callbacks as? ExtensionAdapter)?.instance
                    return (instance?.name() ?? "", instance?.version() ?? "")
                }
            )
        } catch {
            throw ACPExtensionError.error(for: error)
        }
    }

    /// Starts the hub; what was dispatched before is delivered now.
    ///
    /// - Parameter callback: Called once every extension is ready, on a thread of the hub. A second start is ignored,
    ///   but its callback is called as well.
    public static func start(_ callback: (() -> Void)? = nil) {
        let block = ClientBlock(callback)
        ACPCoreHost.hub.start { block.body?() }
    }

    // MARK: - Events

    /// Sends an event to everybody who listens to its type and source. Returns at once.
    ///
    /// - Parameter event: What to send.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain``: ``ACPExtensionError/eventNull`` for no event or one without
    ///   a name, ``ACPExtensionError/unexpected`` where the hub has been shut down.
    public static func dispatchEvent(_ event: ACPExtensionEvent?) throws {
        let event = try usable(event)
        guard ACPCoreHost.hub.dispatch(event) != nil else { throw ACPExtensionError.error(for: HubError.shutDown) }
    }

    /// Sends a request and hands over the first answer.
    ///
    /// - Parameters:
    ///   - requestEvent: What to ask with.
    ///   - responseCallback: Called once with the answer, on a thread of the hub. It is not called where no answer comes
    ///     within 5 s; the log then says why, at the level ``ACPMobileLogLevel/warning``. ``dispatchEvent(withResponse:)``
    ///     throws instead.
    /// - Throws: As ``dispatchEvent(_:)``.
    public static func dispatchEvent(
        withResponseCallback requestEvent: ACPExtensionEvent?,
        responseCallback: @escaping (ACPExtensionEvent) -> Void
    ) throws {
        let event = try usable(requestEvent)
        let hub = ACPCoreHost.hub
        let block = ClientBlock(responseCallback)
        hub.request(event) { [log = hub.log] outcome in
            switch outcome {
            case .response(let response):
                block.body(ACPExtensionEvent(response))
            case .timeout, .noListener, .cancelled, .hubShutDown:
                log.warning("ACPCore", "no response to \(event.name): \(outcome)")
            }
        }
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - responseEvent: The answer.
    ///   - requestEvent: An event that was heard.
    /// - Throws: As ``dispatchEvent(_:)``.
    public static func dispatchResponseEvent(
        _ responseEvent: ACPExtensionEvent?,
        request requestEvent: ACPExtensionEvent?
    ) throws {
        let response = try usable(responseEvent)
        let request = try usable(requestEvent)
        guard ACPCoreHost.hub.dispatch(response.answering(request)) != nil else {
            throw ACPExtensionError.error(for: HubError.shutDown)
        }
    }

    static func usable(_ event: ACPExtensionEvent?) throws -> Event {
        guard let event = event?.event else {
            throw ACPExtensionError.eventNull.error(
                "there is no event to dispatch; make one with ACPExtensionEvent(name:type:source:data:)"
            )
        }
        return event
    }

    // MARK: - Log

    /// Sets how much is logged.
    ///
    /// - Parameter logLevel: The least important level that is still written.
    public static func setLogLevel(_ logLevel: ACPMobileLogLevel) {
        ACPCoreHost.hub.log.level = logLevel.logLevel
    }

    /// How much is logged.
    ///
    /// - Returns: The least important level that is still written.
    public static func logLevel() -> ACPMobileLogLevel {
        ACPMobileLogLevel(ACPCoreHost.hub.log.level)
    }

    /// Writes a line into the log.
    ///
    /// - Parameters:
    ///   - logLevel: How much it matters.
    ///   - tag: Who says it.
    ///   - message: What it says.
    public static func log(_ logLevel: ACPMobileLogLevel, tag: String, message: String) {
        ACPCoreHost.hub.log.write(logLevel.logLevel, tag, message)
    }
}
