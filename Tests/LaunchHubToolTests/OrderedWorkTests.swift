// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubTool

/// Several things are worked on at once, and what comes of them has their order.
struct OrderedWorkTests {
    private struct Item: Equatable, Sendable {
        let index: Int
        let number: Int
    }

    /// The later ones of three have less to do, and are done first.
    private static func results(of index: Int) -> Int { index % 3 == 0 ? 700 : index % 3 }

    @Test(arguments: [(0, 2), (1, 1), (1, 8), (7, 1), (7, 3), (300, 4)])
    func resultsHaveTheOrderOfTheThings(_ count: Int, _ width: Int) {
        var found: [Item] = []
        OrderedWork.run(count, width: width) { (index: Int, deliver: (Item) -> Void) in
            for number in 0..<Self.results(of: index) { deliver(Item(index: index, number: number)) }
        } deliver: { index, result in
            #expect(index == result.index)
            found.append(result)
        }
        let expected = (0..<count).flatMap { index in
            (0..<Self.results(of: index)).map { Item(index: index, number: $0) }
        }
        #expect(found == expected)
    }

    @Test func aThingThatIsAheadOfItsTurnWaits() {
        let made = Locked(0)
        var most = 0
        OrderedWork.run(50, width: 2) { (index: Int, deliver: (Int) -> Void) in
            for _ in 0..<20_000 {
                made.withLock { $0 += 1 }
                deliver(index)
            }
        } deliver: { _, _ in
            let waiting = made.withLock { made in
                made -= 1
                return made
            }
            most = max(most, waiting)
        }
        #expect(made.withLock { $0 } == 0)
        // Of a million results a few thousand wait: sixteen batches of each of the things that are ahead.
        #expect(most <= 5 * 18 * 256, "\(most)")
    }
}
