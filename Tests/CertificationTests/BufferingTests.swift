// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// Stops while the player buffers, and the time that buffering takes.
struct BufferingTests {
    /// Whether a stop is wrong shows with the next call, and stays so whatever follows.
    @Test(arguments: ["loadMetadata", "stop"])
    func aStopIsWrongOnceAnythingFollows(_ next: String) {
        let judged = Log.playing(ends: false) { log in
            log.call("bufferStart")
            log.call("stop")
            if next == "stop" { log.call("stop") } else { log.load(Log.content) }
            log.call("end")
        }
        #expect(judged.rules == ["STOP_ON_BUFFERING"])
    }

    @Test func aStopBeforeTheEndIsRight() {
        let judged = Log.playing { $0.call("bufferStart") }
        #expect(judged.rules == [])
    }

    /// The playheads behind such a stop lack a load because of it, which is one mistake.
    @Test func playheadsBehindSuchAStopAreNoOtherMistake() {
        let judged = Log.playing(ends: false) { log in
            log.call("bufferStart")
            log.call("stop")
            log.wait(2)
            log.watch(21...25)
            log.load(Log.content)
            log.watch(25...30)
            log.call("stop")
            log.call("end")
        }
        #expect(judged.rules == ["STOP_ON_BUFFERING"])
    }

    /// Half a second before the end of buffering playback may have begun again.
    @Test(arguments: [(24, false), (25, true)])
    func theTimeOfBufferingIsNotPlayed(_ position: Int64, _ isFound: Bool) {
        let judged = Log.playing { log in
            log.call("bufferStart")
            log.wait(10)
            log.call("bufferEnd")
            log.wait(0.5)
            log.call("playheadPosition", .int(position))
        }
        #expect(judged.rules == (isFound ? ["SKIP_REPORTED_AS_PLAY"] : []))
    }
}
