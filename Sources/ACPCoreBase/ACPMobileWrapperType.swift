// SPDX-License-Identifier: Apache-2.0

import LaunchHub

#if canImport(ObjectiveC)
    import Foundation
#endif

/// The framework through which an app uses this library.
#if canImport(ObjectiveC)
    @objc(ACPMobileWrapperType)
#endif
public enum ACPMobileWrapperType: UInt, Sendable {
    /// No framework.
    case none = 0
    /// React Native.
    case reactNative = 1
    /// Flutter.
    case flutter = 2
    /// Cordova.
    case cordova = 3
    /// Unity.
    case unity = 4
    /// Xamarin.
    case xamarin = 5

    /// The letter for the wrapper in version strings.
    var letter: String {
        switch self {
        case .none: "N"
        case .reactNative: "R"
        case .flutter: "F"
        case .cordova: "C"
        case .unity: "U"
        case .xamarin: "X"
        }
    }

    /// The wrapper's name for people.
    private var friendlyName: String {
        switch self {
        case .none: "None"
        case .reactNative: "React Native"
        case .flutter: "Flutter"
        case .cordova: "Cordova"
        case .unity: "Unity"
        case .xamarin: "Xamarin"
        }
    }

    /// The wrapper as the hub's state names it.
    var hubWrapper: HubWrapper { HubWrapper(type: letter, friendlyName: friendlyName) }
}
