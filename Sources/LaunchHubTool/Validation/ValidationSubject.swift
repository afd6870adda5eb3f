// SPDX-License-Identifier: Apache-2.0

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
