// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// A page to try an app's opt-out with: its links are those of the documented opt-out pages.
package enum OptOutPage {
    /// `GET /optout/{devicetype}/{country}/{language}/optout.html`, and the same with `optout_legacy.html`.
    package static var routes: [Route] {
        [
            route("optout.html", "a page to try an app's opt-out with"),
            route("optout_legacy.html", "the same, for apps without an advertising id"),
        ]
    }

    private static func route(_ name: String, _ summary: String) -> Route {
        Route("GET", "/optout/{devicetype}/{country}/{language}/\(name)", summary) { request in
            let place = ["devicetype", "country", "language"].map { request.captures[$0] ?? "" }
                .joined(separator: " / ")
            let page = String(decoding: PackageResources.optout_html, as: UTF8.self)
            return .page(Data(page.replacingOccurrences(of: "{{place}}", with: escaped(place)).utf8))
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
