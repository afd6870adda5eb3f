// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The meaning of a server's response to a request for a configuration.
enum ConfigurationAnswer {
    /// The response contains a configuration.
    case values(JSONObject, ConfigurationValidators)
    /// The known configuration is current.
    case notModified

    /// Interprets a response: only a complete JSON object with status 200 is a configuration.
    init(_ result: Result<HTTPResponse, HTTPError>, from url: URL) throws(ConfigurationError) {
        let location = url.absoluteString
        switch result {
        case .failure(.bodyTooLarge(let limit)):
            throw .tooLarge(location: location, limit: limit)
        case .failure(let error):
            throw .network(url: location, error)
        case .success(let response) where response.status == 200:
            if let encoding = response.headers["Content-Encoding"], response.body.starts(with: Self.gzipMark) {
                let detail = "it came compressed (\(encoding)), which was not asked for; publish it as it is"
                throw .malformedJSON(location: location, detail: detail)
            }
            let values = try ConfigurationFile.values(in: response.body, location: location)
            if values.isEmpty { throw .empty(location: location) }
            self = .values(values, ConfigurationValidators(of: response))
        case .success(let response) where response.status == 304:
            self = .notModified
        case .success(let response):
            throw .httpStatus(response.status, url: location, retryAfter: response.retryAfter)
        }
    }

    private static let gzipMark: [UInt8] = [0x1F, 0x8B]
}
