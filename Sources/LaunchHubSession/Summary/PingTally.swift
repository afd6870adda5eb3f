// SPDX-License-Identifier: Apache-2.0

public import NielsenAppApi

/// How many pings of each kind were made.
public struct PingTally: Sendable, Hashable {
    /// The pings of one product that were made for one reason.
    public struct Row: Sendable, Hashable {
        /// Which kind of measurement they belong to.
        public let product: NielsenProduct
        /// Why they were made.
        public let cadence: NielsenPingCadence
        /// How many there are.
        public internal(set) var count: Int
    }

    /// A row for each kind, in the order in which the first of each was made.
    public let rows: [Row]

    /// Counts pings.
    ///
    /// - Parameter pings: Any pings.
    public init(_ pings: [NielsenPing]) {
        var rows: [Row] = []
        for ping in pings {
            if let place = rows.firstIndex(where: { $0.product == ping.product && $0.cadence == ping.cadence }) {
                rows[place].count += 1
            } else {
                rows.append(Row(product: ping.product, cadence: ping.cadence, count: 1))
            }
        }
        self.rows = rows
    }
}
