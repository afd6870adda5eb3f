// SPDX-License-Identifier: Apache-2.0

import HubServices

extension UserAction {
    /// Reads an action.
    ///
    /// - Parameter node: The action in the file.
    /// - Returns: The action, and what ends it where it lasts `for` some seconds.
    /// - Throws: ``InputFileError`` with the place in the file and what was expected.
    static func read(_ node: ChannelNode) throws(InputFileError) -> (action: UserAction, end: UserAction?) {
        let time = try node.required("at", "seconds since the channel was chosen").seconds()
        let action = try node.required("action", "what the user does")
        let name = try action.text()
        var kind = simple[name]
        if kind == nil { kind = try other(name, node) }
        guard let kind else {
            let known = names.joined(separator: ", ")
            throw action.failure(
                "the action \"\(name.prefix(64))\" is unknown; expected one of \(known)."
                    + Suggestion.text(name, among: names)
            )
        }
        let begin = UserAction(time: time, kind: kind)
        guard let length = try node.optional("for"), name != "buffer" else { return (begin, nil) }
        guard let end = kind.end else {
            let lasting = simple.keys.filter { simple[$0]?.end != nil }.sorted().joined(separator: ", ")
            throw length.failure("\"\(name)\" does not last; \"for\" goes with buffer, \(lasting)")
        }
        return (begin, UserAction(time: time + (try length.seconds()), kind: end))
    }

    /// The actions that are a name and no more.
    private static let simple: [String: Kind] = [
        "play": .play, "pause": .pause, "resume": .resume, "stop": .stop, "background": .background,
        "foreground": .foreground, "leavePage": .leavePage, "optOut": .optOut, "optIn": .optIn, "disable": .disable,
        "enable": .enable, "info": .info, "remote": .remote, "kill": .kill, "relaunch": .relaunch,
        "call": .interrupt(.call), "callEnd": .goOn(.call), "lock": .interrupt(.lock), "unlock": .goOn(.lock),
        "alarm": .interrupt(.alarm), "alarmEnd": .goOn(.alarm), "networkLoss": .interrupt(.network),
        "networkBack": .goOn(.network), "pipStart": .pictureInPicture(true), "pipEnd": .pictureInPicture(false),
    ]

    /// The names of all actions, in the order in which they are described.
    static let names = [
        "play", "pause", "resume", "stop", "seek", "skip", "rate", "buffer", "background", "foreground", "call",
        "callEnd", "lock", "unlock", "alarm", "alarmEnd", "networkLoss", "networkBack", "pipStart", "pipEnd", "kill",
        "relaunch", "clock", "channel", "page", "leavePage", "optOut", "optIn", "disable", "enable", "ott", "info",
        "remote", "track", "sdk",
    ]

    /// The classic calls, with that of web pages.
    private static let calls = [
        "appInfo", "play", "loadMetadata", "playheadPosition", "setPlayheadPosition", "sendID3", "stop", "end",
        "staticEnd", "updateOTT", "userOptOut", "appDisableApi", "ggPM",
    ]

    /// An action with a value; nil for an unknown one.
    private static func other(_ name: String, _ node: ChannelNode) throws(InputFileError) -> Kind? {
        switch name {
        case "seek": return .seek(try node.required("to", "a second of the content").seconds())
        case "skip":
            let seconds = try node.required("by", "seconds, negative to go back").whole(-86_400...86_400)
            return .skip(seconds)
        case "rate": return .rate(try node.required("to", "how fast, 1 for normal").number(0.1...16))
        case "buffer": return .buffer(try node.required("for", "the seconds without data").seconds())
        case "clock":
            let seconds = try node.required("by", "seconds, negative to set it back").whole(-86_400...86_400)
            return .clock(seconds)
        case "channel": return .channel(try node.required("name", "the name of a channel").text())
        case "page": return .page(try node.required("metadata", "the page's metadata").object())
        case "ott": return .ott(try node.required("data", "what updateOTT receives").object())
        case "track": return .track(try node.required("data", "an event for trackEvent").object())
        case "sdk":
            let named = try node.required("name", "the name of a call")
            let name = try named.text()
            guard calls.contains(name) else {
                throw named.failure(
                    "the SDK has no call \"\(name.prefix(64))\"; expected one of \(calls.joined(separator: ", "))."
                        + Suggestion.text(name, among: calls)
                )
            }
            return .sdk(name, try (node.optional("args")?.elements() ?? []).map(\.value))
        default: return nil
        }
    }
}

extension UserAction.Kind {
    /// What ends an action that lasts; nil for one that does not.
    fileprivate var end: Self? {
        switch self {
        case .pause: .resume
        case .background: .foreground
        case .interrupt(let interruption): .goOn(interruption)
        case .pictureInPicture(true): .pictureInPicture(false)
        case .kill: .relaunch
        case .disable: .enable
        default: nil
        }
    }
}
