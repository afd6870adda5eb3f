// SPDX-License-Identifier: Apache-2.0

/// Figures that are measured together and asked for by one name.
struct BenchGroup: Sendable {
    /// The groups there are; the key figures of each have a threshold in `thresholds.json`.
    static let all: [BenchGroup] = [
        ThroughputGroup.group, FreshGroup.group, RoundTripGroup.group, SparseGroup.group, BootGroup.group,
        MemoryGroup.group, TrackGroup.group, RulesGroup.group, SizeGroup.group,
    ]

    let name: String
    let measure: @Sendable (Effort) -> [Figure]

    init(_ name: String, measure: @escaping @Sendable (Effort) -> [Figure]) {
        self.name = name
        self.measure = measure
    }
}
