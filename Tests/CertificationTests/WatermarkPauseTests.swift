// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// How long a watermarked stream pauses: from the stop to whatever begins it again, not to the next watermark.
struct WatermarkPauseTests {
    /// A stream that stops for so long, and whose next watermark comes some seconds after it goes on.
    private func judged(_ seconds: Double, resumingBy resume: (inout Log) -> Void) -> Judgement {
        var log = Log()
        log.call("play", ["channelName": "One", "adModel": "1"])
        log.load(Log.stream)
        for offset in 0...2 {
            log.tag(1000 + offset * 10)
            log.wait(10)
        }
        log.call("stop")
        log.wait(seconds)
        resume(&log)
        log.wait(9)
        log.tag(1040)
        log.call("stop")
        log.call("end")
        return log.judged
    }

    @Test(arguments: [(29, CheckCase.Verdict.fail), (30, .pass)])
    func aLoadEndsAPause(_ seconds: Double, _ verdict: CheckCase.Verdict) {
        let judged = judged(seconds) { $0.load(Log.stream) }
        #expect(judged.cases["dtvr-3-pause"] == verdict)
        let end = verdict == .pass ? "." : "; the case needs 30 s."
        #expect(judged.reasons["dtvr-3-pause"] == "The pause of the stream is \(Int(seconds)) s long\(end)")
    }
}
