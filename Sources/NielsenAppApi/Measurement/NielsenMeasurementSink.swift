// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Where measurement goes: the place where requests to a collector are built.
public protocol NielsenMeasurementSink: Sendable {
    /// Takes a record.
    ///
    /// - Parameter record: Records of one instance come in order and one at a time; those of several instances may come
    ///   at once. Called on the thread of the call that was measured, so it must be short; every API may be called.
    func measured(_ record: NielsenMeasurementRecord)
}

/// Throws every record away.
public struct NielsenDiscardingMeasurementSink: NielsenMeasurementSink {
    /// Makes a sink that keeps nothing.
    public init() {}

    /// Does nothing.
    public func measured(_ record: NielsenMeasurementRecord) {}
}

/// Keeps records in memory, for tests and reports.
public final class NielsenRecordingMeasurementSink: NielsenMeasurementSink {
    private let kept = Locked<[NielsenMeasurementRecord]>([])

    /// Makes an empty sink.
    public init() {}

    /// Every record so far, in order.
    public var records: [NielsenMeasurementRecord] { kept.withLock { $0 } }

    /// Keeps a record.
    public func measured(_ record: NielsenMeasurementRecord) {
        kept.withLock { $0.append(record) }
    }

    /// Forgets every record.
    public func removeAll() {
        kept.withLock { $0.removeAll() }
    }
}
