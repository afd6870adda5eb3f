// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubSession
import NielsenAppApi

/// Checks an SDK configuration, for its author.
///
/// Apps take a file that can be read and leave out what they do not know; the author wants to know of that.
struct ConfigurationCheck {
    /// The kind that `launchhub validate` knows a whole file by.
    static let kind = "config"

    private let name: String
    private let findings: [Finding]

    /// Checks a file.
    ///
    /// - Parameters:
    ///   - data: The content of the file.
    ///   - name: The name of the file.
    init(_ data: Data, name: String) {
        self.name = name
        findings = Self.findings { () throws(NielsenConfigurationError) in try NielsenConfiguration(jsonData: data) }
    }

    /// Returns what is wrong with a configuration.
    ///
    /// - Parameter value: The configuration as an object.
    /// - Returns: What was found; an error is what keeps apps from taking it.
    static func findings(in value: JSONValue) -> [Finding] {
        let text = value.stringValue ?? value.jsonText
        return findings { () throws(NielsenConfigurationError) in
            try NielsenConfiguration(jsonData: Data(text.utf8))
        }
    }

    private static func findings(
        _ read: () throws(NielsenConfigurationError) -> NielsenConfiguration
    ) -> [Finding] {
        do throws(NielsenConfigurationError) {
            return try read().remarks.map { Finding(.configRemark, $0) }
        } catch {
            return [Finding(.configUnreadable, error.description)]
        }
    }

    /// Whether apps take the file.
    var isValid: Bool { !findings.contains { $0.severity == .error } }

    /// The answer in the form of every other kind.
    var answer: ValidationRun.Answer { ValidationRun.Answer(id: .string(name), line: 1, issues: findings) }

    /// Returns the answer for people.
    func text(_ style: TextStyle) -> [String] {
        let verdict =
            !isValid
            ? "no app accepts this file" : findings.isEmpty ? "valid" : "apps accept this file; see the findings"
        return ["\(style.bold(VisibleText.line(name))): \(isValid ? style.good(verdict) : style.bad(verdict))"]
            + findings.flatMap { $0.text(style) }
    }
}
