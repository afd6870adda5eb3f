// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
import LaunchHub

/// The entry point of the host library: registration, start, events and log.
///
/// ```swift
/// ACPCore.setLogLevel(.debug)
/// try ACPCore.registerExtension(NielsenAppSDKExtension.self)
/// ACPCore.configure(withAppId: "launch-EN-example-development")
/// ACPCore.start {}
/// ```
///
/// Every method may be called on any thread. All of them use one hub, which exists once in the process.
#if canImport(ObjectiveC)
    @objc(ACPCore) @objcMembers
#endif
open class ACPCore: NSObject {
    /// The version of the documented interface that this library implements.
    @nonobjc public static let version = DocumentedCore.version

    /// Returns the version of this library, with a letter for the wrapper if there is one.
    ///
    /// - Returns: A version such as `2.9.7`, or `2.9.7-F` inside Flutter.
    public static func extensionVersion() -> String {
        let wrapper = ACPCoreHost.wrapper
        return wrapper == .none ? version : "\(version)-\(wrapper.letter)"
    }

    /// Sets the framework through which the app uses this library.
    ///
    /// - Parameter wrapperType: The framework.
    public static func setWrapperType(_ wrapperType: ACPMobileWrapperType) {
        ACPCoreHost.wrapper = wrapperType
        ACPCoreHost.hub.setWrapper(wrapperType.hubWrapper)
    }

    /// Sets the app group whose apps share stored data: identifiers, choices, configurations and queued pings.
    ///
    /// Call this method before any other. Once the folder is in use, a call only logs an error. On Apple systems the
    /// folder is in the group's container, elsewhere it has the group's name; see `AppFolder`.
    ///
    /// - Parameter appGroup: The identifier of the group, or nil.
    public static func setAppGroup(_ appGroup: String?) {
        guard !AppFolder.use(appGroup: appGroup) else { return }
        let why =
            "the app group \(appGroup ?? "nil") is not used: call setAppGroup before anything else, with a plain name"
        ACPCoreHost.hub.log.error("ACPCore", why)
    }

    // MARK: - Extensions

    /// Registers an extension.
    ///
    /// The hub makes the single instance, on the extension's mailbox, while this call waits for at most one second.
    ///
    /// - Parameter extensionClass: A subclass of ``ACPExtension``.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain``: ``ACPExtensionError/badExtensionClass`` for any other
    ///   class, ``ACPExtensionError/badName`` or ``ACPExtensionError/dupName`` for a name that is missing or taken, and
    ///   ``ACPExtensionError/unexpected`` if the instance could not be made.
    public static func registerExtension(_ extensionClass: AnyClass) throws {
        guard let type = extensionClass as? ACPExtension.Type else {
            throw ACPExtensionError.error(
                for: HubError(.badClass(String(describing: extensionClass), needed: "ACPExtension"))
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

    /// Starts the hub and delivers the events that were dispatched before.
    ///
    /// - Parameter callback: Called when every extension is ready, on a thread of the hub. A second start is ignored,
    ///   but its callback is called as well.
    public static func start(_ callback: (() -> Void)? = nil) {
        let block = ClientBlock(callback)
        ACPCoreHost.hub.start { block.body?() }
    }

    // MARK: - Events

    /// Dispatches an event to the listeners for its type and source.
    ///
    /// Returns immediately.
    ///
    /// - Parameter event: The event.
    /// - Throws: An `NSError` of ``ACPExtensionErrorDomain``: ``ACPExtensionError/eventNull`` if there is no event or
    ///   it has no name, ``ACPExtensionError/unexpected`` if the hub has been shut down.
    public static func dispatchEvent(_ event: ACPExtensionEvent?) throws {
        let event = try usable(event)
        guard ACPCoreHost.hub.dispatch(event) != nil else { throw ACPExtensionError.error(for: HubError(.shutDown)) }
    }

    /// Dispatches a request and passes the first response to a callback.
    ///
    /// - Parameters:
    ///   - requestEvent: The request.
    ///   - responseCallback: Called once with the response, on a thread of the hub. It is not called if there is no
    ///     response within 5 s; the log then gives the reason at the level ``ACPMobileLogLevel/warning``.
    ///     ``dispatchEvent(withResponse:)`` throws an error instead.
    /// - Throws: The errors of ``dispatchEvent(_:)``.
    #if canImport(ObjectiveC)
        @objc(dispatchEventWithResponseCallback:responseCallback:error:)
    #endif
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

    /// Dispatches a response to a request.
    ///
    /// - Parameters:
    ///   - responseEvent: The response.
    ///   - requestEvent: The event that a listener received.
    /// - Throws: The errors of ``dispatchEvent(_:)``.
    #if canImport(ObjectiveC)
        @objc(dispatchResponseEvent:requestEvent:error:)
    #endif
    public static func dispatchResponseEvent(
        _ responseEvent: ACPExtensionEvent?,
        request requestEvent: ACPExtensionEvent?
    ) throws {
        let response = try usable(responseEvent)
        let request = try usable(requestEvent)
        guard ACPCoreHost.hub.dispatch(response.answering(request)) != nil else {
            throw ACPExtensionError.error(for: HubError(.shutDown))
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

    /// Sets the log level.
    ///
    /// - Parameter logLevel: The least important level that is still logged.
    public static func setLogLevel(_ logLevel: ACPMobileLogLevel) {
        ACPCoreHost.hub.log.level = logLevel.logLevel
    }

    /// Returns the log level.
    ///
    /// - Returns: The least important level that is still logged.
    public static func logLevel() -> ACPMobileLogLevel {
        ACPMobileLogLevel(ACPCoreHost.hub.log.level)
    }

    /// Writes a message to the log.
    ///
    /// - Parameters:
    ///   - logLevel: The importance of the message.
    ///   - tag: The component that writes the message.
    ///   - message: The text of the message.
    public static func log(_ logLevel: ACPMobileLogLevel, tag: String, message: String) {
        ACPCoreHost.hub.log.write(logLevel.logLevel, tag, message)
    }
}
