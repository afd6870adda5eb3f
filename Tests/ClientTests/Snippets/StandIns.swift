// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// The snippets stand as their documents print them.

// The few Apple types that the snippets mention, where the system has none: just enough for them to compile and run.

import Foundation

class PlayerView {
    var tag: Int
    var window: AnyObject? = NSObject()

    init(tag: Int) { self.tag = tag }
}

#if canImport(AVKit)
    import AVKit
#else
    typealias CMTime = PlayerTime

    struct PlayerTime {
        var seconds: Double
    }

    func CMTimeMakeWithSeconds(_ seconds: Double, _ preferredTimescale: Int32) -> CMTime {
        CMTime(seconds: seconds)
    }

    class AVPlayerItem {
        enum Status {
            case unknown
            case readyToPlay
        }

        var status = Status.readyToPlay
    }

    /// A player that shows its observer one moment.
    class AVPlayer {
        var currentItem: AVPlayerItem? = AVPlayerItem()

        func currentTime() -> CMTime { CMTime(seconds: 12.7) }

        func addPeriodicTimeObserver(forInterval: CMTime, queue: DispatchQueue?, using block: (CMTime) -> Void) {
            block(currentTime())
        }
    }

    class AVPlayerViewController {
        var player: AVPlayer? = AVPlayer()
    }
#endif

// The audio session's constants had other names when the snippet was written, so it needs stand-ins everywhere.
let AVAudioSessionPortAirPlay = "AirPlay"

struct AudioPort {
    var portType: String
    var portName: String
    var uid: String
}

struct AudioRoute {
    var outputs: [AudioPort]
}

final class AVAudioSession {
    var currentRoute: AudioRoute

    init(_ outputs: [AudioPort]) { currentRoute = AudioRoute(outputs: outputs) }

    static func sharedInstance() -> AVAudioSession {
        AVAudioSession([
            AudioPort(
                portType: AVAudioSessionPortAirPlay,
                portName: "Apple TV 4K",
                uid: "4335E8A9-1C0A-4251-9000-28CA5FA2F3CF-192731714653291-screen"
            )
        ])
    }
}
