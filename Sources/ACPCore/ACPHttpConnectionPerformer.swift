// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Performs the host's HTTP requests in place of the system's client, for apps that must route or pin them.
///
/// Both methods are called on threads of the hub, possibly on several at once.
public protocol ACPHttpConnectionPerformer: NSObjectProtocol {
    /// Returns whether the performer takes a request over.
    ///
    /// - Parameters:
    ///   - url: The request's address.
    ///   - method: `GET` or `POST`.
    /// - Returns: Whether ``request(_:httpCommand:connectPayload:requestPropertyDict:connectTimeout:readTimeout:completion:)``
    ///   is called; the system's client performs the request otherwise.
    func shouldOverride(_ url: URL, method: String) -> Bool

    /// Performs a request.
    ///
    /// - Parameters:
    ///   - url: The request's address.
    ///   - command: `GET` or `POST`.
    ///   - payload: The body; empty for none.
    ///   - requestProperty: The header fields.
    ///   - connectTimeout: Seconds until a connection must stand.
    ///   - readTimeout: Seconds until the answer must be there.
    ///   - completion: Receives the answer, on any thread; nil, or an answer without a response, where none came. The
    ///     first call counts.
    func request(
        _ url: URL,
        httpCommand command: String,
        connectPayload payload: String,
        requestPropertyDict requestProperty: [String: String],
        connectTimeout: TimeInterval,
        readTimeout: TimeInterval,
        completion: @escaping @Sendable (ACPHttpConnection?) -> Void
    )
}
