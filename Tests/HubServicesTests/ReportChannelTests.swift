// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HubServices

/// Who receives what is reported, and what is counted of the rest.
@Suite struct ReportChannelTests {
    private final class Receiver: ReportReceiver {
        let received = Locked<[String]>([])
        let wantsRest = Locked(false)

        func receive(_ report: any Sendable, from name: String?) -> Bool {
            received.withLock { $0.append("\(name ?? "-"): \(report)") }
            return !wantsRest.withLock { $0 }
        }
    }

    @Test func countsAreKeptApart() {
        let activity = ReportActivity()
        defer { activity.deallocate() }
        #expect(activity.counts == (0, 0) && activity.missed == 0)
        activity.set(awake: 3, resting: 5)
        activity.countMissed()
        activity.countMissed()
        #expect(activity.counts == (3, 5) && activity.missed == 2)
        activity.set(awake: -1, resting: .max)
        #expect(activity.counts == (0, .max) && activity.missed == 2)
    }

    @Test func everyReceiverGetsEachReportOnce() {
        let channel = ReportChannel()
        #expect(!channel.isObserved)
        let (first, second) = (Receiver(), Receiver())
        channel.attach(first, name: "hub")
        channel.attach(first, name: "again")
        channel.attach(second)
        #expect(channel.isObserved)
        channel.send(1)
        channel.detach(first)
        #expect(channel.isObserved)
        channel.send(2)
        channel.detach(second)
        #expect(!channel.isObserved)
        channel.send(3)
        #expect(first.received.withLock { $0 } == ["hub: 1"])
        #expect(second.received.withLock { $0 } == ["-: 1", "-: 2"])
        #expect(channel.missed == 0)
    }

    @Test func whoRestsReceivesNothingUntilItIsWokenAndWhatItMissesIsCounted() {
        let channel = ReportChannel()
        let (first, second) = (Receiver(), Receiver())
        channel.attach(first)
        channel.attach(second)
        first.wantsRest.withLock { $0 = true }
        channel.send(1)
        channel.send(2)
        #expect(first.received.withLock { $0 } == ["-: 1"])
        #expect(second.received.withLock { $0 } == ["-: 1", "-: 2"])
        // One is awake and one rests: who looks is told to report, and the one misses it.
        #expect(channel.isObserved && channel.missed == 1)
        second.wantsRest.withLock { $0 = true }
        channel.send(3)
        #expect(!channel.isObserved && channel.missed == 2)
        first.wantsRest.withLock { $0 = false }
        channel.wake(first)
        #expect(channel.isObserved && channel.missed == 3)
        channel.send(4)
        #expect(first.received.withLock { $0 } == ["-: 1", "-: 4"])
        #expect(second.received.withLock { $0 } == ["-: 1", "-: 2", "-: 3"])
        channel.detach(second)
        #expect(channel.isObserved && channel.missed == 3)
    }

    @Test func whoIsAttachedToAParentHearsItsChildren() {
        let (parent, child, other) = (ReportChannel(), ReportChannel(), ReportChannel())
        let (early, late) = (Receiver(), Receiver())
        parent.attach(early, name: "app")
        parent.adopt(child)
        parent.adopt(child)
        parent.adopt(other)
        parent.attach(late)
        #expect(child.isObserved && other.isObserved)
        child.send(1)
        other.send(2)
        #expect(early.received.withLock { $0 } == ["app: 1", "app: 2"])
        #expect(late.received.withLock { $0 } == ["-: 1", "-: 2"])
        late.wantsRest.withLock { $0 = true }
        child.send(3)
        #expect(child.isObserved && other.isObserved)
        #expect(parent.missed == 1)
        parent.wake(late)
        #expect(child.isObserved && parent.missed == 1)
        parent.detach(early)
        parent.detach(late)
        #expect(!child.isObserved && !other.isObserved && !parent.isObserved)
    }

    @Test func aParentKeepsNoChild() {
        let parent = ReportChannel()
        weak var gone: ReportChannel?
        do {
            let child = ReportChannel()
            gone = child
            parent.adopt(child)
        }
        #expect(gone == nil)
        parent.adopt(ReportChannel())
        #expect(parent.missed == 0)
    }
}
