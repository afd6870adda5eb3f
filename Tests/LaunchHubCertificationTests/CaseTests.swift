// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import NielsenAppApi
import TestSupport
import Testing

/// Each published case with a log that passes, and one that fails for that reason alone.
struct CaseTests {
    struct Pair: CustomTestStringConvertible, Sendable {
        let id: String
        /// Makes the log: true passes, false fails.
        let log: @Sendable (Bool) -> Log
        var testDescription: String { id }

        init(_ id: String, _ make: @escaping @Sendable (inout Log, Bool) -> Void) {
            self.id = id
            log = { passes in
                var log = Log()
                make(&log, passes)
                return log
            }
        }

        /// Content to its end, with something in the middle.
        static func content(_ id: String, _ middle: @escaping @Sendable (inout Log, Bool) -> Void) -> Pair {
            Pair(id) { log, passes in
                log.call("play")
                log.load(Log.content)
                middle(&log, passes)
                log.call("stop")
                log.call("end")
            }
        }

        /// A watermarked stream of two minutes, with something behind it.
        static func stream(_ id: String, _ rest: @escaping @Sendable (inout Log, Bool) -> Void) -> Pair {
            Pair(id) { log, passes in
                log.call("play", ["channelName": "One", "adModel": "1"])
                log.load(Log.stream)
                for step in 0...12 {
                    log.tag(1000 + step * 10)
                    if step < 12 { log.wait(10) }
                }
                rest(&log, passes)
                log.call("stop")
                log.call("end")
            }
        }
    }

    static let pairs: [Pair] = [
        Pair("all-1-debug") { log, passes in
            log.call("appInfo", .object(passes ? Log.appInfo : Log.appInfo.with(["nol_devDebug": "INFO"])))
            log.call("eventOccurred", ["eventCode": 2001])
        },
        .content("dcr-video-2-play-to-end") { log, passes in log.watch(0...(passes ? 120 : 60)) },
        .content("dcr-video-3-forward") { log, passes in
            log.watch(0...20)
            log.wait(1)
            log.watch((passes ? 51 : 50)...60)
        },
        .content("dcr-video-5-pause") { log, passes in
            log.watch(0...20)
            log.call("userPause")
            log.call("stop")
            log.wait(passes ? 5.5 : 5)
            log.call("userResume")
            log.load(Log.content)
            log.watch(20...40)
        },
        .content("dcr-video-6-background") { log, passes in
            log.watch(0...20)
            log.call("background")
            log.call("stop")
            log.wait(passes ? 6 : 5)
            log.call("foreground")
            log.load(Log.content)
            log.watch(20...40)
        },
        Pair("dcr-static-3-background") { log, passes in
            log.load(Log.page)
            log.wait(10)
            log.call("background")
            log.call("staticEnd")
            log.wait(passes ? 20 : 19)
            log.call("foreground")
            log.load(Log.page)
        },
        Pair("dtvr-2-play") { log, passes in
            log.call("play", ["channelName": "One"])
            log.load(Log.stream)
            for step in 0...12 where step <= (passes ? 12 : 11) {
                log.tag(1000 + step * 10)
                if step < 12 { log.wait(passes || step < 11 ? 10 : 9) }
            }
            log.call("stop")
        },
        .stream("dtvr-3-pause") { log, passes in
            log.call("userPause")
            log.call("stop")
            log.wait(passes ? 30 : 29)
            log.call("userResume")
            log.load(Log.stream)
            log.tag(1125)
        },
        .stream("dtvr-4-back") { log, passes in
            log.wait(1)
            log.tag(passes ? 1090 : 1091)
            // One that came before is a step back where the next one follows it.
            log.wait(10)
            log.tag(1100)
        },
        .stream("dtvr-5-forward") { log, passes in
            log.wait(1)
            log.tag(passes ? 1240 : 1239)
        },
        Pair("pre-check-appid") { log, passes in
            log.call("appInfo", .object(passes ? Log.appInfo : Log.appInfo.with(["appid": "P1"])))
        },
        Pair("pre-check-config-ping") { log, passes in
            log.call("errorOccurred", ["errorCode": 4])
            if passes { log.call("eventOccurred", ["eventCode": 2001]) }
        },
        Pair("pre-check-opt-out") { log, passes in log.call("userOptOut", passes ? "nielsenappsdk://1" : "yes") },
        Pair("pre-check-dtvr-sfcode") { log, passes in
            log.call("appInfo", .object(passes ? Log.appInfo : Log.appInfo.with(["sfcode": "us"])))
        },
        .content("pre-check-interruptions") { log, passes in
            log.watch(0...20)
            log.call("call")
            if passes { log.call("stop") }
            log.wait(8)
            log.call("callEnd")
            log.load(Log.content)
            log.watch(20...40)
        },
        .stream("pre-check-tags") { log, passes in
            log.wait(passes ? 10 : 20)
            log.tag(passes ? 1130 : 1140)
        },
    ]

