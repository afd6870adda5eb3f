// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    import AVFoundation
    import Foundation
    import HubServices
    import UIKit

    /// A source that reads the views of an app, in painting order, and the volume of the device.
    ///
    /// Tags are those of `UIView.tag`; 0, the initial tag of every view, means no tag.
    struct NielsenUIKitViewabilitySource: NielsenViewabilitySource {
        private let isMuted: @MainActor @Sendable () -> Bool
        private let windows = VisibleWindows.shared

        /// Makes a source.
        ///
        /// - Parameter isMuted: Returns whether the player is muted, which the system does not report. Called on the
        ///   main thread.
        init(isMuted: @escaping @MainActor @Sendable () -> Bool = { false }) {
            self.isMuted = isMuted
        }

        /// Describes the window of the container, on the main thread.
        func look(
            for target: NielsenViewabilityTarget,
            in container: NielsenViewabilityContainer,
            _ answer: @escaping @Sendable (NielsenViewabilityScene?) -> Void
        ) {
            Task { @MainActor in answer(scene(with: target, in: container)) }
        }

        @MainActor
        private func scene(with target: NielsenViewabilityTarget, in container: NielsenViewabilityContainer)
            -> NielsenViewabilityScene?
        {
            // The view may have moved to another window meanwhile, as for full screen or an external display.
            let known = [container.object as? UIWindow].compactMap(\.self) + windows.all
            let others = Set(known.compactMap(\.windowScene)).flatMap(\.windows)
            guard let tag = Int(target.viewTag), tag != 0,
                let window = (known + others).first(where: { $0.viewWithTag(tag) != nil })
            else { return nil }
            #if os(visionOS)
                let screen = window.bounds
            #else
                let screen = window.windowScene?.screen.bounds ?? window.bounds
            #endif
            var views: [NielsenViewabilityView] = []
            append(window, nil, in: window, seenFrom: window, &views)
            // Alerts and keyboards are windows of their own, in front of this one.
            for other in others where other !== window && other.isInFront(of: window) {
                append(other, nil, in: other, seenFrom: window, &views)
            }
            return NielsenViewabilityScene(
                screen: NielsenViewabilityRect(screen),
                window: NielsenViewabilityRect(window.bounds),
                scale: Double(window.traitCollection.displayScale),
                views: views,
                volume: Double(AVAudioSession.sharedInstance().outputVolume),
                isMuted: isMuted(),
                isForeground: window.windowScene?.activationState != .background
            )
        }

        @MainActor
        private func append(
            _ view: UIView,
            _ parent: Int?,
            in own: UIWindow,
            seenFrom window: UIWindow,
            _ views: inout [NielsenViewabilityView]
        ) {
            let place = views.count
            let frame = view.convert(view.bounds, to: own)
            views.append(
                NielsenViewabilityView(
                    tag: view.tag == 0 ? nil : String(view.tag),
                    // Only windows have a position in each other; views have one within their window.
                    frame: NielsenViewabilityRect(own === window ? frame : window.convert(frame, from: own)),
                    alpha: Double(view.alpha),
                    isHidden: view.isHidden,
                    clips: view.clipsToBounds,
                    paints: view.layer.contents != nil || (view.backgroundColor?.cgColor.alpha ?? 0) > 0,
                    parent: parent
                )
            )
            for inner in view.subviews { append(inner, place, in: own, seenFrom: window, &views) }
        }
    }

    /// The windows that became visible since the SDK was first used.
    ///
    /// They lead to the scenes of the app; an app extension may not ask the application for those.
    private final class VisibleWindows: Sendable {
        static let shared = VisibleWindows()

        private let known = Locked<[WeakReference<UIWindow>]>([])
        private let observations = NotificationObservations(.default)

        private init() {
            observations.observe(UIWindow.didBecomeVisibleNotification) { [known] notification in
                guard let window = notification.object as? UIWindow else { return }
                known.withLock { known in
                    known.removeAll { $0.object == nil || $0.object === window }
                    known.append(WeakReference(window))
                }
            }
        }

        var all: [UIWindow] { known.withLock { $0 }.compactMap(\.object) }
    }

    extension UIWindow {
        fileprivate func isInFront(of other: UIWindow) -> Bool {
            !isHidden && windowScene === other.windowScene && windowLevel > other.windowLevel
        }
    }

    extension NielsenViewabilityRect {
        fileprivate init(_ rect: CGRect) {
            self.init(
                x: Double(rect.origin.x),
                y: Double(rect.origin.y),
                width: Double(rect.size.width),
                height: Double(rect.size.height)
            )
        }
    }

    extension NielsenEnvironment {
        /// The source of scenes on this system.
        static var systemViewability: (any NielsenViewabilitySource)? { NielsenUIKitViewabilitySource() }

        /// Reads the views of the app for viewability, as ``readsViews`` does, with a player that says whether it is muted.
        ///
        /// - Parameter isMuted: Returns whether the player is muted, which the system does not report. Called on the
        ///   main thread.
        public mutating func readViews(isMuted: @escaping @MainActor @Sendable () -> Bool) {
            viewability = NielsenUIKitViewabilitySource(isMuted: isMuted)
        }
    }
#else
    extension NielsenEnvironment {
        /// The source of scenes on this system, which has none.
        static var systemViewability: (any NielsenViewabilitySource)? { nil }
    }
#endif
