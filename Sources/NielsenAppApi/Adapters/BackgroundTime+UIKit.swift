// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    import Dispatch
    import Foundation
    import UIKit

    extension BackgroundTime {
        /// The time that the system grants an app.
        static func of(_ application: UIApplication) -> BackgroundTime {
            BackgroundTime { isOver in
                // Notifications of UIKit are posted on the main thread; elsewhere nobody may ask.
                guard Thread.isMainThread else { return nil }
                return MainActor.assumeIsolated {
                    let task = application.beginBackgroundTask(withName: "launch-hub") { isOver() }
                    guard task != .invalid else { return nil }
                    return {
                        // At once where the system calls: it ends an app that returns to it without having ended the task.
                        if Thread.isMainThread {
                            MainActor.assumeIsolated { application.endBackgroundTask(task) }
                        } else {
                            Task { @MainActor in application.endBackgroundTask(task) }
                        }
                    }
                }
            }
        }

        #if os(iOS) || os(tvOS) || os(visionOS)
            /// The time that the system grants a process without an application, such as an extension.
            static var ofProcess: BackgroundTime {
                BackgroundTime { isOver in
                    let isDone = DispatchSemaphore(value: 0)
                    // The system calls the block on a thread of its own, which stays in it for as long as the time is used, and
                    // once more when the time is over.
                    ProcessInfo.processInfo.performExpiringActivity(withReason: "launch-hub") { isExpired in
                        if isExpired { isOver() } else { isDone.wait() }
                    }
                    return { isDone.signal() }
                }
            }
        #endif
    }
#endif
