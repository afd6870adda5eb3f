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

    /// True for calls that are about no lane.
    var isAside: Bool {
        switch self {
        case .updateOTT, .userOptOut: true
        case .play, .loadMetadata, .playheadPosition, .sendID3, .stop, .end, .staticEnd: false
        }
    }

    /// Whether the call is about content or ads, and not about a page beside them.
    var isAboutPlayback: Bool {
        switch self {
        case .play, .playheadPosition, .sendID3, .stop, .end: true
        case .loadMetadata(let values): values["type"]?.lowercased() != "static"
        case .staticEnd, .updateOTT, .userOptOut: false
        }
    }

    /// Whether the call makes the user's choice.
    var isChoice: Bool { if case .userOptOut = self { true } else { false } }

    /// Whether the call comes once a second.
    var isFrequent: Bool {
        switch self {
        case .playheadPosition, .sendID3: true
        case .play, .loadMetadata, .stop, .end, .staticEnd, .updateOTT, .userOptOut: false
        }
    }

    /// Whether the call is about a page.
    var isAboutPages: Bool {
        switch self {
        case .loadMetadata, .staticEnd: !isAboutPlayback
        case .play, .playheadPosition, .sendID3, .stop, .end, .updateOTT, .userOptOut: false
        }
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
