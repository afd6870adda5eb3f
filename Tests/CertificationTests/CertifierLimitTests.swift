// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// The times and lengths that rules compare with: the last that passes and the first that does not.
struct CertifierLimitTests {
    // MARK: - Stops

    /// Five seconds after what interrupts are soon enough, whatever comes then.
    @Test(arguments: [5, 5.5])
    func aStopComesWithinFiveSeconds(_ delay: Double) {
        let expected: Set<String> = delay > 5 ? ["PAUSE_WITHOUT_STOP"] : []
        let stopped = Log.playing { log in
            log.call("call")
            log.wait(delay)
            log.call("stop")
            log.wait(10)
            log.call("callEnd")
            log.load(Log.content)
            log.watch(20...40)
        }
        #expect(stopped.rules == expected)
        #expect(stopped.cases["pre-check-interruptions"] == (delay > 5 ? .fail : .pass))
        let playingOn = Log.playing { log in
            log.call("alarm")
            log.wait(delay)
            log.call("playheadPosition", 25)
            log.call("stop")
            log.call("alarmEnd")
            log.load(Log.content)
            log.watch(25...30)
        }
        #expect(playingOn.rules.contains("PAUSE_WITHOUT_STOP") == (delay > 5))
        let ended = Log.playing(ends: false) { log in
            log.call("lock")
            log.wait(delay)
            log.call("end")
        }
        #expect(ended.rules.contains("PAUSE_WITHOUT_STOP") == (delay > 5))
    }

    /// A log that ends during an interruption without a stop never had one.
    @Test func anInterruptionAtTheEndOfTheLogHasNoStop() {
        let judged = Log.playing(ends: false) { $0.call("networkLoss") }
        #expect(judged.rules == ["PAUSE_WITHOUT_STOP"])
        #expect(judged.reasons["pre-check-interruptions"]?.hasPrefix("PAUSE_WITHOUT_STOP in line 24") == true)
    }

    @Test(arguments: [30, 31])
    func bufferingMayLastThirtySeconds(_ seconds: Double) {
        let judged = Log.playing { log in
            log.call("bufferStart")
            log.wait(seconds)
            log.call("bufferEnd")
            log.watch(20...40)
        }
        #expect(judged.rules == (seconds > 30 ? ["PAUSE_WITHOUT_STOP"] : []))
        // Who waits no longer than that must not call stop.
        let stopped = Log.playing { log in
            log.call("bufferStart")
            log.wait(seconds)
            log.call("stop")
            log.load(Log.content)
            log.watch(20...40)
        }
        #expect(stopped.rules == (seconds > 30 ? [] : ["STOP_ON_BUFFERING"]))
    }

    /// Without events of the player a gap before a position that goes on is a pause that lacks its stop.
    @Test(arguments: [
        (30, 20, false), (31, 20, true), (31, 25, true), (40, 26, false), (31, 15, true), (31, 14, false),
    ])
    func aGapOfMoreThanThirtySecondsIsAPause(_ seconds: Double, _ position: Int, _ isFound: Bool) {
        let judged = Log.playing { log in
            log.wait(seconds)
            log.watch(position...40)
        }
        #expect(judged.rules.contains("PAUSE_WITHOUT_STOP") == isFound)
    }

    /// A load of what is playing after more than five seconds is one after a pause, else one too many.
    @Test(arguments: [5, 5.5])
    func aGapOfMoreThanFiveSecondsBeforeALoadIsAPause(_ seconds: Double) {
        let judged = Log.playing { log in
            log.wait(seconds)
            log.load(Log.content)
            log.watch(21...40)
        }
        #expect(judged.rules == [seconds > 5 ? "PAUSE_WITHOUT_STOP" : "LOADMETADATA_PER_PLAYHEAD"])
    }

    // MARK: - Playheads around a stop

