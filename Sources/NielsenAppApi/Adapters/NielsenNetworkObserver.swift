// SPDX-License-Identifier: Apache-2.0

#if canImport(Network)
    import Dispatch
    import HubServices
    public import Network

    /// An observer that reports to an instance that the network is lost and that it is back.
    ///
    /// Keep the observer; it holds the instance weakly. An app that plays what it has downloaded needs none.
    ///
    /// Source: "DCR Video iOS SDK guide", "Interruptions during playback".
    public final class NielsenNetworkObserver: Sendable {
        private let monitor: NWPathMonitor

        /// Starts observing; the network counts as available until the system says otherwise.
        ///
        /// - Parameters:
        ///   - receiver: Receives the events; it is held weakly.
        ///   - monitor: The system's monitor, which is not started yet.
        public init(_ receiver: any NielsenLifecycleReceiver, monitor: NWPathMonitor = NWPathMonitor()) {
            self.monitor = monitor
            let wasLost = Locked(false)
            monitor.pathUpdateHandler = { [weak receiver] path in
                let isLost = path.status == .unsatisfied
                // The system also tells of changes from one network to another.
                let isNews = wasLost.withLock { wasLost in
                    defer { wasLost = isLost }
                    return wasLost != isLost
                }
                guard isNews else { return }
                receiver?.handle(isLost ? .interruptionBegan(.networkLoss) : .interruptionEnded(.networkLoss))
            }
            monitor.start(queue: DispatchQueue(label: "launch-hub.network"))
        }

        deinit {
            monitor.cancel()
        }
    }
#endif
