// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import NielsenAppSDKExtension

/// Counts an instance's notices on their way out, so that a session knows how many its listener has yet to receive.
final class CountingObserver: MeasurementInstanceObserver {
    private let observer: any MeasurementInstanceObserver
    private let inbox: NoticeInbox
    private let note: @Sendable (NielsenRemark) -> Void

    init(
        _ observer: any MeasurementInstanceObserver,
        _ inbox: NoticeInbox,
        note: @escaping @Sendable (NielsenRemark) -> Void
    ) {
        self.observer = observer
        self.inbox = inbox
        self.note = note
    }

    func reported(_ kind: NielsenSDKNotice.Kind, code: Int, description: String, timestamp: Double) {
        inbox.expect()
        observer.reported(kind, code: code, description: description, timestamp: timestamp)
    }

    func remarked(_ remark: NielsenRemark) {
        note(remark)
        observer.remarked(remark)
    }
}
