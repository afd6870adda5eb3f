// SPDX-License-Identifier: Apache-2.0

#if canImport(AVKit)
    public import AVKit

    /// A delegate of a picture-in-picture controller that reports to an instance when picture in picture begins and ends.
    ///
    /// The controller holds its delegate weakly, so keep it; it holds the instance weakly. An app that needs a delegate of
    /// its own calls these methods from the methods of the same names.
    ///
    /// Source: "Digital Measurement Interruption Scenarios", background.
    public final class NielsenPictureInPictureDelegate: NSObject, Sendable {
        private let report: @Sendable (_ isOn: Bool) -> Void

        /// Makes a delegate.
        ///
        /// - Parameter receiver: Receives the events; it is held weakly.
        public init(_ receiver: any NielsenLifecycleReceiver) {
            report = { [weak receiver] isOn in receiver?.handle(.pictureInPicture(isOn)) }
            super.init()
        }
    }

    extension NielsenPictureInPictureDelegate: AVPictureInPictureControllerDelegate {
        /// Reports that picture in picture begins, before the app goes to the background.
        public nonisolated func pictureInPictureControllerWillStartPictureInPicture(
            _ controller: AVPictureInPictureController
        ) {
            report(true)
        }

        /// Reports that picture in picture did not begin.
        public nonisolated func pictureInPictureController(
            _ controller: AVPictureInPictureController,
            failedToStartPictureInPictureWithError error: any Error
        ) {
            report(false)
        }

        /// Reports that picture in picture has ended.
        public nonisolated func pictureInPictureControllerDidStopPictureInPicture(
            _ controller: AVPictureInPictureController
        ) {
            report(false)
        }
    }
#endif
