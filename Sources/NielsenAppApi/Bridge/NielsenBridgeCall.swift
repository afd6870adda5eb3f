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

/// Reading of the parameter of an event.
extension NielsenBridgeCall {
    /// Makes a call from an event and its parameter.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - param: The parameter; nil and `null` both mean none.
    /// - Throws: ``NielsenBridgeError`` if the parameter is missing or of the wrong kind.
    package init(_ event: NielsenBridgeEvent, param: JSONValue?) throws(NielsenBridgeError) {
        let param = Parameter(event: event, value: param)
        self =
            switch event {
            case .initialize: .initialize(try param.object("the app information, an object with at least appid"))
            case .loadMetadata: .loadMetadata(try param.object("the metadata, an object"))
            case .setPlayheadPosition: .setPlayheadPosition(try param.number("the playhead in seconds"))
            case .play: .play(try param.optionalObject("the channel information, an object, or nothing"))
            case .stop: .stop(param.lastPosition)
            case .end: .end(param.lastPosition)
            case .sendID3: .sendID3(try param.text("the payload, a text that is not empty"))
            case .staticStart: .staticStart(try param.page(try param.object("the page's metadata, an object")))
            case .staticEnd: .staticEnd
            case .staticSwitch: .staticSwitch(try param.optionalPage("the next page's metadata, an object, or nothing"))
            case .updateMetadata: .updateMetadata(try param.object("the values that have changed, an object"))
            case .setVolume: .setVolume(try param.number("the volume, a number"))
            case .updateOTT: .updateOTT(try param.object("an object with ottStatus"))
            case .userOptOut: .userOptOut(try param.text("one of the two documented addresses, a text"))
            case .trackEvent: .trackEvent(try param.object("the event, an object"))
            }
    }

    private struct Parameter {
        let event: NielsenBridgeEvent
        let value: JSONValue?

        init(event: NielsenBridgeEvent, value: JSONValue?) {
            self.event = event
            self.value = value?.isNull == true ? nil : value
        }

        private func given(_ needed: String) throws(NielsenBridgeError) -> JSONValue {
            guard let value else { throw NielsenBridgeError(.missingParameter(event, needed: needed)) }
            return value
        }

        private func wrong(_ found: String, _ needed: String) -> NielsenBridgeError {
            NielsenBridgeError(.invalidParameter(event, found: found, needed: needed))
        }

        func object(_ needed: String) throws(NielsenBridgeError) -> JSONObject {
            let value = try given(needed)
            switch value {
            case .object(let object):
                return object
            case .string(let text):
                // Pages also send objects as text, as the SDK's own calls accept them.
                guard !BridgeText.isNested(text, deeperThan: NielsenBridgeMessage.maximumDepth) else {
                    throw NielsenBridgeError(.tooDeep)
                }
                guard let object = try? JSONObject(jsonText: text) else {
                    throw wrong("a text that is not JSON with an object", needed)
                }
                return object
            case .null, .bool, .int, .double, .array:
                throw wrong(value.kindDescription, needed)
            }
        }

        func optionalObject(_ needed: String) throws(NielsenBridgeError) -> JSONObject? {
            // Pages send empty text if they have no channel.
            if value == nil || value == .string("") { return nil }
            return try object(needed)
        }

        /// Returns the metadata of a page, with its type if the page left it out.
        func page(_ object: JSONObject) throws(NielsenBridgeError) -> JSONObject {
            var object = object
            if let type = object["type"], type.stringValue?.lowercased() != NielsenLane.static.rawValue {
                throw wrong("an object whose type is not static", "the metadata of a static page")
            }
            object["type"] = .string(NielsenLane.static.rawValue)
            return object
        }

        func optionalPage(_ needed: String) throws(NielsenBridgeError) -> JSONObject? {
            guard let object = try optionalObject(needed) else { return nil }
            return try page(object)
        }

        func text(_ needed: String) throws(NielsenBridgeError) -> String {
            let value = try given(needed)
            guard let text = value.stringValue else { throw wrong(value.kindDescription, needed) }
            guard text.contains(where: { !$0.isWhitespace }) else { throw wrong("an empty text", needed) }
            return text
        }

        func number(_ needed: String) throws(NielsenBridgeError) -> Double {
            let value = try given(needed)
            guard let number = value.doubleValue ?? value.stringValue.flatMap(Double.init), number.isFinite else {
                throw wrong(value.stringValue == nil ? value.kindDescription : "a text that is not a number", needed)
            }
            return number
        }

        /// The position that a page adds to `stop` and `end`, which happen whatever it is.
        var lastPosition: Double? {
            if value == nil || value == .string("") { return nil }
            return (try? number("the playhead in seconds")) ?? .nan
        }
    }
}
