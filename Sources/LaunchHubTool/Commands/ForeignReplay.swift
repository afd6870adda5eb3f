// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession

/// Judges a recording of calls without results: there is nothing to compare with, so what counts is what a certification
/// finds.
struct ForeignReplay {
    /// The session as it came.
    let came: Session
    /// What is wrong with the calls.
    let findings: [CheckFinding]

    /// Whether a recording has calls, and nothing of what came of them.
    static func isForeign(_ session: Session) -> Bool {
        let asks = session.steps.contains { $0.command != nil || $0.call != nil }
        return asks
            && session.steps.allSatisfy { step in
                step.result == nil && step.records.isEmpty && step.pings.isEmpty && step.notices.isEmpty
            }
    }

    /// Plays the calls and judges them.
    ///
    /// - Parameters:
    ///   - input: The recording, with the line of each step.
    ///   - flow: The flow that commands take.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled.
    init(_ input: SessionInput.Content, flow: SessionFlow) async throws {
        came = try await SessionReplay.run(input.session, flow: flow, callee: .staticMethods).session
        findings = input.findings ?? Self.findings(in: came, lines: input.lines)
    }

    /// What a certification finds in a session that was played, with the lines of the recording.
    ///
    /// - Parameters:
    ///   - session: A session with results.
    ///   - lines: The line of each step in the recording.
    /// - Returns: The findings, with the lines of the recording.
    static func findings(in session: Session, lines: [Int]) -> [CheckFinding] {
        var judge = CheckedInput()
        judge.read(Data(SessionFile.line(for: session.header).jsonText.utf8), 1)
        for (step, line) in zip(session.steps, lines) {
            var step = step
            // Where the pings of this process go says nothing of the app.
            step.pings = []
            for object in SessionFile.lines(for: step) { judge.read(Data(object.jsonText.utf8), line) }
        }
        _ = judge.finish()
        return judge.removeFindings()
    }

    /// Writes the findings, and what the calls are credited.
    ///
    /// - Returns: Whether a finding is an error.
    func write(to console: Console) -> Bool {
        let style = console.style
        var writer = CheckWriter(
            console.isJSON ? .json : .text,
            command: "replay",
            style: CheckTextStyle(bold: { style.bold($0) }, dim: { style.dim($0) }),
            showsFiles: false,
            write: console.write
        )
        for finding in findings { writer.add(finding) }
        if console.isJSON {
            console.write([
                "kind": "summary", "findings": .int(Int64(findings.count)), "flow": .string(came.header.flow),
                "steps": .int(Int64(came.steps.count)), "records": .int(Int64(came.records.count)),
                "pings": .int(Int64(came.pings.count)), "notices": .int(Int64(came.notices.count)),
            ])
        } else {
            if !findings.isEmpty { console.write("") }
            let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
            console.write(
                "\(came.header.title): a recording without results, played and judged: \(count), in \(came.extent)."
            )
            console.write(SummaryText(style: style).credits(came))
        }
        return writer.hasErrors
    }
}
