// SPDX-License-Identifier: Apache-2.0

/// A movement of the viewer in the stream, as derived from the offsets of watermarks.
///
/// These are the cases that certification distinguishes; smaller breaks have no name.
package enum NielsenID3Movement: Sendable, Hashable {
    /// Playback paused for more than ``pauseSeconds``; the value is the number of seconds.
    case pause(seconds: Int)
    /// Playback moved back by more than ``backwardSeconds``; the value is the number of seconds.
    case backward(seconds: Int)
    /// Playback moved forward by more than ``forwardSeconds``; the value is the number of seconds.
    case forward(seconds: Int)

    /// The shortest pause, in seconds.
    package static let pauseSeconds = 30
    /// The shortest movement back, in seconds.
    package static let backwardSeconds = 30
    /// The shortest movement forward, in seconds.
    package static let forwardSeconds = 120
}

extension NielsenID3Run.Break {
    /// The movement; nil for another stream, and for breaks that are too small to classify.
    package var movement: NielsenID3Movement? {
        switch self {
        case .gap(let seconds) where seconds > NielsenID3Movement.pauseSeconds: .pause(seconds: seconds)
        case .leap(let seconds) where seconds < 0 - NielsenID3Movement.backwardSeconds:
            .backward(seconds: Int(clamping: seconds.magnitude))
        case .leap(let seconds) where seconds > NielsenID3Movement.forwardSeconds: .forward(seconds: seconds)
        case .gap, .leap, .contentIDChanged: nil
        }
    }
}
