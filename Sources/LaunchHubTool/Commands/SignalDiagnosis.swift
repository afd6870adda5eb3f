// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The requests of rules that wait in an app's folder.
enum SignalDiagnosis {
    private static let subject = "signals"

    static func findings(_ url: URL) -> [Diagnosis] {
        // A folder that cannot be looked into is a finding already.
        guard let entries = try? KeptFolder(url: url).queue(.signals, of: .signals) else { return [] }
        return entries.compactMap { entry in
            if entry.isDamaged {
                return .problem(
                    subject,
                    "\(entry.file): \(entry.value)",
                    cure: "start the app, which sets a damaged queue aside and saves what it can"
                )
            }
            guard entry.value != "0" else { return nil }
            return .remark(subject, "\(entry.name) in \(entry.file): \(entry.value) of the requests of rules")
        }
    }
}
