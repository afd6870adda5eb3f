// SPDX-License-Identifier: Apache-2.0

/// Something that comes into the hub and keeps its place behind what came before.
enum Arrival {
    /// An event, with the request that it asks.
    case event(Event, PendingRequest?)
    /// An instruction that takes effect between two events.
    case command(RoutingCommand)
}
