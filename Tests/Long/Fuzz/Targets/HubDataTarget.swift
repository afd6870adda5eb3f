// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension

/// Data of hub events: the extension answers each, and a call with the same data is answered the same.
struct HubDataTarget: FuzzTarget {
    private static let names = [
        "TrackSDKEvent", "RemoveSDKInstanceEvent", "GetOptoutStatusEvent", "GetAppDisableEvent", "SetAppDisableEvent",
        "GetDemographicIdEvent", "GetOptoutURLEvent", "GetMeterVersionEvent", "InstantiateSDKWithLocalConfigEvent",
        "NoSuchEvent",
    ]

    private let hub = EventHub.shared
    private let identifier: String

    init() {
        NielsenAppSDKExtension.configure(FuzzedInstance().environment)
        do {
            try ACPCore.registerExtension(NielsenAppSDKExtension.self)
        } catch {
            fail("the extension cannot be registered: \(error)")
        }
        let started = DispatchSemaphore(value: 0)
        hub.start { started.signal() }
        started.wait()
        let made = NielsenAppSDKExtension.instantiateSDK(withConfiguration: FuzzedInstance.appInfo)
        guard let identifier = made["identifier"] as? String else { fail("no instance: \(made)") }
        self.identifier = identifier
    }

    func run(_ input: Data) {
        guard let first = input.first, var data = FuzzChecks.object(input.dropFirst()) else { return }
        let name = Self.names[Int(first) % Self.names.count]
        if data["identifier"] == "?" { data["identifier"] = .string(identifier) }
        let answer = answer(name, data)
        guard let code = answer["code"]?.intValue else { fail("an answer without a code: \(answer)") }
        require((5001...5012).contains(code), "no such code: \(code)")
        FuzzChecks.message(answer["description"]?.stringValue ?? "none")
        if name == "InstantiateSDKWithLocalConfigEvent", let made = answer["identifier"]?.stringValue {
            _ = NielsenAppSDKExtension.removeSDK(withIdentifier: made)
        }
        guard name == "TrackSDKEvent", let track = data["data"]?.objectValue else { return }
        let call = NielsenAppSDKExtension.trackEvent(
            track.anyDictionary,
            forSDKWithIdentifier: data["identifier"]?.stringValue
        )
        require(call["code"] as? Int == Int(code), "a call is answered otherwise than an event: \(call) \(answer)")
    }

    private func answer(_ name: String, _ data: JSONObject) -> JSONObject {
        let event: Event
        do throws(EventError) {
            event = try Event(
                name: name,
                type: NielsenInstanceEvent.type,
                source: NielsenInstanceEvent.source,
                data: data
            )
        } catch {
            fail("read data is no data of an event: \(error)")
        }
        let answered = DispatchSemaphore(value: 0)
        let answer = Locked<JSONObject?>(nil)
        hub.request(event) { outcome in
            answer.withLock { $0 = outcome.response?.data }
            answered.signal()
        }
        answered.wait()
        guard let answer = answer.withLock({ $0 }) else { fail("nobody answers \(name)") }
        return answer
    }
}
