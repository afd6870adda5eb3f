// SPDX-License-Identifier: Apache-2.0

// The few types of UIKit that app delegates mention, where the system has none: just enough for them to compile and run.

import Foundation

#if canImport(UIKit)
    import UIKit
#else
    @MainActor class UIResponder: NSObject {
        nonisolated override init() { super.init() }
    }

    @MainActor final class UIApplication: NSObject {
        struct LaunchOptionsKey: Hashable {
            var rawValue: String
        }

        struct OpenURLOptionsKey: Hashable {
            var rawValue: String
        }

        enum State {
            case active
            case background
        }

        var applicationState = State.active

        nonisolated override init() { super.init() }
    }

    @MainActor protocol UIApplicationDelegate: AnyObject {
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool
    }
#endif
