// SPDX-License-Identifier: Apache-2.0

import HubServices
import HubStorage

/// The limits of an event history.
///
/// Every record is in memory too, so that rules have an answer at once. A million records take at most 128 MB there, if no
/// two of them are of the same thing, and at most 48 MB if they are of few things; the default of 100,000 takes 13 MB.
package struct HubHistoryLimits: Sendable, Hashable {
    /// After how long a record no longer counts; nil for never.
    ///
    /// Such a record is removed when it was found to be too old twice, at least a day apart, so that a clock that is wrong
    /// for one launch removes nothing.
    package var age: Duration?
    /// The largest number of records.
    ///
    /// If there are more, those that were recorded first go, a 64th of the limit at once.
    package var count: Int
    /// The most bytes that records may take in the file, 32 each.
    package var bytes: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - age: After how long a record no longer counts; nil for never.
    ///   - count: The largest number of records; a negative one counts as zero.
    ///   - bytes: The most bytes that records may take in the file; a negative number counts as zero.
    package init(age: Duration? = .seconds(400 * 86_400), count: Int = 100_000, bytes: Int = 4 << 20) {
        self.age = age
        self.count = count
        self.bytes = bytes
    }

    /// The largest number of records by both limits.
    var capacity: Int { max(0, min(count, bytes / HistoryRecord.bytesInFile)) }

    /// The number of records that are removed at once.
    var step: Int { max(1, capacity / 64) }

    /// ``age`` in milliseconds; nil for never.
    var ageInMilliseconds: Int64? { age.map { max(0, $0.nanoseconds / 1_000_000) } }
}
