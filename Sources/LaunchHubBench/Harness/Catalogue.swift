// SPDX-License-Identifier: Apache-2.0

/// The groups there are.
///
/// A new one is a file in `Groups` and an entry here.
enum Catalogue {
    static let groups: [BenchGroup] = [
        .floor,
        .throughput,
        .throughputWithCreation,
        .throughputOneOfTen,
        .throughputTen,
        .throughputProducers,
        .throughputScaling,
        .roundTrip,
        .roundTripPending,
        .latency,
        .dispatchCost,
        .isolation,
        .retained,
        .memory,
        .behindStuck,
        .cancelling,
        .sparse,
        .hung,
        .boot,
        .bootFirst,
        .facade,
        .tracking,
        .recording,
        .slow,
        .state,
        .hits,
        .history,
        .rules,
        .sdk,
        .metadata,
        .ping,
        .id3,
        .json,
        .segment,
        .sessions,
    ]

    /// Groups that others run in a process of their own.
    static let hidden: [BenchGroup] = [.bootFirstChild]

    static var listing: String {
        let width = groups.map(\.name.count).max() ?? 0
        return groups.map { group in
            let padding = String(repeating: " ", count: width - group.name.count + 2)
            return group.name + padding + group.summary
        }
        .joined(separator: "\n")
    }
}
