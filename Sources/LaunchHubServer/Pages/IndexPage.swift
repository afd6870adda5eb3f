// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The page at `/`, which says what is served and shows the latest pings as they come.
enum IndexPage {
    /// Returns the routes of the page and of the state that it asks for.
    ///
    /// - Parameter state: Returns the response to `GET /api/status`.
    /// - Returns: The two routes.
    static func routes(state: @escaping @Sendable () -> JSONObject) -> [Route] {
        [
            Route("GET", "/", "this page") { _ in .page(Data(PackageResources.index_html)) },
            Route("GET", "/api/status", "what is served, for this page", access: .ownPages) { _ in
                .json(.object(state()))
            },
        ]
    }
}
