// SPDX-License-Identifier: Apache-2.0

/// A closure of a client, on its way to the thread that calls it.
///
/// Unchecked: the documented declarations take blocks without a promise about threads, so the parameters cannot be
/// `@Sendable` or `sending` without refusing clients that compile elsewhere. The facade itself never shares a closure:
/// it keeps it in one place, and every call of it comes from one mailbox at a time or from the client's own call. What
/// the closure captures is the client's to protect, as it is with the Objective-C library; each method's documentation
/// names the thread.
struct ClientBlock<Body>: @unchecked Sendable {
    let body: Body

    init(_ body: Body) {
        self.body = body
    }
}
