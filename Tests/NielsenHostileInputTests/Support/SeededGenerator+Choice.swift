// SPDX-License-Identifier: Apache-2.0

import HubServices

extension SeededGenerator {
    /// One of some values.
    mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}
