// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A client that performs the host's HTTP requests in place of the system's, for apps that route or pin them.
///
/// Both methods are called on threads of the hub, possibly on several at the same time.
#if canImport(ObjectiveC)
    @objc(ACPHttpConnectionPerformer)
#endif
public protocol ACPHttpConnectionPerformer: NSObjectProtocol {
    /// Returns whether the performer handles a request.
    ///
    /// - Parameters:
    ///   - url: The URL of the request.
    ///   - method: `GET` or `POST`.
    /// - Returns: Whether ``request(_:httpCommand:connectPayload:requestPropertyDict:connectTimeout:readTimeout:completion:)``
    ///   is called; the system's client performs the request otherwise.
    func shouldOverride(_ url: URL, method: String) -> Bool

    /// Performs a request.
    ///
    /// - Parameters:
    ///   - url: The URL of the request.
    ///   - command: `GET` or `POST`.
    ///   - payload: The body, or an empty text.
    ///   - requestProperty: The header fields.
    ///   - connectTimeout: The time limit for connecting, in seconds.
    ///   - readTimeout: The time limit for the response, in seconds.
    ///   - completion: Receives the response, on any thread; nil, or a response without status, if there was none. Only
    ///     the first call counts.
    #if canImport(ObjectiveC)
        @objc(requestUrl:httpCommand:connectPayload:requestPropertyDict:connectTimeout:readTimeout:completion:)
    #endif
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
