// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The number of pings of one kind.
package struct PingTally: Sendable, Hashable {
    /// The pings of one product that were made for one reason.
    package struct Row: Sendable, Hashable {
        /// Which kind of measurement they belong to, with the side of watermarks: `dcrVideo`, `dtvr FD`.
        package let product: String
        /// The reason why they were made.
        package let cadence: String
        /// The number of pings.
        package internal(set) var count: Int
    }

    /// A row for each kind, in the order in which the first of each was made.
    package let rows: [Row]

    /// Counts the pings of a session.
    ///
    /// - Parameter session: Any session.
    package init(_ session: Session) {
        var rows: [Row] = []
        for (_, ping) in session.pings {
            let side = ping["watermark"]?.stringValue.map { " " + $0.prefix(2) } ?? ""
            let product = (ping["product"]?.stringValue ?? "?") + side
            let cadence = ping["cadence"]?.stringValue ?? "?"
            if let place = rows.firstIndex(where: { $0.product == product && $0.cadence == cadence }) {
                rows[place].count += 1
            } else {
                rows.append(Row(product: product, cadence: cadence, count: 1))
            }
        }
        self.rows = rows
    }
}
