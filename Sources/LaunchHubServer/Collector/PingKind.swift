// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The kind of a ping, by which a collector counts.
package struct PingKind: Sendable, Hashable, Comparable {
    /// The product: `dcr-video`, `dcr-static`, `dtvr`, `session`, `tsv` and others; `other` if unknown.
    package let product: String
    /// The occasion: `impression`, `view`, `duration`, `quarter-hour` and others; empty if unknown.
    package let cadence: String
    /// The session that the ping belongs to; empty where it names none.
    package let session: String

    /// Derives the kind of a ping.
    package init(_ ping: CollectedPing) {
        let seen = SeenPing(collected: ping.path + (ping.query.map { "?\($0)" } ?? ""))
        (product, cadence, session) = (seen.product.rawValue, seen.cadence, seen.session)
    }

    /// Orders by product, then cadence, then session.
    package static func < (left: PingKind, right: PingKind) -> Bool {
        (left.product, left.cadence, left.session) < (right.product, right.cadence, right.session)
    }
}
