// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import LaunchHubSession

/// Writes the answers of `launchhub validate` in one of the forms.
struct ValidationWriter {
    private let form: CheckForm
    private let file: String
    private let console: Console
    private var findings: CheckWriter?

    init(_ form: CheckForm, file: String, _ console: Console) {
        self.form = form
        self.file = file
        self.console = console
        switch form {
        case .text, .json: break
        case .junit, .sarif: findings = CheckWriter(form, command: "validate") { console.write($0) }
        }
    }

    /// Writes an answer.
    mutating func write(_ answer: ValidationRun.Answer) {
        switch form {
        case .text: console.write(answer.text(console.style))
        // A contract of its own: nothing is added to it.
        case .json: console.write(answer.json.jsonText)
        case .junit, .sarif:
            for issue in answer.issues {
                let finding = CheckFinding(issue, of: answer, in: file)
                findings?.add(finding)
            }
        }
    }

    /// Ends the output.
    mutating func finish() {
        findings?.finish()
    }
}

extension CheckFinding {
    /// Makes the finding of a check out of one of an input.
    fileprivate init(_ issue: ValidationRun.Finding, of answer: ValidationRun.Answer, in file: String) {
        let text = RuleCatalogue.text(of: issue.rule)
        let key = issue.key.map { "\($0): " } ?? ""
        let id = answer.id.stringValue ?? answer.id.jsonText
        let isPlace = id.hasPrefix("line ")
        self.init(
            rule: issue.rule,
            severity: Severity(issue.severity),
            file: file,
            line: issue.line ?? answer.line,
            message: (isPlace ? "" : "\(VisibleText.line(String(id.prefix(100)))): ") + key + issue.message,
            reason: text?.why ?? "",
            cure: text?.cure ?? ""
        )
    }
}
