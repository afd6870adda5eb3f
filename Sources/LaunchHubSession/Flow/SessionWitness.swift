// SPDX-License-Identifier: Apache-2.0

package import LaunchHub

/// Something that prepares the hub of a session and watches it.
package protocol SessionWitness: Sendable {
    /// Prepares the hub before it starts.
    ///
    /// - Parameter hub: The hub, which has its configuration.
    func prepare(_ hub: EventHub)

    /// Notes that a step is about to dispatch an event.
    ///
    /// - Parameters:
    ///   - event: The event, not yet dispatched.
    ///   - number: The step's place in the session, from 1.
    func asks(with event: Event, inStep number: Int)
}
