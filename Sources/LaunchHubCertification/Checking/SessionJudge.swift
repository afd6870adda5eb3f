// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Judges the lines of a recorded session, each instance of the SDK on its own.
struct SessionJudge {
    /// No session has as many; those beyond share one judgement.
    private static let limit = 64

    let isForProduction: Bool
    /// The identifiers of the instances, in the order in which they were made, and the judgement of each.
    ///
    /// Arrays, because a judgement in one is changed where it is: it is too large to be copied for each line.
    private var order: [String] = []
    private var judges: [Certifier] = []
    /// The app information of an instance whose identifier comes with its result.
    private var waiting: LoggedCall?
    private var privacy: JSONValue?
    private var settings: JSONValue?
    private var sawLoopback = false

    // The results of instances that have ended.
    private var findings: [Finding] = []
    /// The findings that are known when the session ends.
    private var lastFindings: [Finding] = []
    private var verdicts: Set<CheckCase.Verdict> = []
    /// The results of the cases; nil where no instance has ended.
    private var ended: [CheckCase]?

    init(isForProduction: Bool) { self.isForProduction = isForProduction }

    /// Reads a line.
    mutating func read(_ line: JSONObject, line number: Int) throws(LogFault) {
        if line["schema"] != nil {
            use(line["configuration"])
            return
        }
        guard let kind = line["kind"]?.stringValue else {
            throw LogFault(rule: .lineWithoutCall, message: "The line of a session has no \"kind\".")
        }
        let time = Double(line["t"]?.intValue ?? 0) / 1000
        func call(_ kind: LoggedCall.Kind, _ argument: JSONValue?) -> LoggedCall {
            LoggedCall(line: number, time: time, kind: kind, name: "", arguments: [argument ?? .null])
        }
        switch kind {
        case "action": action(line, call)
        case "call", "lifecycle": self.call(line, number: number, time: time)
        case "configuration" where line["of"] == "hub": use(line["configuration"])
        case "result": begin(line["result"]?["identifier"]?.stringValue ?? "")
        case "notice":
            guard let notice = line["notice"], notice["kind"] == "event" || notice["kind"] == "error" else { return }
            let identifier = notice["identifier"]?.stringValue ?? ""
            // An instance reports before whoever made it has its identifier.
            if !order.contains(identifier) { begin(identifier) }
            apply(call(notice["kind"] == "event" ? .sdkEvent : .sdkError, notice), to: identifier)
        case "ping":
            guard !sawLoopback, let url = line["ping"]?["url"], let first = order.first else { return }
            sawLoopback = true
            apply(call(.collector, url), to: first)
        default: break
        }
    }

    private mutating func action(_ line: JSONObject, _ call: (LoggedCall.Kind, JSONValue?) -> LoggedCall) {
        let data = line["data"]
        let identifier = data?["identifier"]?.stringValue ?? ""
        switch line["name"]?.stringValue {
        case "InstantiateSDKWithLocalConfigEvent": waiting = call(.appInfo, data?["data"])
        case "InstantiateSDKWithRemoteConfigEvent": waiting = call(.appInfo, settings)
        case "TrackSDKEvent": apply(call(.trackEvent, data?["data"]), to: identifier)
        case "SetAppDisableEvent": apply(call(.appDisableApi, data?["app_disable"]), to: identifier)
        case "RemoveSDKInstanceEvent":
            guard let place = order.firstIndex(of: identifier) else { return }
            order.remove(at: place)
            end(judges.remove(at: place))
        default: break
        }
    }

    private mutating func use(_ configuration: JSONValue?) {
        privacy = configuration?["global.privacy"] ?? privacy
        settings = configuration?["nielsen.ios"] ?? settings
    }

    /// Judges a call of an instance that is used without the extension, or an event of the app or the player.
    private mutating func call(_ line: JSONObject, number: Int, time: Double) {
        guard let name = (line["name"] ?? line["event"])?.stringValue, let kind = CallNames.kind(name) else { return }
        // What no rule is about, such as a change of the media, is not a mistake.
        if kind == .unknown, line["kind"] == "lifecycle" { return }
        let call = LoggedCall(
            line: number,
            time: time,
            kind: kind,
            name: name,
            arguments: line["args"]?.arrayValue ?? []
        )
        apply(call, to: line["instance"]?.stringValue ?? "")
    }

    /// Begins the judgement of the instance that was made last.
    private mutating func begin(_ identifier: String) {
        guard let call = waiting else { return }
        waiting = nil
        // What was not told to the log is not judged: the app information of a remote configuration.
        if call.arguments != [.null] { apply(call, to: identifier) } else { ensure(identifier) }
        guard let privacy else { return }
        let status = LoggedCall(
            line: call.line,
            time: call.time,
            kind: .privacyStatus,
            name: "global.privacy",
            arguments: [privacy]
        )
        apply(status, to: identifier)
    }

    /// Returns the place of an instance, which is new if it is not known; those beyond the limit share the first one's.
    @discardableResult
    private mutating func ensure(_ identifier: String) -> Int {
        if let place = order.firstIndex(of: identifier) { return place }
        guard order.count < Self.limit else { return 0 }
        order.append(identifier)
        judges.append(Certifier(isForProduction: isForProduction))
        return order.count - 1
    }

    private mutating func apply(_ call: LoggedCall, to identifier: String) {
        let place = ensure(identifier)
        judges[place].apply(call)
        if judges[place].hasFindings { hasFindings = true }
    }

    /// Whether findings are complete.
    private(set) var hasFindings = false

    /// Returns the findings that are complete, and forgets them.
    mutating func removeFindings() -> [Finding] {
        hasFindings = false
        var complete = findings
        findings = []
        for place in judges.indices { complete += judges[place].removeFindings() }
        return complete
    }

    /// Ends the judgement of an instance.
    private mutating func end(_ instance: Certifier) {
        var instance = instance
        findings += instance.removeFindings()
        verdicts.insert(instance.finish())
        lastFindings += instance.removeFindings()
        guard let before = ended else {
            ended = instance.results
            return
        }
        ended = zip(before, instance.results).map { (old, new) -> CheckCase in
            switch (old.verdict, new.verdict) {
            case (.pass, _), (_, .undecidable), (.fail, .fail): old
            case (.fail, .pass), (.undecidable, .pass), (.undecidable, .fail): new
            }
        }
    }

    /// Ends the judgement of every instance.
    mutating func finish() -> CheckCase.Verdict {
        for judge in judges { end(judge) }
        judges = []
        order = []
        hasFindings = true
        findings += lastFindings
        lastFindings = []
        return verdicts.contains(.fail) ? .fail : verdicts.contains(.pass) ? .pass : .undecidable
    }

    /// The results of the cases: one instance that passes a case decides it.
    var results: [CheckCase] { ended ?? Certifier().results }
}
