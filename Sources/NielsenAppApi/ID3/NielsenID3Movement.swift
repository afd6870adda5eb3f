// SPDX-License-Identifier: Apache-2.0

/// What a viewer did, as far as it can be told from the offsets of watermarks.
///
/// These are the cases that certification tells apart; smaller breaks have no name.
public enum NielsenID3Movement: Sendable, Hashable {
    /// Playback stood still for more than ``pauseSeconds``; for how many seconds.
    case pause(seconds: Int)
    /// Playback went back by more than ``backwardSeconds``; by how many seconds.
    case backward(seconds: Int)
    /// Playback went forward by more than ``forwardSeconds``; by how many seconds.
    case forward(seconds: Int)

    /// How long a pause is at least, in seconds.
    public static let pauseSeconds = 30
    /// How far back a movement goes at least, in seconds.
    public static let backwardSeconds = 30
    /// How far forward a movement goes at least, in seconds.
    public static let forwardSeconds = 120
}

extension NielsenID3Run.Break {
    /// What the viewer did; nil for another stream, and for breaks too small to tell.
    public var movement: NielsenID3Movement? {
        switch self {
        case .gap(let seconds) where seconds > NielsenID3Movement.pauseSeconds: .pause(seconds: seconds)
        case .leap(let seconds) where seconds < 0 - NielsenID3Movement.backwardSeconds:
            .backward(seconds: Int(clamping: seconds.magnitude))
        case .leap(let seconds) where seconds > NielsenID3Movement.forwardSeconds: .forward(seconds: seconds)
        case .gap, .leap, .contentIDChanged: nil
        }
    }
}
