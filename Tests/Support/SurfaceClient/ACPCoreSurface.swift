// SPDX-License-Identifier: Apache-2.0

// Every declaration of ACPCore 2.9.7's headers as the Swift importer prints it, used as a client uses it. Types are
// written out where an implicit conversion would hide that they differ. The file is compiled in Swift 5 and in Swift 6
// mode, without this package's settings.

import ACPCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The calls of an app.
///
/// Nothing of this is run: most of it would change the one hub of the process.
enum ACPCoreSurface {
    static func configuration() {
        let appId: String? = "launch-EN-example"
        ACPCore.configure(withAppId: appId)
        ACPCore.configure(withAppId: "launch-EN-example")
        ACPCore.configureWithFile(inPath: appId)
        let values: [AnyHashable: Any]? = ["global.privacy": "optedin"]
        ACPCore.updateConfiguration(values)
        ACPCore.updateConfiguration(["global.timeout": 5, "global.ssl": true])
        ACPCore.setAppGroup("group.com.example")
        ACPCore.setAppGroup(nil)
        ACPCore.setWrapperType(ACPMobileWrapperType.flutter)
        let _: String = ACPCore.extensionVersion()
    }

    static func log() {
        ACPCore.setLogLevel(.verbose)
        let level: ACPMobileLogLevel = ACPCore.logLevel()
        ACPCore.log(level, tag: "tag", message: "message")
    }

    /// Captured variables are mutated: the documented blocks promise nothing about threads.
    static func privacyAndIdentities() {
        var status = ACPMobilePrivacyStatus.unknown
        var failure: Error?
        ACPCore.setPrivacyStatus(.optIn)
        ACPCore.getPrivacyStatus { status = $0 }
        ACPCore.getPrivacyStatus { (value: ACPMobilePrivacyStatus, error: Error?) in
            status = value
            failure = error
        }
        ACPCore.getPrivacyStatus(completionHandler: { value, _ in status = value })
        var identities: String?
        ACPCore.getSdkIdentities { identities = $0 }
        ACPCore.getSdkIdentities { (content: String?, error: Error?) in
            identities = content
            failure = error
        }
        let none: ((String?) -> Void)? = nil
        ACPCore.getSdkIdentities(none)
        let noHandler: ((String?, Error?) -> Void)? = nil
        ACPCore.getSdkIdentities(completionHandler: noHandler)
        ACPCore.getSdkIdentities(completionHandler: nil)
        print(status, failure as Any, identities as Any)
    }

    static func start() {
        var isStarted = false
        ACPCore.start { isStarted = true }
        ACPCore.start()
        ACPCore.start(nil)
        let callback: (() -> Void)? = nil
        ACPCore.start(callback)
        print(isStarted)
    }

    static func callsThatWait() async throws {
        // Not asynchronous: the header's parameter has another name than such forms need.
        ACPCore.start()
        let _: ACPMobilePrivacyStatus = try await ACPCore.privacyStatus()
        let _: String = try await ACPCore.sdkIdentities()
    }

    static func genericCalls() {
        let strings: [String: String]? = ["key": "value"]
        ACPCore.collectPii(["key": "value"])
        ACPCore.lifecycleStart(strings)
        ACPCore.lifecycleStart(nil)
        ACPCore.lifecyclePause()
        ACPCore.trackAction("action", data: strings)
        ACPCore.trackAction(nil, data: nil)
        ACPCore.trackState("state", data: ["key": "value"])
        ACPCore.setAdvertisingIdentifier(nil)
        ACPCore.setPushIdentifier(Data())
        ACPCore.setPushIdentifier(nil)
        ACPCore.collectLaunchInfo(["key": 1])
        ACPCore.collectMessageInfo(["key": 1])
        ACPCore.downloadRules()
        var opened: [String] = []
        ACPCore.registerURLHandler { url -> Bool in
            opened.append(url ?? "")
            return true
        }
        print(opened)
    }

    static func events() throws {
        let data: [AnyHashable: Any]? = ["key": "value"]
        let event = try ACPExtensionEvent(name: "name", type: "type", source: "source", data: data)
        try ACPCore.dispatchEvent(event)
        var answers: [ACPExtensionEvent] = []
        try ACPCore.dispatchEvent(withResponseCallback: event) { answers.append($0) }
        try ACPCore.dispatchEvent(withResponseCallback: event, responseCallback: { (_: ACPExtensionEvent) in })
        try ACPCore.dispatchResponseEvent(event, request: event)
        let _: [AnyHashable: Any]? = event.eventData
        let _: String = event.eventName
        let _: String = event.eventType
        let _: String = event.eventSource
        let _: Int32 = event.eventNumber
        let _: String = event.eventUniqueIdentifier
        let _: Int = event.eventTimestamp
        print(answers)
    }

    static func registration() throws {
        let anyClass: AnyClass = SurfaceExtension.self
        try ACPCore.registerExtension(anyClass)
        try ACPCore.registerExtension(SurfaceExtension.self)
    }

    static func network() {
        ACPNetworkServiceOverrider.setHttpConnectionPerformer(SurfacePerformer())
        ACPNetworkServiceOverrider.setHttpConnectionPerformer(nil)
    }

    static func visitors() {
        let forced: ACPMobileVisitorId = ACPMobileVisitorId(
            origin: "o",
            type: "t",
            id: "i",
            authentication: .loggedOut
        )
        guard let id = ACPMobileVisitorId(origin: "o", type: "t", id: "i", authentication: .loggedOut) else { return }
        let _: [String?] = [id.idOrigin, id.idType, id.identifier]
        let _: ACPMobileVisitorAuthenticationState = id.authenticationState
        let empty = ACPMobileVisitorId()
        empty.idOrigin = forced.idOrigin
        empty.idType = "t"
        empty.identifier = "i"
        empty.authenticationState = .authenticated
    }

    static func connections(_ response: HTTPURLResponse?) -> [ACPHttpConnection] {
        guard let connection = ACPHttpConnection(response: response, data: Data()) else { return [] }
        return [connection, ACPHttpConnection()]
    }

    /// The raw values and their types.
    static var codes: [UInt] {
        let privacy: [Int] = [
            ACPMobilePrivacyStatus.optIn.rawValue, ACPMobilePrivacyStatus.optOut.rawValue,
            ACPMobilePrivacyStatus.unknown.rawValue,
        ]
        let levels: [ACPMobileLogLevel] = [.error, .warning, .debug, .verbose]
        let wrappers: [ACPMobileWrapperType] = [.none, .reactNative, .flutter, .cordova, .unity, .xamarin]
        let states: [ACPMobileVisitorAuthenticationState] = [.unknown, .authenticated, .loggedOut]
        let failures: [ACPError] = [.unexpected, .callbackTimeout, .callbackNil, .extensionNotInitialized]
        return privacy.map(UInt.init) + levels.map(\.rawValue) + wrappers.map(\.rawValue) + states.map(\.rawValue)
            + failures.map(\.rawValue)
    }

    /// The documented names of what can be wrong, exhaustively.
    static func name(of error: ACPExtensionError) -> String {
        switch error {
        case .ADBUnexpectedExtensionError: "unexpected"
        case .ADBBadExtensionNameExtensionError: "bad name"
        case .ADBDuplicateExtensionNameExtensionError: "duplicate name"
        case .ADBEventTypeNotSupportedExtensionError: "type"
        case .ADBEventSourceNotSupportedExtensionError: "source"
        case .ADBEventDataNotSupportedExtensionError: "data"
        case .ADBBadExtensionClassExtensionError: "class"
        case .ADBEventNullError: "no event"
        @unknown default: "another"
        }
    }
}
