// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenAppSDKExtension

/// Makes the classic calls of a session, each on the instance that it names.
final class ClassicInstances: Sendable {
    private let environment: NielsenEnvironment
    private let inbox: NoticeInbox
    private let note: @Sendable (NielsenRemark) -> Void
    private let instances = Locked<[String: (api: NielsenAppApi, delegate: ClassicDelegate)]>([:])

    /// Makes a stage for calls.
    ///
    /// - Parameters:
    ///   - environment: The clock and the sinks of the instances.
    ///   - inbox: Receives events and errors.
    ///   - note: Receives remarks.
    init(_ environment: NielsenEnvironment, _ inbox: NoticeInbox, note: @escaping @Sendable (NielsenRemark) -> Void) {
        self.environment = environment
        self.inbox = inbox
        self.note = note
    }

    /// The credit of every instance.
    var credits: [NielsenCredit] {
        instances.withLock { $0 }.sorted { $0.key < $1.key }.flatMap(\.value.api.creditSummary)
    }

    /// Stops an instance as the end of the process stops it.
    ///
    /// - Parameter name: The instance.
    /// - Returns: The stream whose open views are left; nil if there is no such instance.
    func kill(_ name: String) -> String? {
        instances.withLock { $0.removeValue(forKey: name) }?.api.abandon()
    }

    /// Ends every instance.
    func shutDown() {
        let all = instances.withLock { instances in
            defer { instances = [:] }
            return instances
        }
        for (_, instance) in all.sorted(by: { $0.key < $1.key }) { instance.api.shutdown() }
    }

    /// Makes a call, or does nothing where it cannot be made: the SDK has no such call, or an argument is not of its type.
    ///
    /// - Parameter call: The call, or what happened to the app.
    func perform(_ call: SessionCall) {
        let argument = call.arguments.first
        if call.name == "appInfo" { return make(call.instance, argument ?? .null) }
        guard let api = instances.withLock({ $0[call.instance] ?? $0.first?.value })?.api else { return }
        if call.isLifecycle {
            guard call.name == "shutdown" else { return }
            let ended = instances.withLock { $0.removeValue(forKey: call.instance) }
            withExtendedLifetime(ended?.delegate) { ended?.api.shutdown() }
            return
        }
        switch call.name {
        case "play": api.play(argument?.anyValue)
        case "loadMetadata": api.loadMetadata(argument?.anyValue)
        case "playheadPosition", "setPlayheadPosition":
            let number = argument?.intValue ?? argument?.stringValue.flatMap(Int64.init)
            let position = number ?? argument?.doubleValue.flatMap { Int64(exactly: $0.rounded(.down)) }
            if let position { api.playheadPosition(position) }
        case "sendID3": if let payload = argument?.stringValue { api.sendID3(payload) }
        case "stop": api.stop()
        case "end": api.end()
        case "staticEnd": api.staticEnd()
        case "updateOTT": api.updateOTT(argument?.anyValue ?? [String: Any]())
        case "userOptOut": if let choice = argument?.stringValue { api.userOptOut(choice) }
        case "appDisableApi": api.appDisableApi = argument == .bool(true) || argument == .int(1)
        default: break
        }
    }

    private func make(_ name: String, _ appInfo: JSONValue) {
        let delegate = ClassicDelegate(name, inbox, note)
        do throws(NielsenError) {
            let api = try NielsenAppApi.make(
                appInfo: appInfo.anyValue,
                delegate: delegate,
                environment: environment
            )
            let before = instances.withLock { instances in
                defer { instances[name] = (api, delegate) }
                return instances[name]
            }
            before?.api.shutdown()
        } catch {
            let time = environment.clock.date.timeIntervalSince1970
            delegate.report(.error, code: error.code, description: error.description, timestamp: time)
        }
    }
}

/// Passes on what an instance reports.
private final class ClassicDelegate: NSObject, NielsenRemarkDelegate, NielsenAppApiDelegate {
    private let name: String
    private let inbox: NoticeInbox
    private let note: @Sendable (NielsenRemark) -> Void

    init(_ name: String, _ inbox: NoticeInbox, _ note: @escaping @Sendable (NielsenRemark) -> Void) {
        self.name = name
        self.inbox = inbox
        self.note = note
    }

    func report(_ kind: NielsenSDKNotice.Kind, code: Int, description: String, timestamp: Double) {
        inbox.expect()
        inbox.hear(
            NielsenSDKNotice(identifier: name, kind: kind, code: code, description: description, timestamp: timestamp)
        )
    }

    func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
        report(.event, event, code: "eventCode", text: "eventDescription")
    }

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        report(.error, error, code: "errorCode", text: "errorDescription")
    }

    func nielsenAppApi(_ appApi: NielsenAppApi, remarked remark: NielsenRemark) {
        note(remark)
    }

    private func report(_ kind: NielsenSDKNotice.Kind, _ values: [AnyHashable: Any], code: String, text: String) {
        report(
            kind,
            code: values[code] as? Int ?? 0,
            description: values[text] as? String ?? "",
            timestamp: (values["timestamp"] as? Date)?.timeIntervalSince1970 ?? 0
        )
    }
}
