// SPDX-License-Identifier: Apache-2.0

/// The requirements of the routing stage on its hub.
protocol RouterHost: AnyObject, Sendable {
    /// A reference to the hub that does not outlive it.
    var link: HubLink { get }

    /// Whether the hub has observers.
    var hasTaps: Bool { get }

    /// Makes what runs foreign code that belongs to no lane.
    func job(for errands: [Errand]) -> any HubJob

    /// Runs foreign code that belongs to no lane, soon.
    func run(_ errand: Errand)

    /// Tells the observers that events were numbered.
    func routed(_ events: ArraySlice<Event>)

    /// Tells the observers how a request ended.
    func ended(_ request: PendingRequest, _ outcome: RequestOutcome)

    /// Logs a response to a request that is over.
    func receivedLateResponse(_ event: Event)

    /// Gives a version of a state its place behind an event.
    func place(_ placement: Placement, behind number: UInt64)

    /// Tells that the booted event is about to go out.
    ///
    /// - Returns: Versions of states that lie directly behind it.
    func opens() -> [Placement]

    /// Reports that nothing runs because there is no thread to be had.
    func lacksThread(_ shortage: ThreadShortage)
}
