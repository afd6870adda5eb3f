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
    /// Make it while the app is launching, and keep it; it holds the instance weakly. When the app enters the background,
    /// it asks the system for time, in which the queued pings are sent. ``init(inExtension:center:)`` is for the process of
    /// an app extension, which has no application.
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
            let events: [(Notification.Name, NielsenLifecycleEvent)] = [
                (UIApplication.didEnterBackgroundNotification, .background),
                (UIApplication.willEnterForegroundNotification, .foreground),
            ]
            begin(receiver, events, application, isBehind: false)
        }

        /// Starts observing one scene of an app that has several, for an instance whose player is shown in it.
        ///
        /// The scene that is in the background, or was disconnected, is treated as the app in the background, also while
        /// another scene is in front.
        ///
        /// - Parameters:
        ///   - receiver: Receives the events of the lifecycle; it is held weakly.
        ///   - scene: The scene, once it is connected.
        ///   - application: The application.
        ///   - center: The notification center of the application.
        public init(
            _ receiver: any NielsenLifecycleReceiver,
            scene: UIScene,
            application: UIApplication,
            center: NotificationCenter = .default
        ) {
            observations = NotificationObservations(center)
            let events: [(Notification.Name, NielsenLifecycleEvent)] = [
                (UIScene.didEnterBackgroundNotification, .background),
                (UIScene.willEnterForegroundNotification, .foreground),
                (UIScene.didDisconnectNotification, .background),
            ]
            begin(receiver, events, of: scene, application, isBehind: scene.activationState == .background)
        }

        #if os(iOS) || os(tvOS) || os(visionOS)
            /// Starts observing the app in which an extension runs.
            ///
            /// - Parameters:
            ///   - receiver: Receives the events of the lifecycle; it is held weakly.
            ///   - center: The notification center of the extension's process.
            public init(inExtension receiver: any NielsenLifecycleReceiver, center: NotificationCenter = .default) {
                observations = NotificationObservations(center)
                let events: [(Notification.Name, NielsenLifecycleEvent)] = [
                    (.NSExtensionHostDidEnterBackground, .background),
                    (.NSExtensionHostWillEnterForeground, .foreground),
                ]
                observe(receiver, events, time: .ofProcess)
                receiver.handle(.launch)
            }
        #endif

        private func begin(
            _ receiver: any NielsenLifecycleReceiver,
            _ events: [(Notification.Name, NielsenLifecycleEvent)],
            of scene: UIScene? = nil,
            _ application: UIApplication,
            isBehind: Bool
        ) {
            let time = BackgroundTime.of(application)
            observe(receiver, events, of: scene, time: time)
            observe(receiver, Self.eventsOfProcess, time: time)
            receiver.handle(isBehind || application.applicationState == .background ? .background : .launch)
            #if !os(tvOS)
                // The system also starts processes before the device is unlocked for the first time.
                if !application.isProtectedDataAvailable { receiver.handle(.interruptionBegan(.deviceLock)) }
            #endif
        }

        private func observe(
            _ receiver: any NielsenLifecycleReceiver,
            _ events: [(Notification.Name, NielsenLifecycleEvent)],
            of scene: UIScene? = nil,
            time: BackgroundTime
        ) {
            for (name, event) in events {
                observations.observe(name, of: scene) { [weak receiver] _ in
                    guard let receiver else { return }
                    guard event == .background else { return receiver.handle(event) }
                    time.spend { done in
                        receiver.handle(event)
                        // The system gives about half a minute, and says when it is over.
                        receiver.flush(timeout: .seconds(25)) { _ in done() }
                    }
                }
            }
        }

        private static var eventsOfProcess: [(Notification.Name, NielsenLifecycleEvent)] {
            var events: [(Notification.Name, NielsenLifecycleEvent)] = [
                (UIApplication.willTerminateNotification, .terminate)
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
