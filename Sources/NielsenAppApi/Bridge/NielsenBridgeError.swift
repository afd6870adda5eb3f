// SPDX-License-Identifier: Apache-2.0

/// The reason why a message or call of a page was refused, and what would be right.
///
/// A refused message has no effect: earlier calls, kept or applied, stay as they were.
public struct NielsenBridgeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the refusal.
    package enum Reason: Sendable, Hashable {
        /// The message is neither JSON text nor a dictionary nor a list; the value is its kind.
        case unsupportedMessage(String)
        /// The message has more than `NielsenBridgeMessage.maximumBytes` bytes; the value is its size.
        case tooLarge(Int)
        /// The message is nested deeper than `NielsenBridgeMessage.maximumDepth`.
        case tooDeep
        /// A value is not valid JSON, such as NaN or truncated text; the value is the reader's description.
        case malformed(String)
        /// The `version` is not `NielsenBridgeMessage.version`; the value is the one found.
        case unsupportedVersion(String)
        /// The message has no event.
        case missingEvent
        /// The event has an unknown name or number, or is neither text nor a number.
        case unknownEvent(String)
        /// A tuple has more than `NielsenBridgeMessage.maximumArguments` elements; the value is their number.
        case tooManyArguments(Int)
        /// The parameter of an event is missing; the value describes what is needed.
        case missingParameter(NielsenBridgeEvent, needed: String)
        /// The parameter of an event is of the wrong kind; the values describe what was found and what is needed.
        case invalidParameter(NielsenBridgeEvent, found: String, needed: String)
        /// The event belongs to the interface that the handler was not made for.
        case wrongInterface(NielsenBridgeEvent, NielsenBridgeInterface)
        /// No app information has arrived yet, and no more calls can be kept; the value is the number of kept calls.
        case noRoom(Int)
        /// The app information differs from that in use.
        case alreadyInitialized
        /// The page takes an opt-out back, which the app does not allow.
        case optInNotAllowed
        /// The frame is not one that the app measures; the value is its origin.
        case foreignFrame(String)
        /// The SDK refuses the app information.
        case appInfoRefused(NielsenError)
    }

    /// The reason for the refusal.
    package let reason: Reason
    /// The position in a queue of calls, from 0; nil for a message that is not a queue.
    public let index: Int?
    /// The beginning of what was refused, safe to display: control characters are escaped as `\u{...}`.
    public let excerpt: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: The reason for the refusal.
    ///   - index: The position in a queue of calls, from 0.
    ///   - excerpt: What was refused; it is shortened and made safe to display.
    package init(_ reason: Reason, index: Int? = nil, excerpt: String = "") {
        self.reason = reason
        self.index = index
        self.excerpt = BridgeText.shown(excerpt)
    }

    func placed(at index: Int?, excerpt: @autoclosure () -> String) -> NielsenBridgeError {
        NielsenBridgeError(reason, index: self.index ?? index, excerpt: self.excerpt.isEmpty ? excerpt() : self.excerpt)
    }

    /// A description of what was wrong, where, and what would be right.
    public var description: String {
        let place = index.map { "call \($0) of the queue: " } ?? ""
        let shown = excerpt.isEmpty ? "" : "; it was refused: \(excerpt)"
        return place + explanation + shown
    }

    private var explanation: String {
        switch reason {
        case .unsupportedMessage(let kind):
            "the message is \(kind); send {\"event\", \"param\"} as JSON text or as an object, or a list of such calls"
        case .tooLarge(let bytes):
            "the message has \(bytes) bytes; at most \(NielsenBridgeMessage.maximumBytes) are read, send calls one by one"
        case .tooDeep:
            "the message is nested deeper than \(NielsenBridgeMessage.maximumDepth) levels; flatten it"
        case .malformed(let detail):
            "the message is not JSON: \(BridgeText.shown(detail))"
        case .unsupportedVersion(let version):
            "version is \(version); this handler reads version \(NielsenBridgeMessage.version)"
        case .missingEvent:
            "the message has no event; name one, such as {\"event\": \"play\"}"
        case .unknownEvent(let event):
            "the event \(event) is unknown; use one of "
                + NielsenBridgeEvent.allCases.map(\.rawValue).joined(separator: ", ") + ", or a documented number"
        case .tooManyArguments(let count):
            "the call has \(count) elements; at most \(NielsenBridgeMessage.maximumArguments) are allowed"
        case .missingParameter(let event, let needed):
            "\(event.rawValue) has no param; it needs \(needed)"
        case .invalidParameter(let event, let found, let needed):
            "the param of \(event.rawValue) is \(found); it needs \(needed)"
        case .wrongInterface(let event, let interface):
            "\(event.rawValue) is not a call of the interface \(interface.rawValue); "
                + "make the handler with the other apiType, or send a call of this one"
        case .noRoom(let count):
            "no app information has come and \(count) calls are kept already; send init first"
        case .alreadyInitialized:
            "other app information is in force; make another handler for another app id"
        case .optInNotAllowed:
            "a page may opt the user out, and in again only where the app makes the handler with allowsOptIn"
        case .foreignFrame(let origin):
            "the message is from a frame of \(BridgeText.shown(origin)); make the handler with the origins whose frames "
                + "are measured, without any only the main frame is"
        case .appInfoRefused(let error):
            "the app information was refused: \(BridgeText.shown(error.description)); send init once more"
        }
    }
}
