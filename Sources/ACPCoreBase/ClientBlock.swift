// SPDX-License-Identifier: Apache-2.0

/// A client's closure on its way to the thread that calls it.
///
/// Unchecked: the documented declarations take blocks without a promise about threads, so the parameters cannot be
/// `@Sendable` or `sending` without rejecting clients that compile elsewhere. The facade never shares a closure: it
/// keeps it in one place and calls it from one mailbox at a time or within the client's own call. Protecting what the
/// closure captures is up to the client, as with the Objective-C library; the documentation of each method names the
/// thread.
package struct ClientBlock<Body>: @unchecked Sendable {
    package let body: Body

    package init(_ body: Body) {
        self.body = body
    }
}
