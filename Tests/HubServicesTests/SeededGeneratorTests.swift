// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

struct SeededGeneratorTests {
    /// The first numbers of SplitMix64 as its author's program writes them.
    @Test func seededNumbersAreThePublishedOnes() {
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(
            (0..<5).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
        var again = SeededGenerator(seed: 1_234_567)
        #expect((0..<5).map { _ in again.below(1_000) } == [91, 858, 482, 872, 35])
        var few = SeededGenerator(seed: 3)
        #expect(Set((0..<100).map { _ in few.below(3) }) == [0, 1, 2])
        #expect(few.below(1) == 0)
    }
}
