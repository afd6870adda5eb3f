// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The kinds of input of `launchhub validate`.
enum ValidationSubject: Sendable, Hashable {
    /// Input of the SDK's calls, by its rules.
    case input(NielsenValidator.Kind)
    /// The calls of a stream in their order.
    case sequence
    /// A template of pings, or a parameter of one.
    case template
    /// The address of a ping.
    case ping
    /// An SDK configuration.
    case configuration
    /// One file of an SDK configuration as a whole.
    case configurationFile

    /// The kinds, in the order of the help.
    static let all: [ValidationSubject] =
        NielsenValidator.Kind.allCases.map(ValidationSubject.input)
        + [.configurationFile, .sequence, .template, .ping, .configuration]

    /// The name in the command line.
    var name: String {
        switch self {
        case .input(let kind): kind.rawValue
        case .sequence: "sequence"
        case .template: "template"
        case .ping: "ping"
        case .configuration: "configuration"
        case .configurationFile: ConfigurationCheck.kind
        }
    }

    /// Whether a text without braces may be an input.
    var takesText: Bool {
        switch self {
        case .input(let kind): kind == .id3
        case .template, .ping: true
        case .sequence, .configuration, .configurationFile: false
        }
    }

    /// An example of an input, for messages.
    var example: String {
        switch self {
        case .input(.id3): "{\"id\": ..., \"input\": \"www.nielsen.com/...\"}"
        case .template, .ping: "{\"id\": ..., \"input\": \"https://...\"}"
        case .sequence: "{\"t\": 0, \"call\": \"play\", \"args\": [...]}"
        case .input, .configuration, .configurationFile: "{\"id\": ..., \"input\": ...}"
        }
    }
}

/// An input to be checked, out of a value of the file.
struct ValidationInput {
    /// What is checked, or what is wrong with a value that is no input.
    enum Content {
        case value(JSONValue)
        case fault(Finding)
    }

    /// The name of the input: its `id`, or the line that it begins in.
    let id: JSONValue
    let content: Content

    /// Takes an input out of a value: the member `input` of an object, or the whole of a bare value.
    ///
    /// - Parameters:
    ///   - item: The value.
    ///   - isAlone: Whether no other value begins in its line.
    ///   - subject: The kind of input.
    init(_ item: InputValues.Item, isAlone: Bool, _ subject: ValidationSubject) {
        let place: JSONValue = .string(isAlone ? "line \(item.line)" : "line \(item.line), column \(item.column)")
        switch item.content {
        case .failure(let fault):
            id = place
            let right = "expected \(subject.example), or the input alone"
            content = Self.fault(fault.rule, fault.line, fault.sentence(right))
        case .success(let value):
            id = value["id"] ?? place
            if let what = Self.fault(of: value, subject) {
                content = Self.fault("LINE_WITHOUT_INPUT", item.line, what)
            } else {
                content = .value(value["input"] ?? value)
            }
        }
    }

    private static func fault(_ rule: String, _ line: Int, _ what: String) -> Content {
        .fault(Finding(rule: rule, severity: .error, line: line, message: "line \(line): \(what)"))
    }

    /// Says why a value is not an input; nil where it may be one.
    private static func fault(of value: JSONValue, _ subject: ValidationSubject) -> String? {
        switch value {
        case .object(let object):
            guard object["input"] == nil else { return nil }
            return fault(in: object).map { "\($0); expected \(subject.example)" }
        case .array where subject == .sequence || subject == .input(.id3), .string where subject.takesText: return nil
        case .string(let text) where text.contains("{"): return nil
        case .null, .bool, .int, .double, .string, .array:
            return "expected \(subject.example), got \(value.kindDescription)"
        }
    }

    /// Says why an object without `input` is not an input itself; nil where it may be one.
    private static func fault(in object: JSONObject) -> String? {
        let others = object.keys.filter { $0 != "id" }
        guard !others.isEmpty else { return "there is no \"input\"" }
        guard object["id"] != nil, others.count == 1, let name = others.first else { return nil }
        guard let near = Suggestion.closest(name, among: ["input"]), near.changes <= 2 else { return nil }
        return "\"\(VisibleText.line(name))\" is ignored; did you mean \"input\"?"
    }
}
