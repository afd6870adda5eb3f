// SPDX-License-Identifier: Apache-2.0

#if canImport(AVFoundation) && !os(macOS)
    package import AVFoundation
    public import Foundation
    #if canImport(UIKit) && !os(watchOS)
        import UIKit
    #endif

    extension NielsenAudioRoute {
        /// Makes a description of a route of the audio session.
        ///
        /// - Parameter route: The route.
        package init(_ route: AVAudioSessionRouteDescription) {
            self.init(
                outputs: route.outputs.map { port in
                    NielsenAudioOutput(portType: port.portType.rawValue, portName: port.portName, uid: port.uid)
                }
            )
        }
    }

    /// An observer that reports connected devices, interruptions and unplugged headphones to an instance, from the
    /// audio session.
    ///
    /// The route is reported immediately, at each change, and when the app enters the foreground, because a suspended
    /// app is not notified of changes. The session does not distinguish calls from alarms; both have the same effect.
    /// Keep the observer; it holds the instance weakly.
    ///
    /// Source: "DCR Video iOS SDK guide", "AirPlay" and "Interruptions during playback".
    public final class NielsenAudioSessionObserver: Sendable {
        private let observations: NotificationObservations

        /// Starts observing, and reports the current route.
        ///
        /// - Parameters:
        ///   - api: Receives interruptions, and connected devices through `updateOTT`. It is held weakly.
        ///   - center: The notification center of the session and the application.
        public convenience init(_ api: NielsenAppApi, center: NotificationCenter = .default) {
            self.init(api, center: center) { [weak api] info in api?.updateOTT(info) }
        }

        /// Starts observing for an instance that has no `updateOTT`, and reports the current route.
        ///
        /// - Parameters:
        ///   - receiver: Receives interruptions. It is held weakly.
        ///   - center: The notification center of the session and the application.
        ///   - connected: Receives the dictionary of the route, which code that measures by events passes under `ottData` of
        ///     the next event. Called on the posting thread.
        public init(
            _ receiver: any NielsenLifecycleReceiver,
            center: NotificationCenter = .default,
            connected: @escaping @Sendable ([String: String]) -> Void
        ) {
            observations = NotificationObservations(center)
            let reportRoute: @Sendable () -> Void = {
                connected(NielsenAudioRoute(AVAudioSession.sharedInstance().currentRoute).ottInfo)
            }
            observations.observe(AVAudioSession.routeChangeNotification) { [weak receiver] notification in
                reportRoute()
                if Self.wereHeadphonesUnplugged(notification.userInfo) {
                    receiver?.handle(.interruptionBegan(.headphonesUnplugged))
                }
            }
            observations.observe(AVAudioSession.interruptionNotification) { [weak receiver] notification in
                for event in Self.interruption(notification.userInfo) { receiver?.handle(event) }
            }
            #if canImport(UIKit) && !os(watchOS)
                observations.observe(UIApplication.willEnterForegroundNotification) { _ in reportRoute() }
            #endif
            reportRoute()
        }

        private static func wereHeadphonesUnplugged(_ info: [AnyHashable: Any]?) -> Bool {
            let reason = (info?[AVAudioSessionRouteChangeReasonKey] as? UInt).flatMap(
                AVAudioSession.RouteChangeReason.init(rawValue:)
            )
            let previous = info?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            let ports: Set<AVAudioSession.Port> = [.headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE]
            guard reason == .oldDeviceUnavailable, let previous else { return false }
            return previous.outputs.contains { ports.contains($0.portType) }
        }

        private static func interruption(_ info: [AnyHashable: Any]?) -> [NielsenLifecycleEvent] {
            let type = (info?[AVAudioSessionInterruptionTypeKey] as? UInt).flatMap(
                AVAudioSession.InterruptionType.init(rawValue:)
            )
            switch type {
            case .began:
                return [.interruptionBegan(.call)]
            case .ended:
                let options = AVAudioSession.InterruptionOptions(
                    rawValue: info?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
                )
                // A player that does not resume by itself is paused from now on.
                let pause: [NielsenLifecycleEvent] = options.contains(.shouldResume) ? [] : [.interruptionBegan(.pause)]
                return pause + [.interruptionEnded(.call)]
            default:
                return []
            }
        }
    }
#endif
