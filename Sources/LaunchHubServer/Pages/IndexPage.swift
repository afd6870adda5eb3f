// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The page at `/`, which says what is served and shows the latest pings as they come.
enum IndexPage {
    /// The page, and the state that it asks for.
    ///
    /// - Parameter state: Answers `GET /api/status`.
    static func routes(state: @escaping @Sendable () -> JSONObject) -> [Route] {
        [
            Route("GET", "/", "this page") { _ in .page(Data(PackageResources.index_html)) },
            Route("GET", "/api/status", "what is served, for this page", access: .ownPages) { _ in
                .json(.object(state()))
            },
        ]
    }
}
