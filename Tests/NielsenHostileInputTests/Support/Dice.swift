// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same in every run, so that a failure can be repeated from its seed.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A number below a bound, with little work.
    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % bound }

    /// One of some values.
    mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}
