// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The requirements of a lane on the hub that it belongs to.
protocol LaneMonitor: AnyObject, Sendable {
    /// How long one call of a listener may take.
    var budget: Duration { get }

    /// Submits a lane that has more to do but has had the thread for long enough.
    func resubmit(_ lane: Lane)

    /// Receives batches of events that a lane is done with.
    ///
    /// - Parameter batches: The events; those that are not kept stay there.
    func keepSpent(_ batches: inout [[Event]])

    /// Notes that a parcel is about to be delivered.
    ///
    /// - Returns: True if each delivery must go through ``delivers(_:to:on:_:)``.
    func beginsDelivery(on lane: Lane) -> Bool

    /// Runs one delivery and observes it.
    func delivers(_ event: Event, to subscription: Subscription, on lane: Lane, _ body: () -> Void)

    /// Runs foreign code other than a delivery and observes it.
    func performs(on lane: Lane, _ body: () -> Void)

    /// Reports that a call has lasted longer than the budget and has not returned.
    ///
    /// - Returns: True if what waits behind the call is to go on without it.
    func overran(_ culprit: OverrunCulprit, on lane: Lane) -> Bool

    /// Notes that a listener has received its last event.
    func spent(_ subscription: Subscription)

    /// Tells that a call that was reported as too long has returned.
    func returned(lane: Lane)

    /// Reports that nothing runs because there is no thread to be had.
    func lacksThread(_ shortage: ThreadShortage)
}
