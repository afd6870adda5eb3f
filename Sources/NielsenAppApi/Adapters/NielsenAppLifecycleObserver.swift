// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    public import Foundation
    public import UIKit

    /// An observer that reports the lifecycle of the app to an instance, from the notifications of the application.
    ///
    /// ```swift
    /// self.observer = NielsenAppLifecycleObserver(api, application: .shared)
    /// ```
    ///
    /// Make it while the app is launching, and keep it; it holds the instance weakly.
    ///
    /// Source: "DCR Video iOS SDK guide", "Handling Foreground and Background states".
    @MainActor
    public final class NielsenAppLifecycleObserver {
        private let observations: NotificationObservations

        /// Starts observing, and reports the current state of the app to the instance.
        ///
        /// - Parameters:
        ///   - receiver: Receives the events of the lifecycle; it is held weakly.
        ///   - application: The application; if it is in the background now, the app was launched into the background.
        ///   - center: The notification center of the application.
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
