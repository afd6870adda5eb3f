// SPDX-License-Identifier: Apache-2.0

/// Why something that a page sent was refused, and what would be right.
///
/// What is refused has no effect: nothing was done, and what was kept or applied before it is as it was.
public struct NielsenBridgeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was wrong.
    public enum Reason: Sendable, Hashable {
        /// A message that is neither JSON text nor a dictionary nor a list; what it is instead.
        case unsupportedMessage(String)
        /// A message of more than ``NielsenBridgeMessage/maximumBytes`` bytes; how many it has.
        case tooLarge(Int)
        /// A message nested deeper than ``NielsenBridgeMessage/maximumDepth``.
        case tooDeep
        /// A value that is not JSON, such as NaN or text that is cut off; what the reader says.
        case malformed(String)
        /// A `version` that is not ``NielsenBridgeMessage/version``; what it is instead.
        case unsupportedVersion(String)
        /// A message without an event.
        case missingEvent
        /// An event of an unknown name or number, or one that is neither text nor a number.
        case unknownEvent(String)
        /// A tuple with more than ``NielsenBridgeMessage/maximumArguments`` elements; how many it has.
        case tooManyArguments(Int)
        /// An event without the parameter that it needs; what is needed.
        case missingParameter(NielsenBridgeEvent, needed: String)
        /// An event with a parameter of the wrong kind; what it is, and what is needed.
        case invalidParameter(NielsenBridgeEvent, found: String, needed: String)
        /// An event of the interface that the handler was not made for.
        case wrongInterface(NielsenBridgeEvent, NielsenBridgeInterface)
        /// No app information has come yet, and there is no room to keep more; how many calls are kept.
        case noRoom(Int)
        /// App information other than that in force.
        case alreadyInitialized
        /// App information that the SDK refuses.
        case appInfoRefused(NielsenError)
    }

    /// What was wrong.
    public let reason: Reason
    /// The place in a queue of calls, from 0; nil for a message that is no queue.
    public let index: Int?
    /// The beginning of what was refused, safe to be shown: control characters are written out as `\u{...}`.
    public let excerpt: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: What was wrong.
    ///   - index: The place in a queue of calls, from 0.
    ///   - excerpt: What was refused; it is shortened and made safe to be shown.
    public init(_ reason: Reason, index: Int? = nil, excerpt: String = "") {
        self.reason = reason
        self.index = index
        self.excerpt = BridgeText.shown(excerpt)
    }

    func placed(at index: Int?, excerpt: String) -> NielsenBridgeError {
        NielsenBridgeError(reason, index: self.index ?? index, excerpt: self.excerpt.isEmpty ? excerpt : self.excerpt)
    }

    /// What was wrong, where, and what would be right.
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
            "\(event.rawValue) is no call of the interface \(interface.rawValue); "
                + "make the handler with the other apiType, or send a call of this one"
        case .noRoom(let count):
            "no app information has come and \(count) calls are kept already; send init first"
        case .alreadyInitialized:
            "other app information is in force; make another handler for another app id"
        case .appInfoRefused(let error):
            "the app information was refused: \(BridgeText.shown(error.description)); send init once more"
        }
    }
}
