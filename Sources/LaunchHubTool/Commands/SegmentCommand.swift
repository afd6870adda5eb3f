// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR

/// The command `launchhub segment`.
struct SegmentCommand: Command {
    static let syntax = CommandSyntax(
        name: "segment",
        summary: "check a stream of Segment events, and show the SDK calls that it leads to",
        discussion: [
            "Reads Video Spec events, as an app sends them or as Segment exports them, and writes the SDK calls",
            "that the Segment destination makes, in virtual time, under the event that causes them, what is wrong",
            "with the event, and what is credited in the end. The file has JSON values in a row, one a line or",
            "laid out over several, or one array of them:",
            "  {\"type\": \"track\", \"event\", \"properties\", \"integrations\", \"context\", \"timestamp\"}",
            "  {\"type\": \"screen\" or \"page\", \"name\", \"properties\", \"integrations\", \"context\"}",
            "  {\"type\": \"identify\", \"group\" or \"alias\", ...}  passes without a call",
            "  {\"batch\": [...]}                   several events at once",
            "  {\"advance_seconds\": 10}            lets time pass, with a heartbeat each second",
            "  {\"clock_unix_seconds\": 1700000000} sets the time of day, for live streams",
            "  {\"settings\": {...}}                sets the destination's settings from here on",
            "  {\"type\": \"reset\"}                  ends the stream, as when the user changes",
            "  {\"type\": \"shutdown\"}               ends the stream and the destination",
            "Time passes from the timestamp of one event to that of the next, or by advance_seconds between them.",
            "A value that cannot be read is a finding, and those after it are read all the same. Findings are",
            "unknown events that begin with Video, missing metadata, positions that are not numbers, timestamps",
            "that are unreadable or go backwards, and the SDK's own errors; launchhub validate --explain RULE",
            "says more. The exit code is 1 if one of them is an error.",
            "With --json the output is the calls alone, {\"method\", \"args\"}, and standard error has the findings; with",
            "--format json it is a line for each event, {\"kind\", \"time\", \"line\", \"event\", \"calls\", \"credit\",",
            "\"findings\"}. With --plan a tracking plan is checked for the events and properties that the destination",
            "needs, with or without a FILE of events.",
        ],
        examples: [
            "launchhub segment events.jsonl",
            "launchhub segment events.jsonl --format json",
        ],
        for: SegmentCommand.init
    ) {
        $0.argument(\.file, .text("FILE"), "JSON; \"-\" or nothing for standard input")
        $0.allowEmpty(\.allowsEmpty)
        $0.option("--settings", \.settings, .text("FILE"), "the destination's settings, a JSON object")
        $0.option("--plan", \.plan, .text("FILE"), "check a tracking plan of Segment's Protocols, a JSON object")
        $0.option("--format", \.format, .choice("FORM"), "text, json (a line for each event), junit or sarif")
        $0.flag("--markers", \.showsMarkers, "also show where the heartbeat starts and stops")
    }

    var common = CommonOptions()
    private var file: String?
    private var settings: String?
    private var allowsEmpty = false
    private var plan: String?
    private var format: CheckForm?
    private var showsMarkers = false

    private func form() throws(UsageError) -> SegmentForm {
        guard let format else { return common.isJSON ? .calls : .text }
        guard !common.isJSON else {
            throw UsageError("--json and --format exclude each other; --format json has the calls too.")
        }
        switch format {
        case .text: return .text
        case .json: return .events
        case .junit, .sarif: return .findings(format)
        }
    }

    func run(_ console: Console) async throws -> ExitCode {
        let form = try form()
        let settings = try settings.map { path in try Self.read(path, console) } ?? NielsenDCRSettings()
        var planHasErrors = false
        if let plan {
            let output: CheckForm = if case .findings(let form) = form { form } else { form == .text ? .text : .json }
            planHasErrors = try Self.check(plan: plan, settings, output, console)
            if file == nil { return planHasErrors ? .findings : .success }
        }
        let hasErrors = try check(settings, form, console)
        return hasErrors || planHasErrors ? .findings : .success
    }

