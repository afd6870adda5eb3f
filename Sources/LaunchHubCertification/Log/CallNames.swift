// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The names of calls and events in logs, in any capitals and with any separators.
enum CallNames {
    /// Finds the kind of a call; nil for `ggPM`, whose first argument names the call.
    static func kind(_ name: String) -> LoggedCall.Kind? {
        let folded = fold(name)
        return folded == "ggpm" ? nil : kinds[folded] ?? .unknown
    }

    /// Finds the kind of a call of `ggPM`.
    ///
    /// - Parameter event: The number or the name of the call.
    /// - Returns: The kind; unknown if no call has that number or name.
    static func kind(ggPM event: JSONValue) -> LoggedCall.Kind {
        let text = event.stringValue.map { $0.filter { !$0.isWhitespace } }
        if let number = event.intValue ?? text.flatMap(Int64.init) {
            return NielsenBridgeEvent(number: number).map(kind) ?? .unknown
        }
        return text.flatMap { NielsenBridgeEvent(name: $0) }.map(kind) ?? .unknown
    }

    private static func kind(_ event: NielsenBridgeEvent) -> LoggedCall.Kind {
        switch event {
        case .initialize: .appInfo
        case .loadMetadata: .loadMetadata
        case .setPlayheadPosition: .playheadPosition
        case .play: .play
        case .stop: .stop
        case .end: .end
        case .sendID3: .sendID3
        case .staticStart: .staticStart
        case .staticEnd: .staticEnd
        case .staticSwitch: .staticSwitch
        case .updateMetadata: .updateMetadata
        case .setVolume: .setVolume
        case .updateOTT: .updateOTT
        case .userOptOut: .userOptOut
        case .trackEvent: .trackEvent
        }
    }

    /// Names without capitals and separators, so that `set_playhead_position` and `playheadPosition:` are found.
    private static func fold(_ name: String) -> String {
        // No name is nearly as long.
        String(
            decoding: name.utf8.prefix(64).compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
                default: nil
                }
            },
            as: UTF8.self
        )
    }

    private static let kinds: [String: LoggedCall.Kind] = [
        "play": .play, "loadmetadata": .loadMetadata, "playheadposition": .playheadPosition,
        "setplayheadposition": .playheadPosition, "sendid3": .sendID3, "stop": .stop, "end": .end,
        "staticstart": .staticStart, "staticend": .staticEnd, "updateott": .updateOTT, "useroptout": .userOptOut,
        "appdisableapi": .appDisableApi, "setappdisableapi": .appDisableApi, "trackevent": .trackEvent,
        "updatemetadata": .updateMetadata, "setvolume": .setVolume,
        "init": .appInfo, "appinfo": .appInfo, "initwithappinfo": .appInfo, "nielsenappapi": .appInfo,
        "eventoccurred": .sdkEvent, "nielsenappapieventoccurred": .sdkEvent,
        "erroroccurred": .sdkError, "nielsenappapierroroccurred": .sdkError,
        "setprivacystatus": .privacyStatus, "collector": .collector,
        "userpause": .interruptionStart(.pause), "userresume": .interruptionEnd(.pause),
        "bufferstart": .bufferStart, "bufferend": .bufferEnd,
        "call": .interruptionStart(.call), "callend": .interruptionEnd(.call),
        "background": .interruptionStart(.background), "foreground": .interruptionEnd(.background),
        "lock": .interruptionStart(.lock), "unlock": .interruptionEnd(.lock),
        "alarm": .interruptionStart(.alarm), "alarmend": .interruptionEnd(.alarm),
        "networkloss": .interruptionStart(.network), "networkback": .interruptionEnd(.network),
        "pipstart": .pictureInPicture(true), "pipend": .pictureInPicture(false),
    ]
}
