// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// The command `launchhub doctor`.
struct DoctorCommand: Command {
    static let syntax = CommandSyntax(
        name: "doctor",
        summary: "say what keeps pings of an app, or the local server, from working",
        discussion: [
            "Looks at the port of \"launchhub serve\", the clock, and the folder of an app: its rights, the privacy status",
            "and the user's choice, the pings that wait or were set aside, and what the last tries to send them came to.",
            "Nothing is changed and nothing leaves this machine, also while an app uses the folder. Each problem is a",
            "finding with what helps, and ends the command with 1. Without a folder, those of this user's apps are listed.",
        ],
        examples: ["launchhub doctor --port 0", "launchhub doctor app --port 0"],
        for: DoctorCommand.init
    ) {
        $0.argument(\.path, .text("FOLDER"), "the app's folder (default: LAUNCH_HUB_FOLDER, if it is set)")
        $0.option("--port", \.port, .number("N", in: 0...65_535), "the port of launchhub serve (default: 8642)")
    }

    var common = CommonOptions()
    private var path: String?
    private var port: UInt16 = 8_642

    func run(_ console: Console) async throws -> ExitCode {
        let isNamed = path != nil || ProcessRights.variables["LAUNCH_HUB_FOLDER"]?.isEmpty == false
        let folder = isNamed ? try AppFolderPath.url(path) : nil
        let now = Date()
        var found: [Finding] = []
        #if canImport(LaunchHubServer)
            found.append(await DoctorChecks.port(port))
        #endif
        if let folder {
            found += DoctorChecks.findings(in: folder, at: now)
        } else {
            found += AppFolder.all.map { .remark("app", $0.path, cure: "launchhub doctor \"\($0.path)\"") }
        }
        found.append(DoctorChecks.clock(now, folder))
        let problems = found.count { $0.severity == .error }
        for finding in found { console.write(Self.json(finding), or: Self.lines(finding, console.style)) }
        if folder == nil, !console.isJSON {
            console.remark("no folder of an app was checked; name one, or set LAUNCH_HUB_FOLDER.")
        }
        console.write(
            ["kind": "summary", "checks": .number(found.count), "problems": .number(problems)],
            or: problems == 0 ? "No problem." : CheckText.counted(problems, "problem") + "."
        )
        return problems == 0 ? .success : .findings
    }

    private static func json(_ finding: Finding) -> JSONObject {
        let status: JSONValue =
            switch finding.severity {
            case .info: "good"
            case .warning: "remark"
            case .error: "problem"
            }
        var line: JSONObject = [
            "kind": finding.severity == .error ? "finding" : "check", "subject": .string(finding.rule),
            "status": status, "message": .string(finding.message),
        ]
        if !finding.cure.isEmpty { line["cure"] = .string(finding.cure) }
        return line
    }

    private static func lines(_ finding: Finding, _ style: TextStyle) -> [String] {
        let mark =
            switch finding.severity {
            case .info: style.dim("ok     ")
            case .warning: style.bold("note   ")
            case .error: style.bad("problem")
            }
        let text = Columns.wrapped(VisibleText.line(finding.message), style.width - 18)
        let first = "\(mark)  \(Columns.left(finding.rule, 7))  \(text.first ?? "")"
        let indent = String(repeating: " ", count: 18)
        let cure =
            finding.cure.isEmpty ? [] : Columns.wrapped(VisibleText.line("→ \(finding.cure)"), style.width - 18)
        return [first] + text.dropFirst().map { indent + $0 } + cure.map { indent + style.dim($0) }
    }
}
