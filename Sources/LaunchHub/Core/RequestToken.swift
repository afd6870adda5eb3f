// SPDX-License-Identifier: Apache-2.0

/// A handle that cancels a request.
///
/// It keeps nothing of the request alive.
public struct RequestToken: Sendable {
    private let link: HubLink?
    private let serial: UInt64
    /// The event that the request asks with.
    private let event: EventID

    /// A token of a request that was refused.
    static let spent = RequestToken(link: nil, serial: 0, event: EventID(serial: 0))

    init(link: HubLink?, serial: UInt64, event: EventID) {
        self.link = link
        self.serial = serial
        self.event = event
    }

    /// Ends the request with ``RequestOutcome/cancelled``, unless it has ended already.
    public func cancel() {
        link?.core?.send(.cancel(serial, event))
    }
}
