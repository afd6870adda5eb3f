// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubSession
import NielsenAppApi
import SegmentNielsenDCR

/// The command `launchhub segment`.
struct SegmentCommand: Command {
    static let syntax = CommandSyntax(
        name: "segment",
        summary: "show the SDK calls that a stream of Segment events leads to",
        discussion: [
            "Reads Video Spec events, one a line, and writes the SDK calls that the Segment destination makes,",
            "in virtual time, under the event that causes them, and what is credited in the end; with --json the",
            "calls alone, as {\"method\", \"args\"}. The lines:",
            "  {\"type\": \"track\", \"event\", \"properties\", \"integrations\", \"context\"}",
            "  {\"type\": \"screen\" or \"page\", \"name\", \"properties\", \"integrations\", \"context\"}",
            "  {\"advance_seconds\": 10}            lets time pass, with a heartbeat each second",
            "  {\"clock_unix_seconds\": 1700000000} sets the time of day, for live streams",
            "  {\"settings\": {...}}                sets the destination's settings from here on",
            "  {\"type\": \"reset\"}                  ends the stream, as when the user changes",
            "  {\"type\": \"shutdown\"}               ends the stream and the destination",
            "A line that cannot be read is a finding, and the lines after it are read all the same.",
        ],
        for: SegmentCommand.init
    ) {
        $0.argument(\.file, .text("FILE"), "JSON Lines; \"-\" or nothing for standard input")
        $0.option("--settings", \.settings, .text("FILE"), "the destination's settings, a JSON object")
        $0.flag("--markers", \.showsMarkers, "also show where the heartbeat starts and stops")
    }

    var common = CommonOptions()
    private var file: String?
    private var settings: String?
    private var showsMarkers = false

    func run(_ console: Console) async throws -> ExitCode {
        let settings = try settings.map { path in try Self.read(path, console) }
        let lines = try InputLines(file)
        var run = SegmentRun(settings: settings ?? NielsenDCRSettings())
        var writer = SegmentWriter(console, showsMarkers: showsMarkers)
        var problems = 0
        try lines.forEach { number, line in
            var remarks: [String] = []
            let input: SegmentLine
            do {
                input = try SegmentLine(line, isFirst: number == 1, remarks: &remarks)
            } catch {
                problems += 1
                writer.flush()
                console.remark("\(lines.name), line \(number): \(error)")
                return
            }
            for remark in remarks { console.remark("\(lines.name), line \(number): \(remark).") }
            if let title = input.title { writer.begin(title, line: number) }
            run.apply(input) { effect, time in writer.write(effect, at: time) }
            writer.end()
        }
        writer.flush()
        if !console.isJSON { console.write(run.summary(problems: problems)) }
        return problems == 0 ? .success : .findings
    }

    private static func read(_ path: String, _ console: Console) throws -> NielsenDCRSettings {
        let object: JSONObject
        do {
            object = try JSONObject(jsonData: InputLines.all(path))
        } catch let error as FileFailure {
            throw error
        } catch {
            throw UsageError(description: "\(path): \(error); a JSON object such as {\"appId\": \"P...\"} is right.")
        }
        var problems: [String] = []
        let own = object["settings"]?.objectValue ?? object
        let settings = NielsenDCRSettings(own, problems: &problems)
        for problem in problems { console.remark("\(path): \(problem).") }
        return settings
    }
}
