// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The judgements of instances that have ended, as one: what a session keeps of an instance that it has removed.
struct EndedInstances: Sendable {
    private var findings: [Finding] = []
    /// The findings that are known when the session ends.
    private var last: [Finding] = []
    private var verdicts: Set<CheckCase.Verdict> = []
    /// The results of the cases: one instance that passes a case decides it; nil where none has ended.
    private(set) var results: [CheckCase]?

    var hasFindings: Bool { !findings.isEmpty }

    /// Ends the judgement of an instance.
    mutating func add(_ instance: Certifier) {
        var instance = instance
        findings += instance.removeFindings()
        verdicts.insert(instance.finish())
        last += instance.removeFindings()
        guard let before = results else {
            results = instance.results
            return
        }
        results = zip(before, instance.results).map { (old, new) -> CheckCase in
            switch (old.verdict, new.verdict) {
            case (.pass, _), (_, .undecidable), (.fail, .fail): old
            case (.fail, .pass), (.undecidable, .pass), (.undecidable, .fail): new
            }
        }
    }

    /// Returns the findings that are complete, and forgets them.
    mutating func removeFindings() -> [Finding] {
        defer { findings = [] }
        return findings
    }

    /// Ends the session.
    ///
    /// - Returns: The verdict on all instances; the findings are complete.
    mutating func finish() -> CheckCase.Verdict {
        findings += last
        last = []
        return verdicts.contains(.fail) ? .fail : verdicts.contains(.pass) ? .pass : .undecidable
    }
}
