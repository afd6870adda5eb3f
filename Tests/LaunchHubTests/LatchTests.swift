// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// What happens once, when the last of several things is over.
struct LatchTests {
    private let done = Locked(0)

    private func latch(of count: Int) -> CompletionLatch {
        CompletionLatch(of: count) { [done] in done.withLock { $0 += 1 } }
    }

    private var count: Int { done.withLock { $0 } }

    @Test(arguments: 0...3)
    func aLatchOpensWithTheLastPartAndItsSeal(_ parts: Int) {
        let latch = latch(of: parts)
        for _ in 0..<parts {
            latch.countDown()
            #expect(count == 0)
        }
        latch.seal()
        #expect(count == 1)
        latch.countDown()
        latch.expire()
        #expect(count == 1)
    }

    @Test func aLatchWaitsForWhatIsExpectedLater() {
        let latch = latch(of: 1)
        latch.expect()
        latch.countDown()
        latch.seal()
        #expect(count == 0)
        latch.countDown()
        #expect(count == 1)
    }

    @Test func aLatchThatExpiresOpensAtOnceAndNeverAgain() {
        let latch = latch(of: 2)
        latch.countDown()
        latch.expire()
        #expect(count == 1)
        latch.expire()
        latch.countDown()
        latch.seal()
        #expect(count == 1)
    }

    @Test func whoWaitsForCallbacksIsCalledWhenTheLastIsOver() {
        let callbacks = OutstandingCallbacks()
        func wait() { callbacks.whenEmpty { [done] in done.withLock { $0 += 1 } } }
        #expect(callbacks.isEmpty)
        wait()
        #expect(count == 1)
        callbacks.begin()
        callbacks.begin()
        wait()
        wait()
        #expect(count == 1)
        callbacks.end()
        #expect(!callbacks.isEmpty)
        #expect(count == 1)
        callbacks.end()
        #expect(callbacks.isEmpty)
        #expect(count == 3)
        // Nobody is called a second time.
        callbacks.begin()
        callbacks.end()
        #expect(count == 3)
    }
}
