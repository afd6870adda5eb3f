// SPDX-License-Identifier: Apache-2.0

package import HubServices

extension EventHub {
    /// Installs an observer that receives records on the thread on which they are made.
    ///
    /// - Parameter tap: The observer; the hub keeps it until it is removed, or until the hub has ended.
    package func install(_ tap: any DirectHubTap) {
        core.install(tap)
    }

    /// Lets an observer that wanted no more records receive them again.
    package func wake(_ tap: any DirectHubTap) {
        core.taps.wake(tap)
    }

    /// Removes an observer.
    package func remove(_ tap: any DirectHubTap) {
        core.taps.remove(tap)
    }

    /// A closure that returns the number of the last event, without keeping the hub.
    package var numbering: @Sendable () -> UInt64 {
        { [router = core.router] in router.latestNumber }
    }

    /// A closure that returns the version of a state that an event announces, without keeping the hub.
    package var stateReader: @Sendable (Event) -> AnnouncedState? {
        { [states = core.states] event in
            guard event.type == .hub, event.source == .sharedState, let owner = event.data["stateowner"]?.stringValue
            else { return nil }
            let space: HubStateSpace = event.name == HubCore.announcementName(in: .xdm) ? .xdm : .standard
            let name = StateName(FoldedName(owner), in: space)
            let version = states.withLock { $0.version(of: name, at: event.number) }
            return AnnouncedState(owner: owner, space: space, version: version?.number, state: version?.state ?? .none)
        }
    }

    /// The channel through which the extensions of the hub report what they do.
    package var reports: ReportChannel { attachment { ReportChannel() } }
}
