// SPDX-License-Identifier: Apache-2.0

/// How two sessions differ for whoever is paid by them: the credit view by view, and the pings field by field.
///
/// Pings are compared by what they are about, see ``PingPlace``. Values that differ from launch to launch, such as
/// identifiers, are compared only in whether they are there; times are counted from the beginning of each session.
package struct SessionComparison: Sendable, Hashable {
    /// The views that are credited differently.
    package let credits: [CreditDifference]
    /// The pings that differ, or that only one of the sessions has.
    package let pings: [PingDifference]

    /// Compares two sessions that have their pings.
    ///
    /// - Parameters:
    ///   - a: The first session.
    ///   - b: The second session.
    package init(_ a: SessionModel, _ b: SessionModel) {
        credits = Self.pairs(CreditDifference.places(a.credits), CreditDifference.places(b.credits)).compactMap {
            CreditDifference(a: $1, b: $2, view: $0.view)
        }
        let starts = (a.outline.header.start, b.outline.header.start)
        pings = Self.pairs(PingPlace.all(of: a.pings), PingPlace.all(of: b.pings)).compactMap {
            PingDifference($0, $1, $2, starts)
        }
    }

    /// Whether the sessions have the same credit and the same pings.
    package var isEqual: Bool { credits.isEmpty && pings.isEmpty }

    /// Pairs what stands in the same place, in the order of the first session, followed by what only the second one has.
    private static func pairs<Value>(
        _ a: [(place: PingPlace, value: Value)],
        _ b: [(place: PingPlace, value: Value)]
    ) -> [(place: PingPlace, a: Value?, b: Value?)] {
        let second = Dictionary(b.map { ($0.place, $0.value) }) { first, _ in first }
        let known = Set(a.map(\.place))
        return a.map { ($0.place, $0.value, second[$0.place]) }
            + b.filter { !known.contains($0.place) }.map { ($0.place, nil, $0.value) }
    }
}
