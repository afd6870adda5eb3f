// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices
import LaunchHubCertification
import NielsenAppApi
import SegmentNielsenDCR

/// Checks the tracking plan of `launchhub segment --plan`.
enum SegmentPlanRun {
    /// Checks a plan and writes what is wrong with it.
    ///
    /// - Returns: Whether there is an error in it.
    /// - Throws: ``FileFailure`` if there is no such file; `UsageError` if it is not JSON.
    static func check(
        _ path: String,
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
            throw UsageError(description: what)
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
