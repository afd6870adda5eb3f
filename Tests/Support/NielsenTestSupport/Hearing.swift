// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
package import NielsenAppApi

/// A delegate of instances of both kinds that keeps what it receives.
package final class Hearing: NSObject, NielsenAppApiDelegate, NielsenEventTrackerDelegate, Sendable {
    private let heard = Locked<(errors: [Int], texts: [String], events: [Int])>(([], [], []))

    package override init() {}

    /// The codes of errors, in order.
    package var errors: [Int] { heard.withLock { $0.errors } }
    /// The descriptions of errors, in order.
    package var texts: [String] { heard.withLock { $0.texts } }
    /// The codes of events, in order.
    package var events: [Int] { heard.withLock { $0.events } }

    package func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) { hear(event: event) }
    package func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) { hear(error: error) }
    package func nielsenEventTracker(_ tracker: NielsenEventTracker, eventOccurred event: [AnyHashable: Any]) {
        hear(event: event)
    }
    package func nielsenEventTracker(_ tracker: NielsenEventTracker, errorOccurred error: [AnyHashable: Any]) {
        hear(error: error)
    }

    // What does not have the documented form is ignored.

    private func hear(event: [AnyHashable: Any]) {
        guard let code = event["eventCode"] as? Int, event["timestamp"] is Date else { return }
        heard.withLock { $0.events.append(code) }
    }

    private func hear(error: [AnyHashable: Any]) {
        guard let code = error["errorCode"] as? Int, let text = error["errorDescription"] as? String,
            error["timestamp"] is Date
        else { return }
        heard.withLock { heard in
            heard.errors.append(code)
            heard.texts.append(text)
        }
    }
}
