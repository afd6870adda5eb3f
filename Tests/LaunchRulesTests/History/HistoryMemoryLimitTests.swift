// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import HubServices
    import HubStorage
    import TestSupport
    import Testing

    @testable import LaunchRules

    /// What a million records take in memory, each kind in a process of its own.
    struct HistoryMemoryLimitTests {
        @Test func aMillionRecordsOfDifferentThingsTakeNoMoreThanTheirLimit() async {
            await #expect(processExitsWith: .success) {
                let growth = try await PeakMemory.growth {
                    var index = HistoryIndex()
                    var random = SeededGenerator(seed: 1)
                    for time: Int64 in 0..<1_000_000 { index.append(HistoryRecord(key: random.next(), time: time)) }
                    #expect(index.count == 1_000_000)
                }
                #expect(growth < HubHistoryLimits(count: 1_000_000, bytes: .max).bytesInMemory)
            }
        }

        @Test func aMillionRecordsOfFewThingsTakeLess() async {
            await #expect(processExitsWith: .success) {
                let growth = try await PeakMemory.growth {
                    var index = HistoryIndex()
                    for time: Int64 in 0..<1_000_000 {
                        index.append(HistoryRecord(key: UInt64(time % 100), time: time))
                    }
                    #expect(index.count == 1_000_000)
                }
                #expect(growth < 64 << 20)
            }
        }
    }
#endif
