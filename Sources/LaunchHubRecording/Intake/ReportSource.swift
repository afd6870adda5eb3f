// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import NielsenAppApi

/// Something that a recorder is attached to.
protocol RecordedSource: AnyObject, Sendable {
    /// Lets the source report again where it rests and may go on.
    ///
    /// - Parameter intake: Says whether it may.
    /// - Returns: The number of lines at least that were missed, and whether it still rests.
    func wake(_ intake: RecordingIntake) -> (missed: UInt64, isResting: Bool)

    /// Detaches the recorder.
    func detach()
}

/// The SDK as a recorder sees it: the extensions of a hub with their instances, or an instance that an app uses itself.
final class ReportSource: RecordedSource, ReportReceiver {
    private let intake: RecordingIntake
    private let channel: WeakReference<ReportChannel>
    /// The name of the instance; nil for the instances of a hub, which have identifiers.
    private let name: String?
    private let rest: Locked<(isResting: Bool, knownMissed: UInt64)>

    init(_ channel: ReportChannel, name: String? = nil, _ intake: RecordingIntake) {
        self.channel = WeakReference(channel)
        self.name = name
        self.intake = intake
        rest = Locked((false, channel.missed))
    }

    func attach(after opening: [NielsenInstanceReport.Content] = []) {
        for content in opening { _ = put(.instance(name ?? "", content)) }
        channel.object?.attach(self, name: name)
    }

    func receive(_ report: any Sendable, from name: String?) -> Bool {
        let goesOn =
            switch report {
            case let command as CommandReport: put(.command(command))
            case let report as NielsenInstanceReport:
                put(.instance(self.name ?? report.identifier ?? name ?? "", report.content))
            default: true
            }
        if !goesOn { rest.withLock { $0.isResting = true } }
        return goesOn
    }

    private func put(_ content: RecordedItem.Content) -> Bool {
        intake.put(.sdk) { _, time in
            let isLarge = if case .instance(_, .configuration) = content { true } else { false }
            return (RecordedItem(time: time, content: content), isLarge ? 24_576 : 1_024)
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
