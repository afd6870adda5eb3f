// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import Testing

/// Waiting for pings before a process ends.
struct FlushTests {
    /// The numbers of pings that flushes have left.
    private let left = Locked<[Int]>([])

    private func flush(_ rig: DeliveryRig, _ timeout: Duration, of stream: String? = nil) {
        rig.delivery.flush(stream: stream, timeout: timeout) { [left] count in left.withLock { $0.append(count) } }
        rig.settle()
    }

    private var found: [Int] { left.withLock { $0 } }

    /// Lets time pass until another flush has ended: it looks at the queue on a thread of its own.
    private func pass(_ rig: DeliveryRig, until count: Int) async {
        while found.count < count {
            rig.clock.advance(by: .milliseconds(500))
            await Task.yield()
        }
    }

    @Test func aFlushEndsAtItsTimeout() async {
        let rig = DeliveryRig(privacy: .unknown)
        rig.attach("a", "b")
        rig.send(2, stream: "a")
        rig.send(1, stream: "b")
        flush(rig, .seconds(5))
        rig.advance(bySeconds: 4)
        #expect(found == [])
        await pass(rig, until: 1)
        #expect(found == [3])
        flush(rig, .seconds(1), of: "a")
        await pass(rig, until: 2)
        #expect(found == [3, 2])
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func aFlushWithoutTimeSaysWhatIsLeftAtOnce(_ timeout: Duration) {
        let rig = DeliveryRig(privacy: .unknown)
        rig.attach("a")
        rig.send(2)
        flush(rig, timeout)
        #expect(found == [2])
        flush(rig, .seconds(5), of: "nobody")
        #expect(found == [2, 0])
    }

    @Test func aFlushEndsAsSoonAsNothingIsLeft() async {
        let rig = DeliveryRig(privacy: .unknown)
        rig.attach("a")
        rig.send(2)
        flush(rig, .seconds(1_000_000_000))
        rig.delivery.setPrivacyStatus(.optedIn)
        rig.settle()
        await pass(rig, until: 1)
        #expect(found == [0])
        #expect(rig.delivery.summary().sent == 2)
    }

    @Test func anInstanceWaitsForItsOwnPings() async throws {
        let environment = NielsenEnvironment.app(
            storage: .memory,
            client: StubCollector { _ in .status(200) },
            clock: ManualClock(),
            log: .disabled,
            privacy: .unknown
        )
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        let tracker = try NielsenEventTracker.make(appInfo: ["appid": "PX"], environment: environment)
        // Each has told that it has started.
        #expect(await api.flush(timeout: .zero) == 1)
        for number in 0..<2 { tracker.trackEvent(Self.page(number)) }
        let ofPages = await tracker.flush(timeout: .zero)
        #expect(ofPages > 1)
        api.flush(timeout: .zero) { [left] count in left.withLock { $0.append(count) } }
        tracker.flush(timeout: .zero) { [left] count in left.withLock { $0.append(count) } }
        #expect(found == [1, ofPages])
        #expect(await environment.delivery?.flush(timeout: .zero) == 1 + ofPages)
    }

    private static func page(_ number: Int) -> [String: Any] {
        [
            "event": "playhead", "type": "static",
            "metadata": ["static": ["type": "static", "section": "page \(number)"]],
        ]
    }
}
