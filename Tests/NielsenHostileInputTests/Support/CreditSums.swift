// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Adds up what records tell.
final class CreditSums: NielsenMeasurementSink {
    struct View {
        var lane: NielsenLane?
        var records = 0
        var seconds = 0
        var segments: Set<Int64> = []
        var isEnded = false
    }

    private let state = Locked<(views: [Int: View], faults: [String])>(([:], []))
    var faults: [String] { state.withLock { $0.faults } }
    var views: [Int: View] { state.withLock { $0.views } }

    func measured(_ record: NielsenMeasurementRecord) {
        guard record.view > 0, record.kind != .id3 else { return }
        state.withLock { state in
            // Taken out, not copied: a view may have a hundred thousand segments.
            var view = state.views.removeValue(forKey: record.view) ?? View(lane: record.lane)
            if (view.records == 0) != (record.kind == .view) { state.faults.append("no view first: \(record)") }
            if view.isEnded { state.faults.append("a record after the end: \(record)") }
            if record.seconds < 0 { state.faults.append("negative seconds: \(record)") }
            view.records += 1
            view.seconds += record.seconds
            for segment in record.segments where !view.segments.insert(segment).inserted {
                state.faults.append("segment \(segment) twice: \(record)")
            }
            view.isEnded = record.kind == .end
            state.views[record.view] = view
        }
    }
}
