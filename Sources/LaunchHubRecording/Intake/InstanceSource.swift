// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// An SDK instance that an app uses itself, as a recorder sees it.
final class InstanceSource: RecordedSource, ReportReceiver {
    private let intake: RecordingIntake
    private let channel: WeakReference<ReportChannel>
    private let name: String
    private let rest: Locked<(isResting: Bool, knownMissed: UInt64)>

    init(_ channel: ReportChannel, name: String, _ intake: RecordingIntake) {
        self.channel = WeakReference(channel)
        self.name = name
        self.intake = intake
        rest = Locked((false, channel.missed))
    }

    func attach(after opening: [NielsenInstanceReport.Content]) {
        for content in opening { _ = put(content) }
        channel.object?.attach(self, name: name)
    }

    func receive(_ report: any Sendable, from name: String?) -> Bool {
        guard let report = report as? NielsenInstanceReport else { return true }
        let goesOn = put(report.content)
        if !goesOn { rest.withLock { $0.isResting = true } }
        return goesOn
    }

    private func put(_ content: NielsenInstanceReport.Content) -> Bool {
        intake.put(.sdk) { _, time in
            (RecordedItem(time: time, content: .instance(name, content)), content.footprint)
        }
    }

    func wake(_ intake: RecordingIntake) -> (missed: UInt64, isResting: Bool) {
        guard let channel = channel.object, rest.withLock({ $0.isResting }) else { return (0, false) }
        guard intake.allowsMore(from: .sdk) else { return (0, true) }
        let all = channel.missed
        let missed = rest.withLock { rest in
            defer { rest = (false, all) }
            return all &- rest.knownMissed
        }
        channel.wake(self)
        return (missed, false)
    }

    func flush() { intake.flush() }

    func detach() {
        channel.object?.detach(self)
    }
}
