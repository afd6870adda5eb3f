// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SegmentNielsenDCR

/// Which documented events a name was probably meant to be.
struct VideoSpecNamesTests {
    @Test(
        arguments: [
            // Documented ones, and those of other kinds.
            ("Video Content Started", nil), ("video-quality_updated", nil), ("Order Completed", nil),
            ("Vd Content Started", nil), ("Vi deo Ad", nil), ("Content Startd", nil),
            // Words that only begin with the same letters.
            ("Videos", nil), ("Videos watched", nil), ("Videography course finished", nil),
            // Two letters may be wrong, wherever they are.
            ("Vido Content Started", ["Video Content Started"]), ("Vdo Content Started", ["Video Content Started"]),
            ("Video Content Strted", ["Video Content Started"]),
            // Nobody knows what started.
            ("Video Started", ["Video Playback Started", "Video Content Started", "Video Ad Started"]),
            ("VideoStarted", ["Video Playback Started", "Video Content Started", "Video Ad Started"]),
            ("video_started", ["Video Playback Started", "Video Content Started", "Video Ad Started"]),
            ("video-started", ["Video Playback Started", "Video Content Started", "Video Ad Started"]),
            ("Video Playing", ["Video Content Playing", "Video Ad Playing"]),
            ("Video Buffer", ["Video Playback Buffer Started", "Video Playback Buffer Completed"]),
            ("Video Seek", ["Video Playback Seek Started", "Video Playback Seek Completed"]),
            ("Video Ad", ["Video Ad Started", "Video Ad Playing", "Video Ad Completed"]),
            ("Video Quality", ["Video Quality Updated"]),
            // There are too many of them, or none: the nearest.
            ("Video Playback", ["Video Playback Paused"]), ("Video", ["Video Ad Started"]),
            ("Video Foo", ["Video Ad Started"]), ("  Video Foo", ["Video Ad Started"]),
            ("VideoFoo Bar", ["Video Ad Started"]), ("Video1", ["Video Ad Started"]),
        ] as [(String, [String]?)]
    )
    func aNameWasMeantToBeAnother(_ name: String, _ meant: [String]?) {
        #expect(VideoSpecNames.meant(by: name) == meant)
    }
}