    @Test(arguments: pairs)
    func aCasePassesOrFails(_ pair: Pair) {
        let good = pair.log(true).judged
        let bad = pair.log(false).judged
        #expect(good.cases[pair.id] == .pass, "\(good.reasons[pair.id] ?? "") \(good.findings)")
        #expect(bad.cases[pair.id] == .fail, "\(bad.reasons[pair.id] ?? "")")
        // No other case changes to a failure.
        let others = bad.cases.filter { $0.key != pair.id && $0.value == .fail && good.cases[$0.key] != .fail }
        #expect(others.isEmpty, "\(others)")
    }

    /// What a store says is in no log; everything else is decided here.
    @Test func noCaseIsLeftOut() {
        let tested = Self.pairs.map(\.id) + Self.casesByRule.map(\.id)
        #expect(Set(PublishedCase.allCases.map(\.rawValue)).subtracting(tested) == ["pre-check-store-text"])
    }

    static let casesByRule = [
        (id: "dcr-video-4-rewind", metadata: Log.content), (id: "dcr-static-2-switch-page", metadata: Log.otherPage),
    ]

    /// What has no threshold of its own fails by a rule.
    @Test(arguments: casesByRule)
    func aCaseFailsByARule(_ id: String, _ metadata: JSONObject) {
        func log(_ metadata: JSONObject) -> Log {
            var log = Log()
            log.load(Log.page)
            log.load(metadata["type"] == "static" ? metadata : Log.page)
            log.call("play")
            log.load(metadata["type"] == "static" ? Log.content : metadata)
            log.watch(0...60)
            log.wait(1)
            log.watch(20...40)
            log.call("end")
            return log
        }
        let key = metadata["type"] == "static" ? "section" : "program"
        #expect(log(metadata).judged.cases[id] == .pass)
        #expect(log(metadata.without(key)).judged.cases[id] == .fail)
    }

    /// The flag is right before the certification, and wrong in a released app.
    @Test(arguments: [true, false])
    func theDebugFlagIsJudgedByWhatTheAppIsFor(_ isForProduction: Bool) {
        for hasFlag in [true, false] {
            var log = Log()
            log.call("appInfo", .object(hasFlag ? Log.appInfo : Log.appInfo.without("nol_devDebug")))
            log.call("eventOccurred", ["eventCode": 2001])
            let judged = Judgement(log.text, isForProduction: isForProduction)
            #expect(judged.cases["all-1-debug"] == (hasFlag == isForProduction ? .fail : .pass))
            #expect(judged.rules == (hasFlag && isForProduction ? ["DEBUG_LEFT_ON"] : []))
        }
    }

    /// An app that passes on no watermarks needs no facility for them, and the sample player is no app.
    @Test func casesThatAreAboutSomethingElseAreUndecidable() {
        var log = Log()
        log.call(
            "appInfo",
            .object(Log.appInfo.with(["sfcode": "dcr", "appid": "PDEM00000-0000-4000-8000-000000000001"]))
        )
        log.call("play")
        log.load(Log.content)
        log.watch(0...120)
        log.call("end")
        #expect(log.judged.cases["pre-check-dtvr-sfcode"] == .undecidable)
        #expect(log.judged.cases["pre-check-appid"] == .undecidable)
        #expect(
            log.editing { $0.append(contentsOf: GoodLogs.stream.lines) }.judged.cases["pre-check-dtvr-sfcode"] == .fail
        )
    }

    @Test func whatTheInputDoesNotHoldIsUndecidable() {
        let judged = GoodLogs.plain.judged
        #expect(judged.cases["dcr-video-2-play-to-end"] == .pass)
        #expect(judged.cases["pre-check-store-text"] == .undecidable)
        #expect(judged.cases["all-1-debug"] == .undecidable)
        #expect(judged.cases["dtvr-3-pause"] == .undecidable)
        #expect(judged.cases.count == PublishedCase.allCases.count)
        #expect(judged.reasons.values.allSatisfy { !$0.isEmpty })
    }

    @Test func theThresholdsAreAReadableTable() throws {
        let text = try PackageFolder.text("Sources/LaunchHubCertification/Resources/thresholds.json")
        let rows = try JSONObject(jsonText: text)["thresholds"]?.arrayValue ?? []
        #expect(rows.count == 21)
        #expect(rows.allSatisfy { $0["source"]?.stringValue != nil && $0["meaning"]?.stringValue != nil })
        #expect(CertificationThresholds.published.forward == 30)
        #expect(CertificationThresholds.published.largestPlayhead == 1e11)
    }
}
