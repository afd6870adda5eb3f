// SPDX-License-Identifier: Apache-2.0

/// A handle that cancels a listener, a request, an interceptor or an observer.
///
/// Releasing a token does not cancel anything. A token that was used keeps nothing alive, and that of a request never does.
public struct HubToken: Sendable {
    /// What the token cancels.
    ///
    /// A request is named by its numbers, so that its token takes no memory of its own.
    private enum Target: Sendable {
        case nothing
        case work(Cancellation)
        case request(any RequestCanceller, serial: UInt64, event: EventID)
    }

    private let target: Target

    /// A token that cancels nothing.
    static let spent = HubToken(target: .nothing)

    private init(target: Target) {
        self.target = target
    }

    init(onCancel: @escaping @Sendable () -> Void) {
        target = .work(Cancellation(onCancel))
    }

    /// Makes the token of a request.
    init(canceller: any RequestCanceller, serial: UInt64, event: EventID) {
        target = .request(canceller, serial: serial, event: event)
    }

    /// Cancels what the token was returned for.
    ///
    /// A listener is released. No further call of it begins, except one that another thread is just beginning; this method
    /// does not wait for calls in progress, and the listener is released when they return. On the listener's own mailbox no
    /// call follows. A request ends with ``RequestOutcome/cancelled``, unless it has ended already.
    ///
    /// This method may be called on any thread and any number of times.
    public func cancel() {
        switch target {
        case .nothing: break
        case .work(let cancellation): cancellation.run()
        case .request(let canceller, let serial, let event): canceller.cancel(serial, askingWith: event)
        }
    }
}

/// An object that ends requests before their time, and keeps nothing of them alive.
protocol RequestCanceller: AnyObject, Sendable {
    /// Ends a request, unless it has ended.
    func cancel(_ serial: UInt64, askingWith event: EventID)
}
