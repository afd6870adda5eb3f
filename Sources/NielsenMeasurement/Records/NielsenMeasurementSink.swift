// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A sink of measurement records, where requests to a collector are built.
public protocol NielsenMeasurementSink: Sendable {
    /// Receives a record.
    ///
    /// - Parameter record: Records of one instance come in order and one at a time; those of several instances may come
    ///   at once. Called on the thread of the call that was measured, so it must be short; every API may be called.
    func measured(_ record: NielsenMeasurementRecord)
}

/// A sink that discards every record.
public struct NielsenDiscardingMeasurementSink: NielsenMeasurementSink {
    /// Makes a sink that discards every record.
    public init() {}

    /// Does nothing.
    public func measured(_ record: NielsenMeasurementRecord) {}
}

/// A sink that keeps records in memory, for tests and reports.
public final class NielsenRecordingMeasurementSink: NielsenMeasurementSink {
    private let kept = Locked<[NielsenMeasurementRecord]>([])

    /// Makes an empty sink.
    public init() {}

    /// Every record so far, in order.
    public var records: [NielsenMeasurementRecord] { kept.withLock { $0 } }

    /// Adds a record.
    public func measured(_ record: NielsenMeasurementRecord) {
        kept.withLock { $0.append(record) }
    }

    /// Removes every record.
    public func removeAll() {
        kept.withLock { $0.removeAll() }
    }
}
