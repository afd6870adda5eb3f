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

    /// The identifiers of the device and its user.
    var knownIdentity: NielsenInstanceReport.Content {
        let (identity, device) = guarded.withLock { ($0.identity, $0.core.device) }
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

/// What both interfaces of an instance have for the other modules of the package.
package protocol InstanceFacade: AnyObject, Sendable {
    var instance: NielsenInstance { get }
}

extension NielsenAppApi: InstanceFacade {}
extension NielsenEventTracker: InstanceFacade {}

extension InstanceFacade {
    /// The channel through which the instance reports what it does.
    package var reports: ReportChannel { instance.reports }
    /// The clock of the instance.
    package var clock: any HubClock { instance.environment.clock }

    /// What a recorder that comes now would have received before: how the instance was made, and what is in force.
    package var openingReports: [NielsenInstanceReport.Content] {
        var contents: [NielsenInstanceReport.Content] = [instance.knownIdentity]
        if let appInfo = instance.appInfo {
            let values = JSONObject(appInfo.values.mapValues(JSONValue.string))
            contents.append(.call(name: "appInfo", arguments: [.object(values)], age: .zero))
        }
        let (configuration, isWaiting, last) = instance.guarded.withLock {
            ($0.configuration, $0.core.isWaiting, $0.lastEvent)
        }
        if !isWaiting { contents.append(.configuration(configuration)) }
        if let last { contents.append(.event(code: last.code, text: last.text, time: last.time)) }
        return contents
    }

    /// Stops as the end of the process would stop it.
    ///
    /// - Returns: The stream whose open views the place for pings has.
    package func abandon() -> String {
        instance.abandon()
        return instance.stream
    }
}

/// What makes calls of the SDK in the app's place, for recordings.
package enum CallOrigin: String, Sendable, Hashable {
    /// A page of a web view.
    case bridge
    /// The events of another library.
    case segment

    @TaskLocal private static var now: CallOrigin?

    /// The origin of the calls that are being made; nil for those of the app.
    package static var current: CallOrigin? { now }

    /// Makes calls that recordings name the origin of.
    ///
    /// - Parameter calls: Makes the calls, on the thread of the caller.
    package func make(_ calls: () -> Void) { Self.$now.withValue(self, operation: calls) }
}