    /// Plays the events; returns whether there was an error.
    private func check(_ settings: NielsenDCRSettings, _ form: SegmentForm, _ console: Console) throws -> Bool {
        var values = try InputValues(file)
        let name = values.name
        var run = SegmentRun(settings: settings)
        var writer = SegmentWriter(console, form, file: name, showsMarkers: showsMarkers)
        var problems = 0
        try values.forEach { item in
            switch item.content {
            case .failure(let fault):
                problems += 1
                writer.close(run.credits)
                let finding = Finding(rule: fault.rule, severity: .error, message: fault.sentence(Self.right))
                writer.reportUnreadable(finding, line: fault.line, at: run.elapsed)
            case .success(let value):
                for entry in SegmentInput.entries(of: item, value) where !Self.play(entry, &run, &writer, console) {
                    problems += 1
                }
            }
        }
        writer.close(run.credits)
        writer.finish()
        if form == .text { console.write(run.summary(problems: problems) + Self.count(writer)) }
        if run.isEmpty, problems == 0, !allowsEmpty { throw UsageError.empty(file, "no event") }
        return writer.errors > 0
    }

    private static let right =
        #"expected {"type": "track", "event": "Video Content Started", "properties": {...}} or "#
        + #"{"advance_seconds": 10}"#

    /// Plays one event; returns false if it cannot be read.
    private static func play(
        _ entry: SegmentInput.Entry,
        _ run: inout SegmentRun,
        _ writer: inout SegmentWriter,
        _ console: Console
    ) -> Bool {
        var remarks: [String] = []
        let input: SegmentLine
        do {
            input = try SegmentLine(entry.value, remarks: &remarks)
        } catch {
            writer.close(run.credits)
            writer.reportUnreadable(Finding(.lineNotEvent, "\(error)"), line: entry.line, at: run.elapsed)
            return false
        }
        for remark in remarks { console.remark("\(writer.name), line \(entry.line): \(remark).") }
        var findings: [Finding] = []
        if let title = input.title {
            let stamp = SegmentInput.timestamp(of: entry.value)
            let found = run.pass(to: stamp, line: entry.line) { effect, time in writer.write(effect, at: time) }
            // What the time until here led to belongs to the event before.
            writer.report(run.findingsOfSDK(), line: writer.line ?? entry.line, at: run.elapsed)
            writer.close(run.credits)
            writer.begin(title, line: entry.line, at: run.elapsed)
            findings += [found].compactMap { $0 }
        }
        findings += run.apply(input) { effect, time in writer.write(effect, at: time) }
        let isAboutUser = if case .user = input { true } else { false }
        writer.end(findings, line: writer.line ?? entry.line, at: run.elapsed, isAboutUser: isAboutUser)
        return true
    }

    private static func count(_ writer: SegmentWriter) -> [String] {
        let counts = [(writer.errors, "error"), (writer.warnings, "warning")].filter { $0.0 > 0 }
        guard !counts.isEmpty else { return [] }
        return ["Found: " + counts.map { CheckText.counted($0.0, $0.1) }.joined(separator: ", ") + "."]
    }

    private static func read(_ path: String, _ console: Console) throws -> NielsenDCRSettings {
        let object: JSONObject
        do {
            object = try JSONObject(jsonData: InputLines.all(path))
        } catch let error as FileFailure {
            throw error
        } catch {
            throw UsageError("\(path): \(error); a JSON object such as {\"appId\": \"P...\"} is right.")
        }
        var problems: [String] = []
        let own = object["settings"]?.objectValue ?? object
        let settings = NielsenDCRSettings(own, problems: &problems)
        for problem in problems { console.remark("\(path): \(problem).") }
        return settings
    }

    // MARK: - Plans

    /// Checks a tracking plan, and writes what is wrong with it; returns whether there is an error in it.
    private static func check(
        plan path: String,
        _ settings: NielsenDCRSettings,
        _ form: CheckForm,
        _ console: Console
    ) throws -> Bool {
        var bytes = Array(try InputLines.all(path))
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let text: JSONSourceText
        do throws(JSONFault) {
            text = try JSONSourceText(bytes)
        } catch {
            let fault = InputFault(of: bytes, line: 1, column: 1)
            let what =
                "\(path), line \(fault.line): \(fault.text); a tracking plan is {\"rules\": {\"events\": [...]}}."
            throw UsageError(what)
        }
        let check = SegmentPlanCheck(text, settings: settings)
        var writer = CheckWriter(form, command: "segment --plan") { console.write($0) }
        let ordered = check.findings.enumerated().sorted {
            ($0.element.place.line, $0.offset) < ($1.element.place.line, $1.offset)
        }
        for (_, placed) in ordered {
            var finding = placed.finding
            finding.file = path
            finding.line = placed.place.line
            writer.add(finding)
        }
        return writer.finish().total == .fail
    }
}
