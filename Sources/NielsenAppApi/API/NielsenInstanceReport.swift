// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A report of an instance about what it does, for recorders.
package struct NielsenInstanceReport: Sendable {
    /// What it is about.
    package enum Content: Sendable {
        /// A call of the app, under its documented name.
        case call(name: String, arguments: [JSONValue], age: Duration, origin: CallOrigin? = nil)
        /// Something that happened to the app, the device or the player.
        case lifecycle(NielsenLifecycleEvent)
        case record(NielsenMeasurementRecord)
        case ping(NielsenPing)
        case answer(NielsenPingAnswer)
        case event(code: Int, text: String, time: Int64)
        case error(code: Int, text: String, time: Int64)
        case remark(NielsenRemark)
        /// The configuration that is in force from here on.
        case configuration(NielsenConfiguration)
        /// The identifiers of the device and its user, which a recorder replaces.
        case identity([String])
        /// The instance ends.
        case ended
    }

    /// The identifier under which an extension keeps the instance; nil for an instance that the app uses itself.
    package let identifier: String?
    package let content: Content
}

extension NielsenInstance {
    /// Reports to recorders, if there are any.
    func tell(_ content: @autoclosure () -> NielsenInstanceReport.Content) {
        guard reports.isObserved else { return }
        reports.send(NielsenInstanceReport(identifier: environment.hostedIdentifier, content: content()))
    }

    /// Reports a call of the app.
    ///
    /// - Parameters:
    ///   - name: The documented name.
    ///   - argument: The argument, of any type; nil for none.
    ///   - age: How long ago the call was due.
    func tell(_ name: String, _ argument: @autoclosure () -> Any?, age: Duration = .zero) {
        guard reports.isObserved else { return }
        let argument = NielsenInput.unwrapped(argument()).map { argument in
            (try? JSONValue(any: argument)) ?? .string(CallText.text(name, argument))
        }
        let arguments = argument.map { [$0] } ?? []
        tell(.call(name: name, arguments: arguments, age: age, origin: CallOrigin.current))
    }

    /// Reports a call that was read.
    func tell(_ call: NielsenCall, age: Duration) {
        guard reports.isObserved else { return }
        let arguments = call.recordedArguments
        tell(.call(name: call.name, arguments: arguments, age: age, origin: CallOrigin.current))
    }

    /// What a recorder that comes now would have received before: how the instance was made, and what is in force.
    var openingReports: [NielsenInstanceReport.Content] {
        var contents: [NielsenInstanceReport.Content] = [knownIdentity]
        if let appInfo {
            let values = JSONObject(appInfo.values.mapValues(JSONValue.string))
            contents.append(.call(name: "appInfo", arguments: [.object(values)], age: .zero))
        }
        let (configuration, isWaiting, last) = guarded.withLock { ($0.configuration, $0.waiting != nil, $0.lastEvent) }
        if !isWaiting { contents.append(.configuration(configuration)) }
        if let last { contents.append(.event(code: Int(last.code.rawValue), text: last.code.text, time: last.time)) }
        return contents
    }

    /// The identifiers of the device and its user.
    var knownIdentity: NielsenInstanceReport.Content {
        let (identity, device) = guarded.withLock { ($0.identity, $0.device) }
        let privacy = privacy
        let identifiers = [
            identity.nielsenId, identity.demographicId, identity.firstPartyId, identity.vendorId(device, privacy),
            identity.deviceId(device, privacy), device.vendorId ?? "", device.advertisingId ?? "", device.name,
        ]
        return .identity(identifiers.filter { !$0.isEmpty })
    }
}

extension NielsenCall {
    /// The arguments as JSON.
    fileprivate var recordedArguments: [JSONValue] {
        switch self {
        case .play(let values), .loadMetadata(let values), .updateOTT(let values):
            [.object(JSONObject(values.mapValues(JSONValue.string)))]
        case .playheadPosition(let position): [.int(position)]
        case .sendID3(let text), .userOptOut(let text): [.string(text)]
        case .stop, .end, .staticEnd: []
        }
    }
}

extension NielsenAppApi {
    /// The channel through which the instance reports what it does.
    package var reports: ReportChannel { instance.reports }
    /// What a recorder that comes now would have received before.
    package var openingReports: [NielsenInstanceReport.Content] { instance.openingReports }
    /// The clock of the instance.
    package var clock: any HubClock { instance.environment.clock }
}

extension NielsenEventTracker {
    /// The channel through which the instance reports what it does.
    package var reports: ReportChannel { instance.reports }
    /// What a recorder that comes now would have received before.
    package var openingReports: [NielsenInstanceReport.Content] { instance.openingReports }
    /// The clock of the instance.
    package var clock: any HubClock { instance.environment.clock }
}
