// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// Judges a recording of calls without results: there is nothing to compare with, so what counts is what a certification
/// finds.
struct ForeignReplay {
    /// The session as it came.
    private let came: SessionModel
    /// What is wrong with the calls.
    let findings: [Finding]

    /// Plays the calls and judges them.
    ///
    /// - Parameters:
    ///   - input: The recording, with the line of each step.
    ///   - flow: The flow that commands take.
    /// - Throws: `HubError`, or `CancellationError` where the task is cancelled.
    init(_ input: SessionInput.Opened, flow: SessionFlow) async throws {
        var came = SessionModel()
        var judge = StepJudge(input.source.outline.header)
        let isJudged = input.certification != nil
        came.outline = try await SessionReplay.run(input.source, flow: flow, callee: .staticMethods) { read, step, _ in
            came.add(step)
            if !isJudged { judge.add(step, line: read.line) }
        }
        self.came = came
        findings = (input.certification ?? judge.finish()).findings
    }

    /// What a certification says of a session that was played, with the lines of the recording.
    ///
    /// - Parameters:
    ///   - session: A session with results.
    ///   - lines: The line of each step in the recording.
    /// - Returns: The certification, with the lines of the recording.
    static func certification(of session: Session, lines: [Int]) -> Certification {
        var judge = StepJudge(session.header)
        for (step, line) in zip(session.steps, lines) { judge.add(step, line: line) }
        return judge.finish()
    }

    /// Writes the findings, and what the calls are credited.
    ///
    /// - Returns: Whether a finding is an error.
    func write(to console: Console) -> Bool {
        let (style, came) = (console.style, came.outline)
        var writer = console.checkWriter(console.isJSON ? .json : .text, command: "replay")
        for finding in findings { writer.add(finding) }
        if console.isJSON {
            console.write(came.summary(findings: findings.count, flow: came.header.flow))
        } else {
            if !findings.isEmpty { console.write("") }
            let count = CheckText.counted(findings.count, "finding")
            console.write(
                "\(came.header.title): a recording without results, played and judged: \(count), in \(came.extent)."
            )
            console.write(SessionText(style: style).credits(self.came))
        }
        return writer.verdict().total == .fail
    }
}

/// Judges the steps of a session.
struct StepJudge {
    private var input = CheckedInput()
    private let hasPings: Bool

    /// Makes a judge.
    ///
    /// - Parameters:
    ///   - header: The header of the session.
    ///   - hasPings: Whether the pings are those of the recording; where this process sends its own says nothing of the app.
    init(_ header: SessionHeader, hasPings: Bool = false) {
        self.hasPings = hasPings
        input.read(Data(SessionFile.line(for: header).jsonText.utf8), 1)
    }

    mutating func add(_ step: SessionStep, line: Int) {
        var step = step
        if !hasPings { step.pings = [] }
        for object in SessionFile.lines(for: step) { input.read(Data(object.jsonText.utf8), line) }
    }

    func finish() -> Certification { Certification(input) }
}
