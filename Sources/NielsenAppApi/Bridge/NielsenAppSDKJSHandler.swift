// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices

/// A message handler for a page in a web view that is tagged with the browser SDK, which measures it with this SDK.
///
/// ```swift
/// self.jsAppSDK = NielsenAppSDKJSHandler(apiType: "ggPM")
/// if let jsAppSDK = self.jsAppSDK {
///     webView.configuration.userContentController.add(jsAppSDK, name: "NielsenSDKMsg")
/// }
/// ```
///
/// The messages of the page become calls of a ``NielsenAppApi`` or a ``NielsenEventTracker``, in order. <doc:WebBridge>
/// describes the messages. Messages before the app information are kept, up to
/// ``NielsenConfiguration/maximumPendingCalls``, and applied in order once it has arrived.
///
/// Refused messages are reported to the delegate and logged, and have no effect. The text of a page is read, never
/// executed.
///
/// Every method may be called on any thread, including from the delegate. Releasing the handler ends the instance. The
/// content controller of a web view retains the handler until it is removed there.
///
/// Source: "DCR Video iOS SDK guide", "Using the NielsenAppSDKJSHandler".
#if canImport(ObjectiveC)
    @objc(NielsenAppSDKJSHandler) @objcMembers
#endif
public final class NielsenAppSDKJSHandler: NSObject, Sendable {
    /// The mutable state.
    ///
    /// Guarded by `guarded`.
    private struct Guarded: SteppedState {
        var queue: BridgeQueue
        var target: BridgeTarget?
        var isDraining = false

        mutating func nextStep() -> (BridgeQueue.Step, BridgeTarget?)? { queue.next().map { ($0, target) } }
    }

    /// The name under which a page finds the handler.
    public static let scriptMessageName = "NielsenSDKMsg"

    /// The interface of the SDK that the page's messages are for.
    package let interface: NielsenBridgeInterface

    private let origins: Set<String>
    private let environment: NielsenEnvironment
    private let delegate: WeakReference<AnyObject>
    private let guarded: Locked<Guarded>
    private static let tag = "NielsenAppSDKJSHandler"

    /// Makes a handler for ggPM in the default environment of an app.
    ///
    /// Source: "DCR Video iOS SDK guide", "Using the NielsenAppSDKJSHandler".
    public override convenience init() {
        self.init(apiType: nil, environment: .default)
    }

    /// Makes a handler in the default environment of an app.
    ///
    /// The result is never nil; the initializer is failable because the documented one is.
    ///
    /// - Parameter apiType: Exactly `trackEvent` selects the event interface; nil and any other text select ggPM.
    public convenience init?(apiType: String?) {
        self.init(apiType: apiType, environment: .default)
    }

    /// Makes a handler in an environment of your own.
    ///
    /// - Parameters:
    ///   - apiType: Exactly `trackEvent` selects the event interface; nil and any other text select ggPM.
    ///   - environment: The clock, storage, log and ping sink of the instance.
    ///   - delegate: Receives refusals, and the events and errors of the SDK; it is held weakly.
    ///   - origins: The origins whose frames are measured, such as `https://www.example.com`; empty for the main frame
    ///     alone, wherever it is from.
    ///   - allowsOptIn: Whether a page may take the user's opt-out back. It may always opt the user out.
    public init(
        apiType: String?,
        environment: NielsenEnvironment,
        delegate: (any NielsenAppSDKJSHandlerDelegate)? = nil,
        origins: Set<String> = [],
        allowsOptIn: Bool = false
    ) {
        interface = NielsenBridgeInterface(apiType: apiType)
        self.origins = Set(origins.map(Self.plain))
        self.environment = environment
        self.delegate = WeakReference(delegate)
        guarded = Locked(
            Guarded(
                queue: BridgeQueue(
                    interface,
                    allowsOptIn: allowsOptIn,
                    maximumKept: environment.configuration.maximumPendingCalls
                )
            )
        )
        super.init()
    }

    // MARK: - Messages

    /// Handles a message of the page.
    ///
    /// - Parameter message: JSON text, a dictionary or a list, as the web view passes it; see <doc:WebBridge>.
    public func receive(_ message: Any) {
        do {
            let message = try NielsenBridgeMessage(message)
            // A page that is loading, offline or busy with a batch delivers calls late, and each is made at its own time.
            let now = environment.clock.now
            enqueue(
                zip(message.entries, message.lags).map { entry, lag in
                    BridgeQueue.Item(entry: entry, instant: now + (.zero - lag))
                }
            )
        } catch {
            enqueue([BridgeQueue.Item(entry: .failure(error), instant: nil)])
        }
    }

