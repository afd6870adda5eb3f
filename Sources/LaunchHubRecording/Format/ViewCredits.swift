// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The credit of the open views of an instance, added up from its pings.
struct ViewCredits: Sendable {
    /// The credit of one view.
    struct Total: Sendable {
        var assetid: String
        var lane: String
        var seconds: Int64 = 0
        var segments: [Int64] = []
    }

    private static let maximumViews = 256
    private static let maximumSegments = 10_000
    private var views: [Int: Total] = [:]

    /// Adds the credit of a ping.
    ///
    /// - Returns: The number and the credit of its view, where it ends with the ping.
    mutating func add(_ ping: NielsenPing) -> (view: Int, total: Total)? {
        guard let credit = ping.credit, credit.view > 0, credit.watermark == nil else { return nil }
        if views.count >= Self.maximumViews { views.removeAll() }
        var total = views[credit.view] ?? Total(assetid: ping.assetid, lane: ping.lane?.rawValue ?? "")
        let (sum, overflows) = total.seconds.addingReportingOverflow(Int64(clamping: credit.seconds))
        total.seconds = overflows ? .max : sum
        if total.segments.count < Self.maximumSegments { total.segments += credit.segments }
        views[credit.view] = credit.isEnd ? nil : total
        return credit.isEnd ? (credit.view, total) : nil
    }
}
