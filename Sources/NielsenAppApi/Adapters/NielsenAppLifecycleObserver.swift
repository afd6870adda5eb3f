// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    public import Foundation
    public import UIKit

    /// Tells an instance of the app's life, from the notifications of the application.
    ///
    /// ```swift
    /// self.observer = NielsenAppLifecycleObserver(api, application: .shared)
    /// ```
    ///
    /// Make it while the app is launched, and keep it; it does not keep the instance alive.
    ///
    /// Source: "DCR Video iOS SDK guide", "Handling Foreground and Background states".
    @MainActor
    public final class NielsenAppLifecycleObserver {
        private let observations: NotificationObservations

        /// Begins to observe, and tells the instance where the app is now.
        ///
        /// - Parameters:
        ///   - receiver: Hears of the app's life; it is not kept alive.
        ///   - application: The application; where it is in the background now, the launch was one into the background.
        ///   - center: Where the application posts.
        public init(
            _ receiver: any NielsenLifecycleReceiver,
            application: UIApplication,
            center: NotificationCenter = .default
        ) {
            observations = NotificationObservations(center)
            for (name, event) in Self.events {
                observations.observe(name) { [weak receiver] _ in receiver?.handle(event) }
            }
            receiver.handle(application.applicationState == .background ? .background : .launch)
        }

        private static var events: [(Notification.Name, NielsenLifecycleEvent)] {
            var events: [(Notification.Name, NielsenLifecycleEvent)] = [
                (UIApplication.didEnterBackgroundNotification, .background),
                (UIApplication.willEnterForegroundNotification, .foreground),
                (UIApplication.willTerminateNotification, .terminate),
            ]
            #if !os(tvOS)
                // The data of a device with a passcode is protected while it is locked.
                events += [
                    (UIApplication.protectedDataWillBecomeUnavailableNotification, .interruptionBegan(.deviceLock)),
                    (UIApplication.protectedDataDidBecomeAvailableNotification, .interruptionEnded(.deviceLock)),
                ]
            #endif
            return events
        }
    }
#endif