    /// Handles a message of a frame, or refuses it where the frame is not measured.
    ///
    /// - Parameters:
    ///   - message: The message, as for ``receive(_:)``, which asks for no frame.
    ///   - origin: The origin of the frame, such as `https://www.example.com`.
    ///   - isMainFrame: Whether it is the frame that the web view shows, and not a frame in it.
    public func receive(_ message: Any, from origin: String, isMainFrame: Bool) {
        guard origins.isEmpty ? isMainFrame : origins.contains(Self.plain(origin)) else {
            return enqueue([
                BridgeQueue.Item(entry: .failure(NielsenBridgeError(.foreignFrame(origin))), instant: nil)
            ])
        }
        receive(message)
    }

    /// Returns an origin as it is compared: in small letters, without the port that its scheme means anyway.
    private static func plain(_ origin: String) -> String {
        var text = origin.lowercased()
        if text.hasSuffix("/") { text.removeLast() }
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where text.hasPrefix(scheme) {
            if text.hasSuffix(port) { text.removeLast(port.count) }
        }
        return text
    }

    /// Sets the app information if the page does not send it.
    ///
    /// It has the same effect as the message `init`, and is refused in the same cases.
    ///
    /// - Parameter appInfo: A dictionary, or JSON text of an object, with at least `appid`; all values are strings.
    public func initialize(appInfo: Any) {
        enqueue([BridgeQueue.Item(entry: NielsenBridgeMessage.initialize(appInfo), instant: nil)])
    }

    /// Handles a message of a React Native page.
    ///
    /// - Parameters:
    ///   - emitter: The sender; it is not used.
    ///   - message: The message, as for ``receive(_:)``; nil is refused like any other message that cannot be read.
    ///
    /// Source: the public headers.
    #if canImport(ObjectiveC)
        @objc(jsEventEmitter:didReceiveScriptMessage:)
    #endif
    public func jsEventEmitter(_ emitter: Any?, didReceiveScriptMessage message: Any?) {
        receive(message ?? NSNull())
    }

    // MARK: - The instance

    /// The instance, once the app information has arrived; always nil for the event interface.
    public var api: NielsenAppApi? {
        guard case .api(let api)? = guarded.withLock({ $0.target?.instance }) else { return nil }
        return api
    }

    /// The instance, once the app information has arrived; always nil for ggPM.
    public var tracker: NielsenEventTracker? {
        guard case .tracker(let tracker)? = guarded.withLock({ $0.target?.instance }) else { return nil }
        return tracker
    }

    // MARK: - Steps

    /// Adds entries, and performs the resulting steps unless another thread is doing so: the order is kept, and a
    /// delegate may call back.
    private func enqueue(_ items: [BridgeQueue.Item]) {
        guarded.change({ $0.queue.add(items) }) { step, target in carryOut(step, target) }
    }

    private func carryOut(_ step: BridgeQueue.Step, _ target: BridgeTarget?) {
        switch step {
        case .start(let appInfo):
            start(appInfo)
        case .apply(.setVolume(let volume), _):
            environment.log.verbose(Self.tag, "setVolume \(volume): the SDK does not measure it")
        case .apply(let call, let instant):
            target?.apply(call, at: instant)
        case .refuse(let error):
            refuse(error)
        case .remark(let remark):
            environment.log.debug(Self.tag, remark)
        }
    }

    private func start(_ appInfo: JSONObject) {
        do {
            let relay = BridgeRelay(self)
            let target = try BridgeTarget(interface, appInfo: appInfo, environment: environment, relay: relay)
            guarded.withLock { guarded in
                guarded.target = target
                guarded.queue.started(with: appInfo)
            }
        } catch {
            refuse(NielsenBridgeError(.appInfoRefused(error)))
        }
    }

    private var listener: (any NielsenAppSDKJSHandlerDelegate)? {
        delegate.object as? any NielsenAppSDKJSHandlerDelegate
    }

    private func refuse(_ error: NielsenBridgeError) {
        environment.log.error(Self.tag, error.description)
        listener?.nielsenAppSDKJSHandler(self, didRefuse: error)
    }

    func tell(event: [AnyHashable: Any]) {
        listener?.nielsenAppSDKJSHandler(self, eventOccurred: event)
    }

    func tell(error: [AnyHashable: Any]) {
        listener?.nielsenAppSDKJSHandler(self, errorOccurred: error)
    }
}

extension NielsenAppSDKJSHandler {
    /// The script that handles a page's own calls of the browser SDK, so that the page needs no change.
    ///
    /// It must run before the scripts of the page; on Apple's systems `userScript` contains it. <doc:WebBridge>
    /// describes the calls that it handles.
    public static let pageScript = String(decoding: PackageResources.nielsen_page_js, as: UTF8.self)
}
