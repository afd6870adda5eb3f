// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A call of a page, ready to be applied.
///
/// The SDK validates the contents of metadata, as it does for an app: a call with invalid values is still a call.
package enum NielsenBridgeCall: Sendable, Hashable {
    /// The start of the SDK with this app information.
    case initialize(JSONObject)
    /// `loadMetadata`
    case loadMetadata(JSONObject)
    /// `playheadPosition`, in seconds of the asset or since 1970, as the page's player gives it: with a fraction.
    case setPlayheadPosition(Double)
    /// `play`, with the channel information if there is any.
    case play(JSONObject?)
    /// `stop`, after the last position of the playhead if the page sends it; not a number where that cannot be read.
    case stop(Double?)
    /// `end`, after the last position of the playhead if the page sends it; not a number where that cannot be read.
    case end(Double?)
    /// `sendID3`
    case sendID3(String)
    /// `loadMetadata` of a static page.
    case staticStart(JSONObject)
    /// `staticEnd`
    case staticEnd
    /// `staticEnd`, then `loadMetadata` of the next page if there is one.
    case staticSwitch(JSONObject?)
    /// `loadMetadata` of what is playing, with these values replacing earlier ones.
    case updateMetadata(JSONObject)
    /// The volume of the player; the SDK has no such call.
    case setVolume(Double)
    /// `updateOTT`
    case updateOTT(JSONObject)
    /// `userOptOut`
    case userOptOut(String)
    /// `trackEvent`
    case trackEvent(JSONObject)

    /// The event for this call.
    package var event: NielsenBridgeEvent {
        switch self {
        case .initialize: .initialize
        case .loadMetadata: .loadMetadata
        case .setPlayheadPosition: .setPlayheadPosition
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

    /// The approximate size of the call, in bytes.
    var size: Int {
        switch self {
        case .initialize(let object), .loadMetadata(let object), .staticStart(let object), .updateMetadata(let object),
            .updateOTT(let object), .trackEvent(let object):
            JSONValue.object(object).bridgeSize
        case .play(let object), .staticSwitch(let object): object.map { JSONValue.object($0).bridgeSize } ?? 1
        case .sendID3(let text), .userOptOut(let text): text.utf8.count
        case .setPlayheadPosition, .stop, .end, .staticEnd, .setVolume: 8
        }
    }
}

extension JSONValue {
    /// The approximate size of the value as text, in bytes.
    ///
    /// The value is not nested deeper than ``JSONValue/maximumDepth``.
    var bridgeSize: Int {
        switch self {
        case .null, .bool, .int, .double: 8
        case .string(let text): text.utf8.count + 3
        case .array(let elements): elements.reduce(2) { $0 + $1.bridgeSize }
        case .object(let members): members.reduce(2) { $0 + $1.key.utf8.count + 4 + $1.value.bridgeSize }
        }
    }
}