    /// The last position may come a second after the stop, in the wrong order; later it is one of what goes on.
    @Test(
        arguments: [
            (1, 21, "FINAL_PLAYHEAD_MISSING"), (1, 22, "FINAL_PLAYHEAD_MISSING"),
            (1, 23, "RESUME_WITHOUT_LOADMETADATA"),
            (1, 18, "FINAL_PLAYHEAD_MISSING"), (1, 17, "RESUME_WITHOUT_LOADMETADATA"),
            (1.5, 21, "RESUME_WITHOUT_LOADMETADATA"),
        ] as [(Double, Int, String)]
    )
    func aPlayheadJustAfterAStopIsTheLastOne(_ seconds: Double, _ position: Int, _ rule: String) {
        let judged = Log.playing(ends: false) { log in
            log.call("stop")
            log.wait(seconds)
            log.call("playheadPosition", .int(Int64(position)))
            log.call("end")
        }
        #expect(judged.rules == [rule])
    }

    @Test(arguments: [(1, false), (1.25, false), (1.5, true)])
    func aRunEndsAtMostOneAndAHalfSecondsAfterItsLastPosition(_ seconds: Double, _ isFound: Bool) {
        let judged = Log.playing { $0.wait(seconds) }
        #expect(judged.rules == (isFound ? ["FINAL_PLAYHEAD_MISSING"] : []))
        #expect(judged.findings.map(\.cost) == (isFound ? [0.5] : []))
    }

    // MARK: - Positions

    @Test(
        arguments: [
            (100_000_000_000, "EPOCH_WITH_LENGTH"), (100_000_000_001, "PLAYHEAD_MILLISECONDS"),
            (100_000_000, "EPOCH_WITH_LENGTH"), (99_999_999, "PLAYHEAD_BEYOND_LENGTH"), (121, "PLAYHEAD_BEYOND_LENGTH"),
            (10_000_000_000_000, "PLAYHEAD_MILLISECONDS"),
        ] as [(Int64, String)]
    )
    func aPositionIsATimeOfContentOrOfDay(_ position: Int64, _ rule: String) {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.call("playheadPosition", .int(position))
        log.call("stop")
        #expect(log.judged.rules == [rule])
    }

    @Test func aPositionAtTheEndIsWithinTheLength() {
        for (length, position) in [("120", 120), ("119.5", 120), ("120.5", 121)] {
            var log = Log()
            log.call("play")
            log.load(Log.content.with(["length": .string(length)]))
            log.call("playheadPosition", .int(Int64(position)))
            log.call("stop")
            #expect(log.judged.rules.contains("PLAYHEAD_BEYOND_LENGTH") == false, "\(length)")
        }
    }

    @Test func aNegativeFractionIsWrongTwice() {
        let judged = Log.playing { $0.call("playheadPosition", -0.5) }
        #expect(judged.rules == ["PLAYHEAD_NEGATIVE", "PLAYHEAD_NOT_INTEGER"])
        #expect(judged.findings.allSatisfy { $0.cost == 1 })
    }

