// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LaunchHubSession

/// The part of the report that says what a certification finds.
struct ReportFindingTableTests {
    private func finding(_ number: Int, time: Int64? = nil, isError: Bool = false) -> ReportFinding {
        ReportFinding(time: time, rule: "RULE_\(number)", isError: isError, message: "So <it> is.", cure: "Do that.")
    }

    private func table(_ findings: [ReportFinding]) -> String {
        ReportExplanation(views: [], findings: findings).findingTable.description
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test func nothingWrongIsNoTable() {
        #expect(table([]).isEmpty)
    }

    @Test func aFindingIsARowWithItsTimeWhereItHasOne() {
        let text = table([finding(1, time: 65_250, isError: true), finding(2)])
        #expect(
            text.contains(
                """
                <tr><td class="t">01:05.250</td><td><code class="bad">RULE_1</code></td>\
                <td>So &lt;it&gt; is.<span class="came">Do that.</span></td></tr>
                """
            )
        )
        #expect(text.contains("<tr><td class=\"t\"></td><td><code>RULE_2</code></td>"))
    }

    /// A page stays one that a browser can show; the others are counted.
    @Test(arguments: [(1, ""), (500, ""), (501, "And 1 more;"), (502, "And 2 more;")])
    func fiveHundredAreShown(_ count: Int, _ says: String) {
        let text = table((0..<count).map { finding($0) })
        #expect(self.count("<tr><td class=\"t\">", in: text) == min(count, 500))
        #expect(text.contains("more; see launchhub certify.") == !says.isEmpty)
        #expect(says.isEmpty || text.contains("<p class=\"soft\">\(says) see launchhub certify.</p>"))
    }
}
