// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// The lines of what an instance reports.
extension SessionScript {
    mutating func add(_ content: NielsenInstanceReport.Content, of name: String, to text: inout LineText) {
        switch content {
        case .call(let call, let arguments, let age, let origin):
            let step = beginStep(of: name, inCommand: false)
            var line = LineText()
            begin("call", step: step, &line)
            line.add("instance", name)
            line.add("name", call)
            if !arguments.isEmpty { line.add("args", redactor.value(.array(arguments))) }
            if age > .zero { line.add("age", age.nanoseconds / 1_000_000) }
            if let origin { line.add("origin", origin.rawValue) }
            line.end()
            if call == "appInfo" { instances[name]?.opening = line }
            text.append(lines: line)
        case .lifecycle(let event): add(event, of: name, to: &text)
        case .identity(let identifiers): redactor.learn(identifiers)
        case .configuration(let configuration):
            instances[name]?.configuration = configuration
            begin("configuration", &text)
            text.add("of", "instance")
            text.add("instance", name)
            text.add("configuration", redactor.configuration(configuration.recorded))
            text.end()
        case .ended:
            // An extension ends it with a command, which is the step that its last pings belong to.
            guard instances[name]?.isInCommand != true else { return }
            addLifecycle("shutdown", [], of: name, to: &text)
            instances[name]?.isEnded = true
            instances[name]?.opening = LineText()
        case .record, .ping, .answer, .event, .error, .remark: addResult(content, of: name, to: &text)
        }
    }

    private mutating func add(_ event: NielsenLifecycleEvent, of name: String, to text: inout LineText) {
        switch event {
        case .media(let media): addLifecycle("media", [.string(media.rawValue)], of: name, to: &text)
        default: addLifecycle(event.loggedName, [], of: name, to: &text)
        }
    }

    private mutating func addLifecycle(
        _ event: String,
        _ arguments: [JSONValue],
        of name: String,
        to text: inout LineText
    ) {
        let step = beginStep(of: name, inCommand: false)
        begin("lifecycle", step: step, &text)
        text.add("instance", name)
        text.add("event", event)
        if !arguments.isEmpty { text.add("args", .array(arguments)) }
        text.end()
    }

    // MARK: - Results

    private mutating func addResult(
        _ content: NielsenInstanceReport.Content,
        of name: String,
        to text: inout LineText
    ) {
        let step = stepForResult(of: name, &text)
        switch content {
        case .record(let record): addLine("record", "record", record.json, step, name, &text)
        case .ping(let ping): add(ping, step, name, &text)
        case .event(let code, let words, let time):
            addNotice("event", code, words, time, step, name, &text)
        case .error(let code, let words, let time):
            addNotice("error", code, words, time, step, name, &text)
        case .remark(let remark):
            let json: JSONObject = [
                "identifier": .string(name), "code": .string(remark.code.rawValue), "message": .string(remark.message),
            ]
            addLine("remark", "remark", json, step, name, &text)
        case .answer(let answer): add(answer, step, name, &text)
        case .call, .lifecycle, .configuration, .identity, .ended: break
        }
    }

    private mutating func addNotice(
        _ kind: String,
        _ code: Int,
        _ words: String,
        _ time: Int64,
        _ step: Int64,
        _ name: String,
        _ text: inout LineText
    ) {
        let json: JSONObject = [
            "identifier": .string(name), "kind": .string(kind), "code": .int(Int64(code)),
            "description": .string(words), "timestamp": .double(Double(time) / 1000),
        ]
        addLine("notice", "notice", json, step, name, &text)
    }

    private mutating func addLine(
        _ kind: String,
        _ key: StaticString,
        _ json: JSONObject,
        _ step: Int64,
        _ name: String,
        _ text: inout LineText
    ) {
        begin(kind, step: step, &text)
        text.add("instance", name)
        text.add(key, redactor.object(json))
        text.end()
    }

    private mutating func add(_ ping: NielsenPing, _ step: Int64, _ name: String, _ text: inout LineText) {
        let configuration = instances[name]?.configuration ?? NielsenConfiguration()
        let table = NielsenPingTable(ping.url, configuration)
        let shown = RedactedPing(table, of: ping.url, body: ping.body, ping.json, &redactor)
        begin("ping", step: step, &text)
        text.add("instance", name)
        text.add("template", shown.template)
        text.add("parameters", shown.parameters)
        text.add("ping", shown.json)
        text.end()
        guard let credit = instances[name]?.credits.add(ping) else { return }
        begin("credit", step: step, &text)
        text.add("instance", name)
        text.add("view", Int64(credit.view))
        text.add("assetid", credit.total.assetid)
        text.add("lane", credit.total.lane)
        text.add("seconds", credit.total.seconds)
        text.add("segments", .array(credit.total.segments.map(JSONValue.int)))
        text.end()
    }

    private mutating func add(_ answer: NielsenPingAnswer, _ step: Int64, _ name: String, _ text: inout LineText) {
        begin("answer", step: step, &text)
        text.add("instance", name)
        text.add("ping", answer.pingId)
        switch answer.outcome {
        case .received(let status, let body):
            text.add("outcome", "received")
            text.add("status", Int64(status))
            text.add("body", redactor.text(String(body.prefix(4_096))))
        case .failed(let reason):
            text.add("outcome", "failed")
            text.add("reason", reason)
        }
        text.end()
    }
}

extension NielsenLifecycleEvent {
    /// The name in call logs.
    fileprivate var loggedName: String {
        switch self {
        case .launch: "launch"
        case .foreground: "foreground"
        case .background: "background"
        case .terminate: "terminate"
        case .interruptionBegan(let interruption): interruption.loggedNames.begin
        case .interruptionEnded(let interruption): interruption.loggedNames.end
        case .pictureInPicture(let isOn): isOn ? "pipStart" : "pipEnd"
        case .media: "media"
        }
    }
}

extension NielsenInterruption {
    fileprivate var loggedNames: (begin: String, end: String) {
        switch self {
        case .pause: ("userPause", "userResume")
        case .networkLoss: ("networkLoss", "networkBack")
        case .call: ("call", "callEnd")
        case .alarm: ("alarm", "alarmEnd")
        case .buffering: ("bufferStart", "bufferEnd")
        case .deviceLock: ("lock", "unlock")
        case .background: ("background", "foreground")
        case .channelChange: ("channelChange", "channelChangeEnd")
        case .headphonesUnplugged: ("headphonesUnplugged", "headphonesPlugged")
        }
    }
}

extension NielsenConfiguration {
    /// The configuration as a recording shows it: the members of its file, and what the app and the reading add.
    fileprivate var recorded: JSONObject {
        var recorded = inForce
        recorded["meterVersion"] = .string(meterVersion)
        recorded["loopbackCollector"] = plan.loopbackCollector.map(JSONValue.string)
        if !plan.unencrypted.isEmpty { recorded["unencrypted"] = .array(plan.unencrypted.map(JSONValue.string)) }
        if !remarks.isEmpty { recorded["remarks"] = .array(remarks.prefix(20).map(JSONValue.string)) }
        return recorded
    }
}
