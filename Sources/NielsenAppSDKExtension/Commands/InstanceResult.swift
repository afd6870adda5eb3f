// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The result of a call or event, from which both flows make their dictionaries.
struct InstanceResult: Sendable {
    var code: NielsenAppSDKExtensionResultCode
    var description: String
    var identifier: String?
    /// The value that was requested, with its documented key.
    var value: (key: String, value: JSONValue)?

    static func success(
        _ description: String,
        identifier: String? = nil,
        value: (key: String, value: JSONValue)? = nil
    ) -> InstanceResult {
        InstanceResult(code: .success, description: description, identifier: identifier, value: value)
    }

    init(
        code: NielsenAppSDKExtensionResultCode,
        description: String,
        identifier: String? = nil,
        value: (key: String, value: JSONValue)? = nil
    ) {
        self.code = code
        self.description = description
        self.identifier = identifier
        self.value = value
    }

    init(_ failure: InstanceFailure, identifier: String? = nil) {
        self.init(code: failure.code, description: failure.description, identifier: identifier)
    }

    /// The result as the data of an event.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "Result".
    var json: JSONObject { JSONObject(members) }

    /// The result as the dictionary of a call.
    var dictionary: [String: Any] {
        let members = members
        var dictionary = [String: Any](minimumCapacity: members.count)
        for (key, value) in members { dictionary[key] = value.anyValue }
        return dictionary
    }

    /// The members that both flows pass on, under their documented keys.
    private var members: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        members.reserveCapacity(4)
        members.append(("code", .int(Int64(code.rawValue))))
        members.append(("description", .string(description)))
        if let identifier { members.append(("identifier", .string(identifier))) }
        if let value { members.append((value.key, value.value)) }
        return members
    }
}

/// The reason why a command could not be executed.
///
/// The texts are stable and say what to do; programs should use the code.
enum InstanceFailure: Error, Sendable {
    case noRemoteConfiguration(RemoteSettings.Problem)
    case noLocalConfiguration
    case missingIdentifier
    case missingTrackData
    case missingAppId
    case refused(NielsenError)
    case noInstance
    case noValue(String)
    case thrown(String)
    case unknownEvent(String)
    case wrongEnvelope(key: String, needed: String, found: String)
    case noJSON(String)

    var code: NielsenAppSDKExtensionResultCode {
        switch self {
        case .noRemoteConfiguration: .noRemoteConfiguration
        case .noLocalConfiguration: .noLocalConfiguration
        case .missingIdentifier, .missingTrackData, .missingAppId: .missingParameter
        case .refused: .sdkInstantiationFailure
        case .noInstance: .noSDKInstance
        case .noValue: .unexpected
        case .thrown: .exceptionOccured
        case .unknownEvent, .wrongEnvelope, .noJSON: .invalidEventReceived
        }
    }

    var description: String {
        switch self {
        case .noRemoteConfiguration(let problem):
            problem.description
        case .noLocalConfiguration:
            "There is no local configuration. Pass a dictionary with at least \"appid\"; an event has it under \"data\"."
        case .missingIdentifier:
            "There is no identifier. Pass the string that instantiating the SDK returned; an event has it under "
                + "\"identifier\"."
        case .missingTrackData:
            "There is nothing to track. Pass a dictionary with at least \"event\"; an event has it under \"data\"."
        case .missingAppId:
            "The configuration has no \"appid\". Add the id that was assigned to the app."
        case .refused(let error):
            "The SDK refused the configuration: \(error)"
        case .noInstance:
            "There is no SDK instance under this identifier. Instantiate the SDK and use the identifier it returns."
        case .noValue(let name):
            "The SDK has no \(name) to give."
        case .thrown(let error):
            "An error was thrown inside: \(error)"
        case .unknownEvent(let name):
            "There is no event named \"\(name)\". The names are: "
                + InstanceEventName.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .wrongEnvelope(let key, let needed, let found):
            "\"\(key)\" is \(found), but \(needed) is needed."
        case .noJSON(let why):
            "The configuration is not a JSON object: \(why)."
        }
    }
}
