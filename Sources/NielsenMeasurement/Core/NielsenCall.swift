// SPDX-License-Identifier: Apache-2.0

/// A call of the classic API, checked and ready to be measured.
public enum NielsenCall: Sendable, Hashable {
    /// `play`, with the channel information.
    case play([String: String])
    /// `loadMetadata`
    case loadMetadata([String: String])
    /// `playheadPosition`, in seconds of the asset or since 1970.
    case playheadPosition(Int64)
    /// `sendID3`
    case sendID3(String)
    /// `stop`
    case stop
    /// `end`
    case end
    /// `staticEnd`
    case staticEnd
    /// `updateOTT`
    case updateOTT([String: String])
    /// `userOptOut`, with one of the two accepted texts.
    case userOptOut(String)

    /// What a call is about.
    enum Subject: Sendable {
        /// Content or ads.
        case playback
        /// A page beside them.
        case page
        /// What all of them are told with.
        case other
    }

    /// What the call is about.
    var subject: Subject {
        switch self {
        case .play, .playheadPosition, .sendID3, .stop, .end: .playback
        case .loadMetadata(let values): values["type"]?.lowercased() == "static" ? .page : .playback
        case .staticEnd: .page
        case .updateOTT, .userOptOut: .other
        }
    }

    /// Whether the call makes the user's choice.
    package var isChoice: Bool { if case .userOptOut = self { true } else { false } }

    /// Whether the call comes once a second.
    package var isFrequent: Bool {
        switch self {
        case .playheadPosition, .sendID3: true
        case .play, .loadMetadata, .stop, .end, .staticEnd, .updateOTT, .userOptOut: false
        }
    }

    /// `userOptOut` with the text of a choice.
    package static func choice(_ isOptedOut: Bool) -> NielsenCall {
        .userOptOut(isOptedOut ? "nielsenappsdk://1" : "nielsenappsdk://0")
    }

    /// The call's documented name.
    public var name: String {
        switch self {
        case .play: "play"
        case .loadMetadata: "loadMetadata"
        case .playheadPosition: "playheadPosition"
        case .sendID3: "sendID3"
        case .stop: "stop"
        case .end: "end"
        case .staticEnd: "staticEnd"
        case .updateOTT: "updateOTT"
        case .userOptOut: "userOptOut"
        }
    }
}
