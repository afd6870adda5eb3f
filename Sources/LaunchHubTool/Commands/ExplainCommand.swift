// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession

/// The command `launchhub explain`.
struct ExplainCommand: Command {
    static let syntax = CommandSyntax(
        name: "explain",
        summary: "say why a session is credited as it is, and where its pings have their values from",
        discussion: [
            "For each view: which playheads came, how much time each minute has, and why it is credited or how many",
            "seconds it is short. For each ping: which metadata key, configuration, device value or clock each",
            "parameter is from. What a session does not hold is had by playing it again in virtual time.",
        ],
        examples: ["launchhub explain session.jsonl", "launchhub explain session.jsonl --view 1"],
        for: ExplainCommand.init
    ) {
        $0.argument(\.file, .text("SESSION"), "a session file; \"-\" or nothing for standard input")
        $0.allowEmpty(\.allowsEmpty)
        $0.option("--view", \.view, .number("N", in: 0...1_000_000_000), "explain this view and its pings alone")
    }

    var common = CommonOptions()
    private var file: String?
    private var view: Int?
    private var allowsEmpty = false

    func run(_ console: Console) async throws -> ExitCode {
        let source = try SessionInput.open(file, remark: console.remark).source
        try SessionInput.check(source.outline, file, isPlayed: true, allowsEmpty: allowsEmpty)
        var explanation = try await SessionExplanation(source, callee: .staticMethods)
        if source.outline.hasResults, explanation.differences > 0 {
            let places = CheckText.counted(explanation.differences, "place")
            console.remark("playing it again differs from the recording in \(places); see launchhub replay.")
        }
        if let view {
            let numbers = explanation.numbers
            guard numbers.contains(view) else {
                let known = numbers.isEmpty ? "none" : numbers.map(String.init).joined(separator: ", ")
                throw UsageError("the session has no view \(view); its views: \(known).")
            }
            explanation = explanation.only(view: view)
        }
        if console.isJSON {
            explanation.json.forEach { console.write($0) }
        } else {
            console.write(SessionText(style: console.style).explanation(explanation))
        }
        return .success
    }
}
