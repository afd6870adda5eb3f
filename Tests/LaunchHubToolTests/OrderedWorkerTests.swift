// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import LaunchHubTool

/// Who works on things that are worked on at once.
@Suite(.timeLimit(.minutes(10)))
struct OrderedWorkerTests {
    @Test(arguments: [(1, 1), (3, 0), (3, -1), (3, 1), (5, 5), (40, 4), (4, 40)])
    func eachThingIsWorkedOnOnce(_ count: Int, _ width: Int) {
        let worked = Locked<[Int]>([])
        var delivered: [Int] = []
        OrderedWork.run(count, width: width) { (index: Int, deliver: (Int) -> Void) in
            worked.withLock { $0.append(index) }
            deliver(index)
        } deliver: { index, output in
            #expect(index == output)
            delivered.append(index)
        }
        #expect(worked.withLock { $0.sorted() } == Array(0..<count))
        #expect(delivered == Array(0..<count))
    }

    @Test func withAWidthOfOneAThreadWorksAlone() {
        let threads = Locked<Set<String>>([])
        OrderedWork.run(300, width: 1) { (index: Int, deliver: (Int) -> Void) in
            let thread = "\(pthread_self())"
            threads.withLock { _ = $0.insert(thread) }
            for number in 0..<300 { deliver(number) }
        } deliver: { _, _ in
        }
        #expect(threads.withLock { $0.count } == 1)
    }
}
