// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices
import LaunchHub
import LaunchHubTesting
import NielsenAppApi
import NielsenAppSDKExtension

/// The extension with its events and its calls, and what the documents say that each is answered with.
package struct InstancesModel: ModelCheck {
    /// Whom a step is about.
    package enum Subject: Sendable {
        /// One of those that were made, removed ones among them.
        case made(Int)
        case unknown
        case empty
        case missing
    }

    package enum Action: Sendable {
        case instantiate
        case instantiateWithNothing
        case instantiateWithoutAppId
        case instantiateRefused
        case instantiateRemote
        case remove(Subject)
        case track(Subject, optOut: Bool?)
        case trackNothing(Subject)
        case disable(Bool, Subject)
        case optOutStatus(Subject)
        case appDisable(Subject)
        case demographicId(Subject)
        case optOutURL(Subject)
        case meterVersion(Subject)
    }

    package enum Step: Sendable, CustomStringConvertible {
        /// A call, or an event whose answer is waited for.
        case ask(Action, byEvent: Bool)
        /// An event whose answer nobody waits for: what is called after it sees its effect.
        case tell(Action)
        case publishRemote
        case unknownEvent
        case wrongTruth(Subject)
        case wait(Int)

        package var description: String {
            switch self {
            case .ask(let action, let byEvent): "\(action)\(byEvent ? " by an event" : "")"
            case .tell(let action): "\(action) by an event that nobody waits for"
            case .publishRemote: "a remote configuration comes"
            case .unknownEvent: "an event of an unknown name"
            case .wrongTruth(let subject): #"SetAppDisableEvent with "maybe" for \#(subject)"#
            case .wait(let seconds): "\(seconds) s go by"
            }
        }
    }

    package static let name = "instances"
    package static let stepsOfALife = 100

    package static func step(_ dice: inout SeededGenerator) -> Step {
        switch dice.below(24) {
        case 0: .publishRemote
        case 1: .unknownEvent
        case 2: .wrongTruth(subject(&dice))
        case 3: .wait(dice.below(40))
        case 4...7: .tell(action(&dice))
        default: .ask(action(&dice), byEvent: dice.below(2) == 0)
        }
    }

    private static func subject(_ dice: inout SeededGenerator) -> Subject {
        switch dice.below(16) {
        case 0: .unknown
        case 1: .empty
        case 2: .missing
        default: .made(dice.below(64))
        }
    }

    private static func action(_ dice: inout SeededGenerator) -> Action {
        let subject = subject(&dice)
        return switch dice.below(24) {
        case 0...2: .instantiate
        case 3: .instantiateWithNothing
        case 4: .instantiateWithoutAppId
        case 5: .instantiateRefused
        case 6: .instantiateRemote
        case 7, 8: .remove(subject)
        case 9...12: .track(subject, optOut: [nil, nil, true, false][dice.below(4)])
        case 13: .trackNothing(subject)
        case 14: .disable(true, subject)
        case 15, 16: .disable(false, subject)
        case 17, 18: .optOutStatus(subject)
        case 19, 20: .appDisable(subject)
        case 21: .demographicId(subject)
        case 22: .optOutURL(subject)
        default: .meterVersion(subject)
        }
    }

    // MARK: - The model

    /// Every identifier that was ever given, in order.
    private var made: [String] = []
    /// Those in use, and whether each is disabled.
    private var isDisabled: [String: Bool] = [:]
    private var isOptedOut = false
    private var hasRemote = false

    /// What the documents say about an answer.
    private struct Expected {
        var code: Int
        var identifier: String?
        /// The key and the value that was asked for; a text that is not known beforehand is any.
        var value: (key: String, number: Int?)?
        var isNew = false
        /// True where the text that was asked for is there and empty.
        var isEmpty = false
    }

    private mutating func expect(_ action: Action) -> Expected {
        switch action {
        case .instantiate: return Expected(code: 5001, isNew: true)
        case .instantiateWithNothing: return Expected(code: 5004)
        case .instantiateWithoutAppId: return Expected(code: 5005)
        case .instantiateRefused: return Expected(code: 5006)
        case .instantiateRemote: return hasRemote ? Expected(code: 5001, isNew: true) : Expected(code: 5003)
        case .remove(let subject):
            return about(subject) { model, id in
                model.isDisabled[id] = nil
                return Expected(code: 5001)
            }
        case .track(let subject, let optOut):
            return about(subject) { model, id in
                if let optOut { model.isOptedOut = optOut }
                return Expected(code: 5001, identifier: id)
            }
        case .trackNothing(let subject):
            // What is missing is reported before who is unknown.
            let id = identifier(subject)
            guard let id, !id.isEmpty else { return Expected(code: 5005) }
            return Expected(code: 5005, identifier: isDisabled[id] == nil ? nil : id)
        case .disable(let disabled, let subject):
            return about(subject) { model, id in
                model.isDisabled[id] = disabled
                return Expected(code: 5001, identifier: id, value: ("app_disable", disabled ? 1 : 0))
            }
        case .optOutStatus(let subject):
            return about(subject) { model, id in
                Expected(code: 5001, identifier: id, value: ("optout_status", model.isOptedOut ? 1 : 0))
            }
        case .appDisable(let subject):
            return about(subject) { model, id in
                Expected(code: 5001, identifier: id, value: ("app_disable", model.isDisabled[id] == true ? 1 : 0))
            }
        case .demographicId(let subject):
            // After an opt-out there are no identifiers.
            return about(subject) { model, id in
                Expected(code: 5001, identifier: id, value: ("demographic_id", nil), isEmpty: model.isOptedOut)
            }
        case .optOutURL(let subject):
            return about(subject) { Expected(code: 5001, identifier: $1, value: ("optout_url", nil)) }
        case .meterVersion(let subject):
            return about(subject) { Expected(code: 5001, identifier: $1, value: ("meter_version", nil)) }
        }
    }

    private mutating func about(_ subject: Subject, _ body: (inout Self, String) -> Expected) -> Expected {
        guard let id = identifier(subject), !id.isEmpty else { return Expected(code: 5005) }
        guard isDisabled[id] != nil else { return Expected(code: 5010) }
        return body(&self, id)
    }

    private func identifier(_ subject: Subject) -> String? {
        switch subject {
        case .made(let number): made.isEmpty ? "nobody" : made[number % made.count]
        case .unknown: "nobody"
        case .empty: ""
        case .missing: nil
        }
    }

    // MARK: - The part

    private let test: TestHub
    private let service: NielsenInstanceService

    package init(seed: UInt64) throws {
        test = TestHub(seed: seed)
        service = NielsenInstanceService(
            settings: .init(environment: NielsenEnvironment(clock: test.clock, log: .disabled))
        )
        try service.register(with: test.hub)
        test.start()
    }

    package mutating func apply(_ step: Step) throws -> String? {
        switch step {
        case .ask(let action, let byEvent):
            let expected = expect(action)
            let answer = byEvent ? try request(try event(action)) : call(action)
            return compare(answer, expected)
        case .tell(let action):
            switch action {
            // Who makes an instance has to wait for its identifier.
            case .instantiate, .instantiateRemote: return nil
            default: break
            }
            _ = expect(action)
            test.hub.dispatch(try event(action))
            return nil
        case .publishRemote:
            hasRemote = true
            test.hub.configuration.update(["nielsen.ios": .object(Self.configuration)])
            test.run()
            return nil
        case .unknownEvent:
            let event = try Self.event("ExplainSDKEvent", [:])
            return compare(try request(event), Expected(code: 5012))
        case .wrongTruth(let subject):
            var data: JSONObject = ["app_disable": "maybe"]
            let id = identifier(subject)
            data["identifier"] = id.map { .string($0) }
            guard let id, !id.isEmpty else {
                return compare(try request(try Self.event("SetAppDisableEvent", data)), Expected(code: 5005))
            }
            let expected = Expected(code: 5012, identifier: isDisabled[id] == nil ? nil : id)
            return compare(try request(try Self.event("SetAppDisableEvent", data)), expected)
        case .wait(let seconds):
            test.advance(by: .seconds(seconds))
            return nil
        }
    }

    package mutating func finish() -> String? {
        test.run()
        let left = isDisabled.keys.sorted()
        defer { test.shutDown() }
        return service.identifiers == left ? nil : "instances are \(service.identifiers) and not \(left)"
    }

    private static let configuration: JSONObject = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "sfcode": "dcr"]

    private static func track(_ optOut: Bool?) -> JSONObject {
        var event: JSONObject = [
            "event": "playhead", "type": "content", "playheadPosition": "1",
            "metadata": ["content": ["type": "content", "assetid": "film", "length": "60"]],
        ]
        event["optout"] = optOut.map { .string($0 ? "1" : "0") }
        return event
    }

    private static func event(_ name: String, _ data: JSONObject) throws -> Event {
        try Event(name: name, type: NielsenInstanceEvent.type, source: NielsenInstanceEvent.source, data: data)
    }

    private func event(_ action: Action) throws -> Event {
        func about(_ subject: Subject, _ data: JSONObject = [:]) -> JSONObject {
            var data = data
            data["identifier"] = identifier(subject).map { .string($0) }
            return data
        }
        let (name, data): (String, JSONObject) =
            switch action {
            case .instantiate: ("InstantiateSDKWithLocalConfigEvent", ["data": .object(Self.configuration)])
            case .instantiateWithNothing: ("InstantiateSDKWithLocalConfigEvent", [:])
            case .instantiateWithoutAppId: ("InstantiateSDKWithLocalConfigurationEvent", ["data": ["sfcode": "dcr"]])
            case .instantiateRefused: ("InstantiateSDKWithLocalConfigEvent", ["data": ["appid": ""]])
            case .instantiateRemote: ("InstantiateSDKWithRemoteConfigEvent", [:])
            case .remove(let subject): ("RemoveSDKInstanceEvent", about(subject))
            case .track(let subject, let optOut):
                ("TrackSDKEvent", about(subject, ["data": .object(Self.track(optOut))]))
            case .trackNothing(let subject): ("TrackSDKEvent", about(subject, ["data": [:]]))
            case .disable(let disabled, let subject):
                ("SetAppDisableEvent", about(subject, ["app_disable": .int(disabled ? 1 : 0)]))
            case .optOutStatus(let subject): ("GetOptoutStatusEvent", about(subject))
            case .appDisable(let subject): ("GetAppDisableEvent", about(subject))
            case .demographicId(let subject): ("GetDemographicIdEvent", about(subject))
            case .optOutURL(let subject): ("GetOptoutURLEvent", about(subject))
            case .meterVersion(let subject): ("GetMeterVersionEvent", about(subject))
            }
        return try Self.event(name, data)
    }

    private func request(_ event: Event) throws -> [String: Any]? {
        test.request(event)?.response?.data.anyDictionary
    }

    private func call(_ action: Action) -> [String: Any]? {
        switch action {
        case .instantiate: service.instantiateSDK(withConfiguration: Self.configuration.anyDictionary)
        case .instantiateWithNothing: service.instantiateSDK(withConfiguration: nil)
        case .instantiateWithoutAppId: service.instantiateSDK(withConfiguration: ["sfcode": "dcr"])
        case .instantiateRefused: service.instantiateSDK(withConfiguration: ["appid": ""])
        case .instantiateRemote: service.instantiateSDKWithRemoteConfiguration()
        case .remove(let subject): service.removeSDK(withIdentifier: identifier(subject))
        case .track(let subject, let optOut):
            service.trackEvent(Self.track(optOut).anyDictionary, forSDKWithIdentifier: identifier(subject))
        case .trackNothing(let subject): service.trackEvent([:], forSDKWithIdentifier: identifier(subject))
        case .disable(let disabled, let subject):
            service.setAppDisable(disabled, forSDKWithIdentifier: identifier(subject))
        case .optOutStatus(let subject): service.optOutStatusForSDK(withIdentifier: identifier(subject))
        case .appDisable(let subject): service.appDisableForSDK(withIdentifier: identifier(subject))
        case .demographicId(let subject): service.demographicIdForSDK(withIdentifier: identifier(subject))
        case .optOutURL(let subject): service.optOutURLForSDK(withIdentifier: identifier(subject))
        case .meterVersion(let subject): service.meterVersionForSDK(withIdentifier: identifier(subject))
        }
    }

    private mutating func compare(_ answer: [String: Any]?, _ expected: Expected) -> String? {
        guard let answer else { return "there is no answer" }
        let code = answer["code"].flatMap { ($0 as? Int) ?? ($0 as? Int64).map(Int.init) }
        guard code == expected.code else { return "the answer is \(answer) and not \(expected.code)" }
        guard let text = answer["description"] as? String, !text.isEmpty else { return "\(answer) says nothing" }
        let identifier = answer["identifier"] as? String
        var keys: Set<String> = ["code", "description"]
        if expected.isNew {
            guard let identifier, !made.contains(identifier) else { return "there is no new identifier in \(answer)" }
            made.append(identifier)
            isDisabled[identifier] = false
            keys.insert("identifier")
        } else {
            guard identifier == expected.identifier else { return "\(answer) has another identifier" }
            if identifier != nil { keys.insert("identifier") }
        }
        if let value = expected.value {
            keys.insert(value.key)
            let found = answer[value.key]
            let isRight =
                value.number.map { number in (found as? Int) == number || (found as? Int64) == Int64(number) }
                ?? ((found as? String)?.isEmpty == expected.isEmpty)
            guard isRight else { return "\(answer) has another \(value.key)" }
        }
        return Set(answer.keys) == keys ? nil : "\(answer) has other keys than \(keys.sorted())"
    }
}
