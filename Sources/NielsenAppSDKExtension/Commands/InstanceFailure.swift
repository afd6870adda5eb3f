// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

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
