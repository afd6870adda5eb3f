// SPDX-License-Identifier: Apache-2.0

/// The event history, as the conditions of rules ask it and the stage that evaluates rules writes it.
///
/// Answers come out of memory, at once: conditions are decided between two events of the hub.
package protocol RuleHistory: Sendable {
    /// Prepares the times of keys, for rules that are about to be in force.
    ///
    /// - Parameters:
    ///   - keys: All keys that the rules name; times of others need not be kept.
    ///   - all: Whether rules name content with tokens, so that the times of every key are needed. Called off the stage.
    func watch(_ keys: Set<RuleHistoryKey>, all: Bool)

    /// Returns the times of the records with a key.
    ///
    /// - Parameter key: A key that rules in force name in a historical condition (``watch(_:all:)``).
    /// - Returns: Milliseconds since 1970, ascending, one for each record; empty if there are no records. Takes constant time.
    func times(of key: RuleHistoryKey) -> [Int64]

    /// Returns whether there is a record with a key.
    ///
    /// - Parameter key: Any key, because the content of an operation is known when it is carried out only.
    /// - Returns: Whether there is at least one.
    func contains(_ key: RuleHistoryKey) -> Bool

    /// Adds a record, which the next question sees.
    ///
    /// - Parameters:
    ///   - content: What happened. Content without pairs is not recorded.
    ///   - milliseconds: When it happened, since 1970. Called on the stage: it must not wait for a disk.
    func record(_ content: RuleHistoryContent, at milliseconds: Int64)
}
