// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An HTTP client that prefers the app's performer to the system's client.
///
/// Unchecked: the documented protocol makes no promise about threads. The reference never changes; that its methods may
/// be called on several threads at once is part of their documentation.
final class PerformerHTTPClient: HTTPClient, @unchecked Sendable {
    private let performer: any ACPHttpConnectionPerformer
    private let system = SystemHTTPClient()

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
        performer.request(
            request.url,
            httpCommand: request.method.rawValue,
            connectPayload: String(decoding: request.body ?? Data(), as: UTF8.self),
            requestPropertyDict: Dictionary(
                request.headers.fields.map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first }
            ),
            connectTimeout: seconds,
            readTimeout: seconds
        ) { connection in
            once.take()?(Self.result(of: request, connection))
        }
        return HTTPTask { once.take()?(.failure(.cancelled)) }
    }

    private static func result(
        of request: HTTPRequest,
        _ connection: ACPHttpConnection?
    ) -> Result<HTTPResponse, HTTPError> {
        guard let response = connection?.response else {
            return .failure(.connection("the app's performer had no response"))
        }
        let body = connection?.data ?? Data()
        guard body.count <= request.limits.bodyBytes else {
            return .failure(.bodyTooLarge(limit: request.limits.bodyBytes))
        }
        let fields = response.allHeaderFields
            .compactMap { name, value in (name as? String).map { ($0, "\(value)") } }
            .sorted { $0.0 < $1.0 }
        return .success(
            HTTPResponse(
                status: response.statusCode,
                headers: HTTPHeaders(fields),
                body: body,
                url: response.url ?? request.url
            )
        )
    }
}

extension Locked {
    /// Returns the value the first time, and nil afterwards.
    fileprivate func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
        withLock { value in
            defer { value = nil }
            return value
        }
    }
}
