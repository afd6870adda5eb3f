// SPDX-License-Identifier: Apache-2.0

/// A version of a state that is to get its place among the events.
struct Placement: Sendable {
    let owner: StateName
    let ticket: UInt64
    /// True for what an extension's initializer has left: it lies before every event.
    let isFirst: Bool
}
