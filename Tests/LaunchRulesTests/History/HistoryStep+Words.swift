// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage

@testable import LaunchRules

extension HistoryState.Step {
    /// Says in few words what the step is; answers are given.
    func words() -> String {
        switch self {
        case .open: return "open"
        case .erase(let change): return "erase \(change)"
        case .wait(let delay): return "wait \(delay.inSeconds)"
        case .answer(let answers):
            for answer in answers { answer.send() }
            return "answer"
        case .write(let changes, let change):
            let texts = changes.map { change in
                if case .append(let records) = change { "+\(records.count)" } else { "\(change)" }
            }
            return "write \(texts.joined(separator: ",")) through \(change)"
        case .rewrite(let content, let change, let error):
            return "rewrite \(content.records.count) through \(change)\(error.map { " because \($0.message)" } ?? "")"
        }
    }
}

extension HistoryState.Step? {
    func words() -> String { map { $0.words() } ?? "-" }
}
