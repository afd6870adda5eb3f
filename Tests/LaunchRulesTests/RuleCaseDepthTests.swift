// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchRules

/// How deep the line of a case may be nested: it holds rules, and rules hold data.
@Suite struct RuleCaseDepthTests {
    @Test func aCaseIsTwiceAsDeepAsAFileOfRulesAtMost() throws {
        let limit = 2 * LaunchRuleSet.depthLimit
        // The object itself is one level.
        func line(_ depth: Int) -> [UInt8] {
            let lists = depth - 1
            let text = String(repeating: "[", count: lists) + String(repeating: "]", count: lists)
            return Array("{\"id\": \(text)}".utf8)
        }
        #expect(try RuleCase.line(line(limit)).count == 1)
        let error = #expect(throws: LaunchRuleError.self) { try RuleCase.line(line(limit + 1)) }
        #expect(error?.code == .noCase)
    }
}
