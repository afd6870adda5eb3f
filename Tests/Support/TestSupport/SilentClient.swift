// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A client whose requests are never answered.
package struct SilentClient: HTTPClient {
    package init() {}

    package func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> HTTPTask {
        HTTPTask()
    }
}
