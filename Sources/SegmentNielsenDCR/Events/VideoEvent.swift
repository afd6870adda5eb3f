// SPDX-License-Identifier: Apache-2.0

/// The events of the Video Spec that have a meaning for the SDK.
package enum VideoEvent: String, CaseIterable, Sendable {
    case playbackStarted = "Video Playback Started"
    case playbackPaused = "Video Playback Paused"
    case playbackInterrupted = "Video Playback Interrupted"
    case playbackBufferStarted = "Video Playback Buffer Started"
    case playbackBufferCompleted = "Video Playback Buffer Completed"
    case playbackSeekStarted = "Video Playback Seek Started"
    case playbackSeekCompleted = "Video Playback Seek Completed"
    case playbackResumed = "Video Playback Resumed"
    case playbackExited = "Video Playback Exited"
    case playbackCompleted = "Video Playback Completed"
    case contentStarted = "Video Content Started"
    case contentPlaying = "Video Content Playing"
    case contentCompleted = "Video Content Completed"
    case adStarted = "Video Ad Started"
    case adPlaying = "Video Ad Playing"
    case adCompleted = "Video Ad Completed"

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { (SegmentKey.folded($0.rawValue), $0) })
    private static let exact = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// Finds an event by its name, or is nil for every other event; case, spaces and separators are ignored.
    package init?(named name: String) {
        if let event = Self.exact[name] {
            self = event
            return
        }
        // The longest name has 31 letters; longer text is not examined in full.
        guard name.utf8.count <= 64, let event = Self.byName[SegmentKey.folded(name)] else { return nil }
        self = event
    }
}
