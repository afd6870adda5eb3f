// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
import LaunchHub

/// Does the host's HTTP requests in the place of the system's client, for apps that must route or pin them.
public protocol ACPHttpConnectionPerformer: AnyObject, Sendable {
    /// Says which requests to take over.
    ///
    /// - Parameters:
    ///   - url: The request's address.
    ///   - method: `GET` or `POST`.
    /// - Returns: True to be given the request.
    func shouldOverride(_ url: URL, method: String) -> Bool

    /// Does a request.
    ///
    /// - Parameters:
    ///   - url: The request's address.
    ///   - httpCommand: `GET` or `POST`.
    ///   - connectPayload: The body; empty for none.
    ///   - requestProperty: The header fields.
    ///   - connectTimeout: Seconds until a connection must stand.
    ///   - readTimeout: Seconds until the answer must be there.
    ///   - completion: To be called once: body, status and header fields of the answer, or an error.
    func requestUrl(
        _ url: URL,
        httpCommand: String,
        connectPayload: String,
        requestPropertiesDict requestProperty: [String: String],
        connectTimeout: TimeInterval,
        readTimeout: TimeInterval,
        completion: @escaping @Sendable (Data?, Int, [String: String], (any Error)?) -> Void
    )
}

/// Puts an app's own HTTP client in the place of the system's.
public final class ACPNetworkServiceOverrider: NSObject {
    private override init() {
        super.init()
    }

    /// Hands the host's requests to a performer, from the next request on.
    ///
    /// - Parameter performer: Does the requests that it says it takes over; the system's client does the others.
    public static func enableOverride(_ performer: any ACPHttpConnectionPerformer) {
        ACPCoreHost.hub.configuration.use(PerformerHTTPClient(performer))
    }

    /// Gives all requests back to the system's client.
    public static func reset() {
        ACPCoreHost.hub.configuration.use(URLSessionHTTPClient())
    }
}

/// Asks a performer first and the system's client otherwise.
private final class PerformerHTTPClient: HTTPClient {
    private let performer: any ACPHttpConnectionPerformer
    private let system = URLSessionHTTPClient()

    init(_ performer: any ACPHttpConnectionPerformer) {
        self.performer = performer
    }

    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        guard performer.shouldOverride(request.url, method: request.method.rawValue) else {
            return system.send(request, completion: completion)
        }
        let once = Locked<(@Sendable (Result<HTTPResponse, HTTPError>) -> Void)?>(completion)
        let seconds = request.limits.timeout.inSeconds
        performer.requestUrl(
            request.url,
            httpCommand: request.method.rawValue,
            connectPayload: String(decoding: request.body ?? Data(), as: UTF8.self),
            requestPropertiesDict: Dictionary(
                request.headers.fields.map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first }
            ),
            connectTimeout: seconds,
            readTimeout: seconds
        ) { body, status, headers, error in
            let answer = once.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            answer?(Self.result(of: request, body, status, headers, error))
        }
        return HTTPTask {
            let answer = once.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            answer?(.failure(.cancelled))
        }
    }

    private static func result(
        of request: HTTPRequest,
        _ body: Data?,
        _ status: Int,
        _ headers: [String: String],
        _ error: (any Error)?
    ) -> Result<HTTPResponse, HTTPError> {
        if let error { return .failure(.connection(String(describing: error))) }
        let body = body ?? Data()
        guard body.count <= request.limits.bodyBytes else {
            return .failure(.bodyTooLarge(limit: request.limits.bodyBytes))
        }
        let fields = HTTPHeaders(headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return .success(HTTPResponse(status: status, headers: fields, body: body, url: request.url))
    }
}
