// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A sink of measurement records, where requests to a collector are built.
package protocol NielsenMeasurementSink: Sendable {
    /// Receives a record.
    ///
    /// - Parameter record: Records of one instance come in order and one at a time; those of several instances may come
    ///   at once. Called on the thread of the call that was measured, so it must be short; every API may be called.
    func measured(_ record: NielsenMeasurementRecord)
}

/// A sink that keeps records in memory, for tests and reports.
package final class NielsenRecordingMeasurementSink: NielsenMeasurementSink {
    private let kept = Locked<[NielsenMeasurementRecord]>([])

    /// Makes an empty sink.
    package init() {}

    /// Every record so far, in order.
    package var records: [NielsenMeasurementRecord] { kept.withLock { $0 } }

    /// Adds a record.
    package func measured(_ record: NielsenMeasurementRecord) {
        kept.withLock { $0.append(record) }
    }

    /// Removes every record.
    package func removeAll() {
        kept.withLock { $0.removeAll() }
    }
}
