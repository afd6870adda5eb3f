// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Logs why consequences were not carried out, each reason once, because a rule may fail for every event.
final class ConsequenceLog: Sendable {
    private static let limit = 64

    private let log: HubLog
    private let logged = Locked<Set<String>>([])

    init(_ log: HubLog) {
        self.log = log
    }

    func note(_ error: LaunchRuleError, of consequence: HubConsequence) {
        note("consequence \"\(consequence.id)\" (\(consequence.kind)) is not carried out: \(error)")
    }

    func note(_ text: String) {
        let isNew = logged.withLock { $0.count < Self.limit && $0.insert(text).inserted }
        if isNew { log.warning("Rules", VisibleText.line(text)) }
    }
}
