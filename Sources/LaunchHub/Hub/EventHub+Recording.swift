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

    /// The channel through which the extensions of the hub report what they do.
    package var reports: ReportChannel { attachment { ReportChannel() } }
}