    /// An ad begins again where a position of at most one second follows a later one.
    @Test(arguments: [(0, true), (1, true), (2, false)])
    func anAdBeginsAgainAtItsFirstSecond(_ position: Int, _ isFound: Bool) {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.load(Log.ad)
        log.watch(0...15)
        log.wait(1)
        log.watch(position...15)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules == (isFound ? ["AD_RESTARTED_WITHOUT_ADSTOP"] : []))
    }

    @Test func anAdThatIsWoundByASecondDoesNotBeginAgain() {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.load(Log.ad)
        log.watch(0...1)
        log.wait(1)
        log.watch(0...15)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules.isEmpty)
    }

    /// Positions of the content while its ad is loaded: near the content's last one, and far from the ad's.
    @Test(arguments: [(60, true), (70, true), (50, true), (71, false), (49, false)])
    func positionsOfContentInAnAdAreFound(_ position: Int, _ isFound: Bool) {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.watch(40...60)
        log.load(Log.ad)
        log.watch(0...15)
        log.wait(1)
        log.call("playheadPosition", .int(Int64(position)))
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules.contains("CONTENT_NOT_RELOADED_AFTER_AD") == isFound)
    }

    /// Content that goes on after a pause lacks its last position where the positions do not meet.
    @Test(arguments: [(21, false), (22, true), (30, true), (31, false)])
    func positionsMeetAroundAPause(_ position: Int, _ isFound: Bool) {
        let judged = Log.playing { log in
            log.wait(1)
            log.call("stop")
            log.wait(8)
            log.load(Log.content)
            log.watch(position...40)
        }
        #expect(judged.rules == (isFound ? ["FINAL_PLAYHEAD_MISSING"] : []))
        #expect(judged.findings.first?.cost == (isFound ? Double(position - 21) : nil))
    }

    /// Whoever winds while nothing plays is seen by the positions before and after.
    @Test func aSeekDuringAPauseIsOne() {
        func verdicts(_ position: Int) -> [String: CheckCase.Verdict] {
            Log.playing { log in
                log.call("stop")
                log.wait(8)
                log.load(Log.content)
                log.watch(position...(position + 5))
            }.cases
        }
        #expect(verdicts(51)["dcr-video-3-forward"] == .pass)
        #expect(verdicts(50)["dcr-video-3-forward"] == .fail)
        #expect(verdicts(31)["dcr-video-3-forward"] == .fail)
        #expect(verdicts(30)["dcr-video-3-forward"] == .undecidable)
        #expect(verdicts(18)["dcr-video-4-rewind"] == .pass)
        #expect(verdicts(19)["dcr-video-4-rewind"] == .undecidable)
    }

    /// What a mistake costs is what is not measured because of it: a second for each playhead.
    @Test func eachPlayheadThatIsNotMeasuredCostsASecond() {
        func cost(_ rule: String, _ fill: (inout Log) -> Void) -> Double? {
            var log = Log()
            log.call("play")
            fill(&log)
            return log.judged.findings.first { $0.rule == rule }?.cost
        }
        #expect(cost("RESUME_WITHOUT_LOADMETADATA") { $0.watch(0...20) } == 21)
        let rest: [(String, Double, @Sendable (inout Log) -> Void)] = [
            (
                "RESUME_WITHOUT_LOADMETADATA", 21,
                { log in
                    log.call("stop")
                    log.wait(10)
                    log.watch(20...40)
                }
            ),
            (
                "PLAYHEAD_AFTER_COMPLETE", 3,
                { log in
                    log.call("end")
                    log.wait(1)
                    log.watch(21...23)
                }
            ),
            (
                "PLAYHEAD_NOT_INTEGER", 3,
                { log in
                    log.call("playheadPosition", "NaN")
                    log.call("playheadPosition")
                    log.call("playheadPosition", 20.5)
                }
            ),
            (
                "PLAYHEAD_NEGATIVE", 2,
                { log in
                    log.call("playheadPosition", -1)
                    log.call("playheadPosition", -2)
                }
            ),
            (
                "FINAL_PLAYHEAD_MISSING", 1,
                { log in
                    log.call("stop")
                    log.call("playheadPosition", 21)
                    log.call("end")
                }
            ),
            (
                "CONTENT_NOT_RELOADED_AFTER_AD", 4,
                { log in
                    log.load(Log.ad)
                    log.watch(0...5)
                    log.wait(1)
                    log.watch(21...24)
                }
            ),
            (
                "LOADMETADATA_PER_PLAYHEAD", 2,
                { log in
                    for position in 21...22 {
                        log.load(Log.content)
                        log.call("playheadPosition", .int(Int64(position)))
                    }
                }
            ),
            (
                "PLAY_EVERY_SECOND", 2,
                { log in
                    for position in 21...22 {
                        log.wait(1)
                        log.call("play")
                        log.call("playheadPosition", .int(Int64(position)))
                    }
                }
            ),
        ]
        for (rule, seconds, fill) in rest {
            let found = cost(rule) { log in
                log.load(Log.content)
                log.watch(0...20)
                fill(&log)
            }
            #expect(found == seconds, "\(rule)")
        }
    }

    /// Thirteen digits are a time since 1970 in milliseconds and read as such; fewer and more are no position at all.
    ///
    /// Where positions are read, a stop ten seconds after the last one lacks its own.
    @Test(arguments: [
        (100_001, true), (100_000_000, true), (100_000_001, false), (999_999_900, false), (1_000_000_000, true),
        (9_999_999_900, true), (10_000_000_000, false),
    ])
    func positionsInMillisecondsAreRead(_ seconds: Int64, _ isRead: Bool) {
        let isInMilliseconds = seconds >= 100_000_001
        var log = Log()
        log.call("play")
        log.load(Log.live)
        for second in 0..<60 {
            log.call("playheadPosition", .int((seconds + Int64(second)) * (isInMilliseconds ? 1_000 : 1)))
            log.wait(1)
        }
        log.wait(10)
        log.call("stop")
        log.call("end")
        let expected = [isInMilliseconds ? "PLAYHEAD_MILLISECONDS" : nil, isRead ? "FINAL_PLAYHEAD_MISSING" : nil]
        #expect(log.judged.rules.isSuperset(of: Set(expected.compactMap { $0 })))
        #expect(log.judged.rules.contains("FINAL_PLAYHEAD_MISSING") == isRead)
    }

    // MARK: - The app

    @Test(arguments: [
        ("http://127.0.0.1/x", true), ("http://127.9.9.9:80", true), ("http://localhost:8080/", true),
        ("https://LOCALHOST", true), ("http://[::1]:80/a", true), ("http://user@localhost/", true),
        ("http://localhost.example/", false), ("http://128.0.0.1/", false), ("https://localhost@a.example/", false),
        ("localhost", false), ("https://a.example/?localhost", false), ("http://[::2]/", false),
    ])
    func aCollectorOfThisDeviceIsAWarning(_ address: String, _ isFound: Bool) {
        var log = Log()
        log.call("collector", .string(address))
        #expect(log.judged.rules == (isFound ? ["COLLECTOR_IS_LOOPBACK"] : []))
        #expect(log.judged.findings.allSatisfy { $0.severity == .warning })
        #expect(log.judged.verdict == .pass)
    }

    @Test func aDisabledInstanceMeasuresNothing() {
        var log = Log()
        log.call("appDisableApi", true)
        log.watch(0...20)
        log.call("stop")
        #expect(log.judged.findings.isEmpty)
        for value in ["no", "false", "0"] as [JSONValue] {
            var on = log
            on.call("appDisableApi", value)
            on.watch(0...2)
            #expect(on.judged.rules == ["RESUME_WITHOUT_LOADMETADATA"])
        }
        for value in ["TRUE", "1", "yes", "Y", .int(1)] as [JSONValue] {
            var off = Log()
            off.call("appDisableApi", value)
            off.watch(0...2)
            #expect(off.judged.findings.isEmpty)
        }
    }

    /// What was open is judged when the instance is disabled.
    @Test func disablingEndsTheView() {
        var log = Log()
        log.load(Log.content)
        log.watch(0...5)
        log.call("appDisableApi", true)
        log.wait(1)
        log.call("appDisableApi", "false")
        log.call("play")
        log.load(Log.content)
        log.watch(0...120)
        log.call("end")
        #expect(log.judged.rules == ["PLAY_MISSING"])
        #expect(log.judged.cases["dcr-video-2-play-to-end"] == .pass)
    }

    @Test(arguments: [
        ("optUnknown", true), ("opt_unknown", true), ("UNKNOWN", true), ("optedIn", false), ("optedOut", false),
    ])
    func thePrivacyStatusIsKnownInTheEnd(_ status: String, _ isUnknown: Bool) {
        var log = Log()
        log.call("setPrivacyStatus", .string(status))
        #expect(log.judged.rules == (isUnknown ? ["PRIVACY_UNKNOWN_PINGS_WAIT"] : []))
        log.call("setPrivacyStatus", "optedIn")
        #expect(log.judged.rules.isEmpty)
    }

    @Test func theDebugFlagIsNeededWhileOneTestsAndWrongAfterwards() {
        func judged(_ level: String?, arrived: Bool) -> Judgement {
            var log = Log()
            var information = Log.appInfo.without("nol_devDebug")
            information["nol_devDebug"] = level.map(JSONValue.string)
            log.call("appInfo", .object(information))
            if arrived { log.call("eventOccurred", ["eventCode": 2001]) }
            return log.judged
        }
        #expect(judged("DEBUG", arrived: true).cases["all-1-debug"] == .pass)
        #expect(judged("debug", arrived: true).cases["all-1-debug"] == .pass)
        #expect(judged("DEBUG", arrived: false).cases["all-1-debug"] == .undecidable)
        #expect(judged("INFO", arrived: true).reasons["all-1-debug"]?.hasPrefix("nol_devDebug is \"INFO\";") == true)
        #expect(judged(nil, arrived: true).reasons["all-1-debug"]?.hasPrefix("nol_devDebug is not there;") == true)
        #expect(judged("", arrived: true).rules.isEmpty)
        #expect(judged("INFO", arrived: true).rules == ["DEBUG_LEFT_ON"])
    }

    @Test(
        arguments: [
            (JSONValue.int(2001), true), (["code": 2001], true), (["eventCode": "2001"], true),
            (["eventCode": 2002], false),
            (["eventCode": 2000], false), (nil, false), (["other": 2001], false),
        ] as [(JSONValue, Bool)]
    )
    func event2001SaysThatAConfigurationArrived(_ value: JSONValue, _ arrived: Bool) {
        var log = Log()
        log.call("eventOccurred", value)
        #expect(log.judged.cases["pre-check-config-ping"] == (arrived ? .pass : .undecidable))
    }

    // MARK: - Names

    /// Each name of a call in a log, and what the log says then.
    @Test(arguments: [
        "play", "loadMetadata", "playheadPosition", "setPlayheadPosition:", "set_playhead_position", "sendID3", "stop",
        "end",
        "staticStart", "staticEnd", "updateOTT", "userOptOut", "appDisableApi", "setAppDisableApi", "trackEvent",
        "updateMetadata", "setVolume", "init", "appInfo", "initWithAppInfo:", "NielsenAppApi", "eventOccurred",
        "nielsenAppApi:eventOccurred:", "setPrivacyStatus", "collector", "userPause", "userResume", "bufferStart",
        "bufferEnd", "call", "callEnd", "background", "foreground", "lock", "unlock", "alarm", "alarmEnd",
        "networkLoss", "networkBack", "pipStart", "pipEnd",
    ])
    func everyNameIsKnown(_ name: String) {
        var log = Log()
        log.call(name)
        #expect(!log.judged.rules.contains("UNDOCUMENTED_EVENT"))
        var other = Log()
        other.call(name + "2")
        #expect(other.judged.rules == ["UNDOCUMENTED_EVENT"])
    }

    @Test func sixtyFourCharactersOfANameAreRead() {
        for (count, isKnown) in [(60, true), (61, false)] {
            var log = Log()
            log.call(String(repeating: "_", count: count) + "stop")
            #expect(log.judged.rules.isEmpty == isKnown)
        }
    }

    @Test func timesAreThoseThatThereAre() {
        for (time, isTime) in [("1e13", true), ("-1e13", true), ("1.1e13", false), ("\"1e13\"", true)] {
            let judged = Judgement("{\"t\": \(time), \"call\": \"stop\"}\n")
            #expect(judged.rules.contains("LINE_WITHOUT_TIME") != isTime, "\(time)")
        }
        for (count, isTime) in [(64, true), (65, false)] {
            let time = String(repeating: "0", count: count - 1) + "1"
            let judged = Judgement("{\"t\": \"\(time)\", \"call\": \"stop\"}\n")
            #expect(judged.rules.contains("LINE_WITHOUT_TIME") != isTime, "\(count)")
        }
    }
}
