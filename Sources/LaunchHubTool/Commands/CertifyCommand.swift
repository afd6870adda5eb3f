// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// The command `launchhub certify`.
struct CertifyCommand: Command {
    static let syntax = CommandSyntax(
        name: "certify",
        summary: "judge an integration by its calls: the published cases, and what integrators do wrong",
        discussion: [
            "Reads a call log, JSON Lines {\"t\": seconds, \"call\": name, \"args\": [...]} with the classic calls and with",
            "what the player and the system did (userPause, userResume, bufferStart, bufferEnd, call, callEnd,",
            "background, foreground); a session that \"play --record\" wrote; or the database of a collector.",
            "Writes each broken rule with its line, what it costs and the cure, a verdict on each published",
            "pre-certification case - pass, fail, or undecidable from this input, with what to play next - and the",
            "verdict. It fails (exit 1) if a finding is an error or a case fails. Several files are judged at once,",
            "each on its own; of a folder, every file whose name ends in .jsonl is.",
            "A capture of an app's traffic - HAR, Charles' JSON session, mitmproxy's flows, a collector's database, a list",
            "of addresses - is judged by the 67 statements of the published checklists, whoever made the app's SDK; a list",
            "of what the app should report decides more of them.",
        ],
        examples: [
            "launchhub certify calls.jsonl",
            "launchhub certify --format sarif calls.jsonl > calls.sarif",
            "launchhub certify --product dcr --list app.json capture.har",
        ],
        for: CertifyCommand.init
    ) {
        $0.arguments(
            \.files,
            .text("FILE"),
            "call logs, sessions, captures, databases, folders; \"-\" or nothing for standard input"
        )
        $0.option(
            "--product",
            \.product,
            .choice("PRODUCT"),
            "of captures: only the statements of dcr, dcr-static, dtvr, dar or vod"
        )
        $0.option(
            "--list",
            \.list,
            .text("FILE"),
            "of captures: JSON with app_id, client, brand, cms, choices; or rows as CSV"
        )
        $0.option("--page", \.page, .text("FILE"), "of one capture: write a page of HTML for handing over")
        $0.force(\.force)
        $0.allowEmpty(\.allowsEmpty)
        $0.flag("--strict", \.isStrict, "of captures: fail where a statement that traffic may decide is undecided")
        $0.option("--format", \.format, .choice("FORM"), "text, json, junit or sarif (default: text)")
        $0.option(
            "--rule",
            \.rules,
            ruleNames,
            "only these rules, comma-separated, and no case unless --cases is given"
        )
        $0.option("--cases", \.cases, .choice("WHICH"), "the published cases to judge: all or none (default: all)")
        $0.flag("--production", \.isForProduction, "judge a released app: the debug flag of a certification is wrong")
    }

    /// The published cases that are judged.
    private enum Cases: String, CaseIterable, Sendable {
        case all, none
    }

    private static let ruleNames = ValueForm<[String]>(
        "RULES",
        expected: "names of rules, comma-separated",
        choices: Rule.ofCalls.map(\.name)
    ) { text in
        text.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace).uppercased() }
    }

    var common = CommonOptions()
    private var files: [String] = []
    private var format: CheckForm?
    private var rules: [String] = []
    private var cases: Cases?
    private var isForProduction = false
    private var product: WireProduct?
    private var list: String?
    private var isStrict = false
    private var page: String?
    private var force = false
    private var allowsEmpty = false

    func run(_ console: Console) async throws -> ExitCode {
        if common.isJSON, let format, format != .json {
            throw UsageError("--json and --format \(format.rawValue) contradict each other; use one of them.")
        }
        try rules.forEach(Self.check)
        let inputs: [String?] = files.isEmpty ? [nil] : try CertifiedFiles.all(in: files)
        if let captures = try captures(inputs) { return try captures.run(console) }
        let form = common.isJSON ? .json : format ?? .text
        let writer = console.checkWriter(form, command: "certify", showsFiles: inputs.count > 1)
        var sheet = CertifySheet(writer, allowsEmpty: allowsEmpty, console)
        let scope = CertifyRun.Scope(
            rules: Set(rules),
            hasCases: cases.map { $0 == .all } ?? rules.isEmpty,
            isForProduction: isForProduction
        )
        if inputs.count == 1 {
            let run = CertifyRun(inputs[0], scope)
            let result = try run.judge(progress: { console.progress("\($0) lines") }) { sheet.add($0) }
            console.progress("")
            sheet.add(result, of: run.name)
        } else {
            CertifiedFiles.judge(inputs, scope) { place, output in
                switch output {
                case .finding(let finding): sheet.add(finding)
                case .failure(let text): sheet.add(failure: text, of: CertifyRun(inputs[place], scope).name)
                case .end(let result):
                    sheet.add(result, of: CertifyRun(inputs[place], scope).name)
                    console.progress("\(place + 1) of \(inputs.count) files")
                }
            }
            console.progress("")
        }
        return sheet.finish()
    }

    /// The captures among the files; nil if there are none.
    private func captures(_ inputs: [String?]) throws -> CaptureCertification? {
        let isAsked = product != nil || list != nil || isStrict || page != nil
        let captures = inputs.filter { file in file.map(CaptureReader.isCapture) ?? false }
        guard isAsked || !captures.isEmpty else { return nil }
        if page != nil, inputs.count > 1 {
            throw UsageError("--page is of one capture; name one, or certify them apart.")
        }
        guard isAsked || captures.count == inputs.count else {
            throw UsageError("captures and logs of calls are judged by different lists; certify them apart.")
        }
        guard rules.isEmpty, cases == nil, !isForProduction else {
            throw UsageError("--rule, --cases and --production are for logs of calls; use --product and --list.")
        }
        return CaptureCertification(
            files: inputs,
            product: product,
            list: list,
            isStrict: isStrict,
            allowsEmpty: allowsEmpty,
            form: common.isJSON ? .json : format ?? .text,
            page: try page.map { try OutputFile($0, .page, force: force, inputs: inputs + [list].filter { $0 != nil }) }
        )
    }

    private static func check(_ name: String) throws(UsageError) {
        let known = Rule.ofCalls.map(\.name)
        guard !known.contains(name), Rule.named(name) == nil else { return }
        let all = known + Rule.ofInput.map(\.name)
        throw UsageError("there is no rule \"\(name.prefix(64))\"." + Suggestion.text(name, among: all))
    }
}
