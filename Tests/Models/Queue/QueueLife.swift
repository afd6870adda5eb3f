// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HubServices
import HubStorage

/// One launch of a process with a queue, whose collector answers as it is told.
final class QueueLife: Sendable {
    /// How the collector is.
    enum Network: Sendable, CaseIterable {
        case up
        /// Nobody can be reached.
        case down
        /// It asks to be asked again later.
        case failing
        /// It says nothing.
        case silent
    }

    /// A hit that the collector got, and what it said.
    struct Call: Sendable {
        let id: String
        let stream: String
        let text: String
        let answer: HitAnswer?
    }

    private struct Collector: HitProcessor {
        let network: Locked<Network>
        let calls = Locked<[Call]>([])

        func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
            let text = String(decoding: hit.payload, as: UTF8.self)
            let answer: HitAnswer? =
                switch network.withLock({ $0 }) {
                case .up where text.hasSuffix("d"): .discard(reason: "not ever")
                case .up: .sent
                case .down: .unreachable(after: nil)
                case .failing: .retry(after: nil)
                case .silent: nil
                }
            calls.withLock { $0.append(Call(id: hit.id, stream: hit.stream, text: text, answer: answer)) }
            if let answer { completion(answer) }
        }
    }

    let queue: HitQueue
    private let collector: Collector
    private let lane: DispatchQueue
    private let told = Locked<[HitQueueEvent]>([])

    init(
        _ file: URL,
        _ configuration: HitQueue.Configuration,
        privacy: PrivacyStatus,
        network: Network,
        clock: ManualClock,
        identity: String
    ) {
        // Where the main thread is ours, it runs the queue's work itself: handing it over and back would take most of the time.
        lane = Thread.isMainThread ? .main : DispatchQueue(label: "model")
        collector = Collector(network: Locked(network))
        queue = HitQueue(
            location: .file(file),
            processor: collector,
            configuration: configuration,
            privacy: privacy,
            clock: clock,
            random: SeededGenerator(seed: 1),
            identity: identity,
            workQueue: lane,
            deliveryQueue: lane,
            onEvent: { [told] event in told.withLock { $0.append(event) } }
        )
    }

    func set(_ network: Network) { collector.network.withLock { $0 = network } }

    /// Waits until nothing is left to do at this time: a piece of work may ask for one more.
    func settle(_ links: Int) {
        guard Thread.isMainThread else {
            for _ in 0..<links { lane.sync {} }
            return
        }
        // Each time runs all that is asked for meanwhile.
        for _ in 0...links / 4 { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
    }

    /// What the collector got since this was asked last.
    func takeCalls() -> [Call] {
        collector.calls.withLock { calls in
            defer { calls.removeAll(keepingCapacity: true) }
            return calls
        }
    }

    /// What the queue told since this was asked last.
    func takeEvents() -> [HitQueueEvent] {
        told.withLock { told in
            defer { told.removeAll(keepingCapacity: true) }
            return told
        }
    }
}
