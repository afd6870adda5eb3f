// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same for the same seed, so that whatever was done with them can be done again.
///
/// It is SplitMix64: fast, and good enough for tests, jitter and faults on purpose; nothing secret may depend on it.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator.
    ///
    /// - Parameter seed: What all its numbers depend on; any value will do.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A number from zero up to, and without, a bound above zero, with little work.
    package mutating func below(_ bound: Int) -> Int {
        // The bias of the remainder is far below anything that could be seen.
        Int(truncatingIfNeeded: next() >> 33) % bound
    }
}
