// SPDX-License-Identifier: Apache-2.0

// Stands in for the framework of the same name where that does not exist: the documented names that the adapters use,
// and nothing else. Nothing but the tests of the adapters is ever built against it.

@_exported public import AVFoundation
public import Foundation

/// What shows a player in a small picture over other apps.
@MainActor
open class AVPictureInPictureController: NSObject {
    /// Makes one.
    public override init() {}
}

/// Hears of that.
///
/// Its methods may be left out there; here they may not, so that one that is spelled wrongly is found.
public protocol AVPictureInPictureControllerDelegate: NSObjectProtocol {
    /// It begins.
    func pictureInPictureControllerWillStartPictureInPicture(_ controller: AVPictureInPictureController)
    /// It did not begin.
    func pictureInPictureController(
        _ controller: AVPictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error
    )
    /// It ended.
    func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController)
}
