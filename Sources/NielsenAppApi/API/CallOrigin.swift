// SPDX-License-Identifier: Apache-2.0

/// What makes calls of the SDK in the app's place, for recordings.
package enum CallOrigin: String, Sendable, Hashable {
    /// A page of a web view.
    case bridge
    /// The events of another library.
    case segment

    @TaskLocal private static var now: CallOrigin?

    /// The origin of the calls that are being made; nil for those of the app.
    package static var current: CallOrigin? { now }

    /// Makes calls that recordings name the origin of.
    ///
    /// - Parameter calls: Makes the calls, on the thread of the caller.
    package func make(_ calls: () -> Void) { Self.$now.withValue(self, operation: calls) }
}
