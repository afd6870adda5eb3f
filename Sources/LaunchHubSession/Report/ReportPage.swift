// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices

/// The page that shows a session or a capture: one file of HTML that needs nothing else.
///
/// The page is a constant text, whose script shows the JSON that stands in it.
package enum ReportPage {
    /// Returns the page of a model.
    ///
    /// - Parameter model: The JSON of ``SessionModel``, or what a certification found in a capture.
    /// - Returns: The page.
    package static func text(_ model: JSONObject) -> String {
        let page = String(decoding: PackageResources.report_html, as: UTF8.self)
        let sides = page.split(separator: "{{model}}", maxSplits: 1)
        return sides.joined(separator: inScript(model.jsonText))
    }

    /// JSON that ends neither the element nor the line it stands in.
    private static func inScript(_ json: String) -> String {
        var safe = ""
        safe.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            switch scalar {
            case "<": safe += "\\u003c"
            case "\u{2028}": safe += "\\u2028"
            case "\u{2029}": safe += "\\u2029"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
