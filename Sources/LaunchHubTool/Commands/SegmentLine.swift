// SPDX-License-Identifier: Apache-2.0

import HubServices
import SegmentNielsenDCR

/// One value of a stream of Segment events.
enum SegmentLine: Sendable {
    case track(SegmentTrackEvent)
    case screen(SegmentScreenEvent)
    case settings(NielsenDCRSettings)
    case clock(Int64)
    case advance(Duration)
    case reset, shutdown
    case optOut(String)
    /// A call of the host library that is about the user and not about what plays.
    case user(String)

    /// A name for diagnostics; nil for what is not an event.
    var title: String? {
        switch self {
        case .track(let event): event.event
        case .screen(let screen): ["screen", screen.name ?? screen.category].compactMap { $0 }.joined(separator: " ")
        case .reset: "reset"
        case .shutdown: "shutdown"
        case .optOut: "userOptOutStatus"
        case .user(let type): type
        case .settings, .clock, .advance: nil
        }
    }

    /// The furthest that one line may let time pass: a day, with a heartbeat each second.
    private static let mostSeconds: Double = 86_400

    /// The types of events about the user, or an object of the app, which make no call.
    private static let userTypes: Set<String> = ["identify", "group", "alias", "delete", "object", "set"]

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - remarks: Gets what was odd without being wrong.
    /// - Throws: What is wrong with it.
    init(_ value: JSONValue, remarks: inout [String]) throws(LineFault) {
        guard let line = value.objectValue else {
            throw LineFault("expected \(Self.right), got \(value.kindDescription)")
        }
        if let settings = line["settings"], !Self.isEvent(line) {
            guard let object = settings.objectValue else {
                throw Self.wrong("settings is \(settings.kindDescription)", #"{"settings": {"appId": "P..."}}"#)
            }
            self = .settings(NielsenDCRSettings(object, problems: &remarks))
        } else if let seconds = line["clock_unix_seconds"] {
            guard let seconds = seconds.intValue, seconds.magnitude < 1_000_000_000_000 else {
                throw Self.wrong("clock_unix_seconds is \(Self.shown(seconds))", #"{"clock_unix_seconds": 1700000000}"#)
            }
            self = .clock(seconds)
        } else if let seconds = line["advance_seconds"] {
            guard let number = seconds.doubleValue, (0...Self.mostSeconds).contains(number) else {
                let what = "advance_seconds is \(Self.shown(seconds)) and must be from 0 to \(Int(Self.mostSeconds))"
                throw Self.wrong(what, #"{"advance_seconds": 10}"#)
            }
            self = .advance(.milliseconds(Int64((number * 1_000).rounded())))
        } else {
            self = try Self.event(line)
        }
    }

    /// Whether an object is an event of the host library, which may have members of any name.
    private static func isEvent(_ line: JSONObject) -> Bool { line["type"] != nil || line["event"] != nil }

    // MARK: - Events

    private static let right =
        #"{"type": "track", "event": "Video Content Started", "properties": {...}} or {"advance_seconds": 10}"#

    private static let rightEvent = #"{"type": "track", "event": "Video Content Started", "properties": {...}}"#

    private static func event(_ line: JSONObject) throws(LineFault) -> SegmentLine {
        let given: JSONValue? = line["type"] ?? (line["event"] == nil ? Optional.none : .string("track"))
        let type = given?.stringValue?.lowercased()
        if let type, userTypes.contains(type) { return .user(type) }
        let properties = try object("properties", line)
        let integrations = try object("integrations", line)
        let context = try object("context", line)
        switch type {
        case "track":
            guard let event = line["event"]?.stringValue else {
                let what = line["event"].map { "event is \($0.kindDescription)" } ?? "there is no event"
                throw wrong(what, rightEvent)
            }
            return .track(
                SegmentTrackEvent(
                    event: event,
                    properties: properties,
                    integrations: integrations,
                    context: context
                )
            )
        case "screen", "page":
            return .screen(
                SegmentScreenEvent(
                    name: try text("name", line),
                    category: try text("category", line),
                    properties: properties,
                    integrations: integrations,
                    context: context
                )
            )
        case "reset": return .reset
        case "shutdown": return .shutdown
        case "api":
            guard line["method"] == "userOptOutStatus", let url = line["args"]?[0]?.stringValue else {
                let example = #"{"type": "api", "method": "userOptOutStatus", "args": ["nielsenappsdk://1"]}"#
                throw wrong("this method is not known", example)
            }
            return .optOut(url)
        case nil where given == nil:
            let names = line.keys.prefix(5).map { "\"\($0.prefix(32))\"" }.joined(separator: ", ")
            throw wrong(names.isEmpty ? "the object is empty" : "there is no \"type\", only \(names)", right)
        default:
            let known = ["track", "screen", "page", "identify", "group", "alias", "reset", "shutdown"]
            let types = "\"track\", \"screen\", \"page\", \"identify\", \"group\", \"alias\", \"reset\" or \"shutdown\""
            let meant = type.map { Suggestion.text($0, among: known) } ?? ""
            let what = "the type is \(shown(given ?? .null)) and must be \(types)"
            let gap = meant.isEmpty ? "; expected " : ".\(meant) Expected "
            throw LineFault(what + gap + rightEvent)
        }
    }

    private static func object(_ key: String, _ line: JSONObject) throws(LineFault) -> JSONObject {
        switch line[key] {
        case nil, .null: return [:]
        case .object(let object): return object
        case .some(let other): throw wrong("\(key) is \(other.kindDescription)", #"{"\#(key)": {...}}"#)
        }
    }

    private static func text(_ key: String, _ line: JSONObject) throws(LineFault) -> String? {
        switch line[key] {
        case nil, .null: return nil
        case .string(let text): return text
        case .some(let other): throw wrong("\(key) is \(other.kindDescription)", #"{"type": "screen", "name": "Main"}"#)
        }
    }

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .array, .object: value.kindDescription
        case .null, .bool, .int, .double, .string: String(value.jsonText.prefix(64))
        }
    }

    private static func wrong(_ what: String, _ right: String) -> LineFault {
        LineFault(what + (what.hasSuffix("?") ? " Expected " : "; expected ") + right)
    }
}

/// The events of a file, out of whatever it wraps them in.
enum SegmentInput {
    /// A value that should be an event.
    typealias Entry = (line: Int, value: JSONValue)

    /// The members under which the host library sends several events at once.
    private static let wrappers = ["batch", "events", "messages"]

    /// Returns the events of a value of the file: those of a batch, or the value itself.
    static func entries(of item: InputValues.Item, _ value: JSONValue) -> [Entry] {
        guard let object = value.objectValue, object["type"] == nil, object["event"] == nil else {
            return [(line: item.line, value: value)]
        }
        for name in wrappers {
            guard let elements = object[name]?.arrayValue, elements.contains(where: { $0.objectValue != nil }) else {
                continue
            }
            let lines = lines(of: elements.count, under: name, item)
            return elements.enumerated().map { index, element in
                // A batch may be for some destinations as a whole.
                guard let all = object["integrations"], var event = element.objectValue, event["integrations"] == nil
                else { return (line: lines[index], value: element) }
                event["integrations"] = all
                return (line: lines[index], value: .object(event))
            }
        }
        return [(line: item.line, value: value)]
    }

    private static func lines(of count: Int, under name: String, _ item: InputValues.Item) -> [Int] {
        guard let text = try? JSONSourceText(item.bytes) else { return Array(repeating: item.line, count: count) }
        let paths = (0..<count).map { [JSONSourceText.Step.member(name), .element($0)] }
        return text.places(of: paths).map { item.line + $0.line - 1 }
    }

    /// The time of an event, under the first of its names that has one.
    static func timestamp(of value: JSONValue) -> JSONValue? {
        for name in ["timestamp", "originalTimestamp", "original_timestamp"] {
            if let time = value[name], !time.isNull { return time }
        }
        return nil
    }
}
