// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// The command `launchhub report`.
struct ReportCommand: Command {
    static let syntax = CommandSyntax(
        name: "report",
        summary: "make an HTML page from a recorded session",
        discussion: [
            "Writes one self-contained page: the verdict of certify with its findings and cases, tracks over time,",
            "credited minutes and why, notices, pings with each parameter, records, timeline. The page loads nothing",
            "from elsewhere.",
        ],
        examples: ["launchhub report session.jsonl -o session.html"],
        for: ReportCommand.init
    ) {
        $0.argument(\.file, .text("FILE"), "a session file; \"-\" or nothing for standard input")
        $0.option("--svg", \.image, .text("FILE"), "write the tracks over time as an image, too; without -o alone")
        $0.option("--output", short: "-o", \.output, .text("HTML"), "where the page goes (default: standard output)")
        $0.force(\.force)
        $0.allowEmpty(\.allowsEmpty)
    }

    var common = CommonOptions()
    private var file: String?
    private var output: String?
    private var image: String?
    private var force = false
    private var allowsEmpty = false

    func run(_ console: Console) async throws -> ExitCode {
        let output = output.flatMap { $0 == "-" ? nil : $0 }
        if console.isJSON, output == nil, image == nil {
            throw UsageError("--json prints the path of the page; name a file with -o.")
        }
        let pageFile = try output.map { try OutputFile($0, .page, force: force, inputs: [file]) }
        let imageFile = try image.map { try OutputFile($0, .image, force: force, inputs: [file]) }
        if let output, let image, URL(fileURLWithPath: output).standardized == URL(fileURLWithPath: image).standardized
        {
            throw UsageError("--output and --svg are both \(output); name two files.")
        }
        let input = try SessionInput.open(file, remark: console.remark)
        try SessionInput.check(input.source.outline, file, isPlayed: false, allowsEmpty: allowsEmpty)
        let model =
            input.source.outline.hasPings
            ? try await Self.model(of: input.source) : try await Self.model(of: input, console)
        try imageFile?.write(TrackImage(model).text)
        if image == nil || output != nil {
            let page = ReportPage.text(model.json)
            guard let pageFile else {
                console.write(page)
                return .success
            }
            try pageFile.write(page)
        }
        if console.isJSON {
            var summary: JSONObject = ["kind": "summary", "steps": .number(model.outline.steps)]
            summary["report"] = output.map(JSONValue.string)
            summary["image"] = image.map(JSONValue.string)
            console.write(summary)
        } else {
            if let output { console.write("Report: \(output)") }
            if let image { console.write("Image: \(image)") }
        }
        return .success
    }

    /// Reads a recording with its pings, step by step.
    private static func model(of source: any SessionSource) async throws -> SessionModel {
        var model = SessionModel()
        var judge = StepJudge(source.outline.header, hasPings: true)
        model.explanation = try await SessionExplanation(source, callee: .staticMethods) { read in
            model.add(read.step)
            judge.add(read.step, line: read.line)
        }
        model.outline = source.outline
        model.certification = judge.finish().shown { finding in
            // A finding on the first line is about the whole session.
            let isOfStep = finding.line ?? 0 > 1
            return isOfStep ? finding.time.map { Int64(($0 * 1000).rounded()) } : nil
        }
        return model
    }

    /// Reads a recording without pings, or a log of calls, and plays it; keeps its steps.
    private static func model(of input: SessionInput.Opened, _ console: Console) async throws -> SessionModel {
        let (recorded, lines) = try input.load()
        let session = try await withPings(recorded, input.source.outline, console)
        var model = SessionModel(session)
        model.explanation = try await SessionExplanation(session, callee: .staticMethods)
        let certification = input.certification ?? ForeignReplay.certification(of: session, lines: lines)
        model.certification = certification.shown { finding in
            let place = finding.line.flatMap { lines.lastIndex(of: $0) }
            return place.map { session.steps.indices.contains($0) ? session.steps[$0].time : 0 }
        }
        return model
    }

    /// The session with its pings; those of recordings without any are made by playing it again.
    private static func withPings(
        _ session: Session,
        _ outline: SessionOutline,
        _ console: Console
    ) async throws -> Session {
        guard !session.hasPings else { return session }
        if outline.isForeign {
            console.remark("\(session.header.title): the recording has no results; those shown are of playing it.")
            let flow = SessionFlow(rawValue: session.header.flow) ?? .events
            return try await SessionReplay.run(session, flow: flow, callee: .staticMethods).session
        }
        let (complete, differences) = try await SessionReplay.withPings(session)
        console.remark("\(session.header.title): the recording has no pings; those shown are of playing it again.")
        if !differences.isEmpty {
            let places = CheckText.counted(differences.count, "place")
            console.remark("What came then differs in \(places); see launchhub replay.")
        }
        return complete
    }
}
