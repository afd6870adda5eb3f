// SPDX-License-Identifier: Apache-2.0

/// What waits in a lane's mailbox.
enum LaneItem {
    /// Events that subscriptions of the lane match.
    case parcel(Parcel)
    /// A listener that is to be made before it can hear anything.
    case construct(Subscription)
    /// Work that must run between the events before and after it.
    case work(@Sendable () -> Void)

    /// How many events it holds.
    var eventCount: Int {
        switch self {
        case .parcel(let parcel): parcel.range.count
        case .construct, .work: 0
        }
    }
}

/// A stretch of a batch of events, and the subscriptions of one lane that match every event of it.
///
/// The array is the routing stage's own batch: handing it to any number of lanes costs one retain each.
struct Parcel {
    let events: [Event]
    var range: Range<Int>
    let subscriptions: [Subscription]
}
