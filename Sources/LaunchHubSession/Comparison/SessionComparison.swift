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
    package init(_ a: Session, _ b: Session) {
        credits = CreditDifference.all(AssetCredit.all(in: a), AssetCredit.all(in: b))
        let datesCount = a.header.start == b.header.start
        pings = PingDifference.all(
            PlacedPing.all(in: a, datesCount: datesCount),
            PlacedPing.all(in: b, datesCount: datesCount)
        )
    }

    /// Whether the sessions have the same credit and the same pings.
    package var isEqual: Bool { credits.isEmpty && pings.isEmpty }
}
