// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import NielsenAppApi

/// Checks an SDK configuration, for its author.
///
/// Apps take a file that can be read and leave out what they do not know; the author wants to know of that.
enum ConfigurationCheck {
    /// The kind that `launchhub validate` knows a whole file by.
    static let kind = "config"

    /// Returns what is wrong with a configuration.
    ///
    /// - Parameter data: The content of the file.
    /// - Returns: What was found; an error is what keeps apps from taking it.
    static func findings(in data: Data) -> [Finding] {
        do throws(NielsenConfigurationError) {
            return try NielsenConfiguration(jsonData: data).remarks.map { Finding(.configRemark, $0) }
        } catch {
            return [Finding(.configUnreadable, error.description)]
        }
    }

    /// Returns the answer on a whole file for people.
    static func text(_ answer: ValidationRun.Answer, _ style: TextStyle) -> [String] {
        let name = style.bold(VisibleText.line(answer.id.stringValue ?? ""))
        guard answer.isValid else {
            return ["\(name): \(style.bad("no app accepts this file"))"] + answer.issues.flatMap { $0.text(style) }
        }
        let verdict = answer.issues.isEmpty ? "valid" : "apps accept this file; see the findings"
        return ["\(name): \(style.good(verdict))"] + answer.issues.flatMap { $0.text(style) }
    }
}
