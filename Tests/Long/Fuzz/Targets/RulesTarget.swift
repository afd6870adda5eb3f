// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchRules

/// Files of rules as properties publish them, archives and text.
struct RulesTarget: FuzzTarget {
    func run(_ input: Data) {
        do throws(LaunchRuleError) {
            let set = try LaunchRuleSet(published: input)
            require(set.refusedCount <= set.findings.count, "a rule is refused without a reason")
        } catch {
            FuzzChecks.message(error.description)
        }
    }
}
