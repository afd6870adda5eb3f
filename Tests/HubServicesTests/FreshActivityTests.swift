// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HubServices

/// The first numbers of what recorders do.
@Suite struct FreshActivityTests {
    /// The words lie in memory that others have used before: what they left there is not counted.
    @Test func countsBeginAtZeroWhateverLayThere() {
        let blocks = (0..<4_096).map { _ in
            let block = UnsafeMutablePointer<UInt64>.allocate(capacity: 2)
            block.initialize(repeating: .max, count: 2)
            return block
        }
        for block in blocks { block.deallocate() }
        let all = (0..<4_096).map { _ in ReportActivity() }
        #expect(all.allSatisfy { $0.counts == (0, 0) && $0.missed == 0 })
        for activity in all { activity.deallocate() }
    }
}
