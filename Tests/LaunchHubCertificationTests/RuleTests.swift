// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import NielsenAppApi
import Testing

/// Each rule of the order and the times of calls, broken alone.
struct RuleTests {
    /// A mistake, and the rule that finds it.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let rule: String
        let log: @Sendable () -> Log
        var testDescription: String { rule }

        init(_ rule: String, _ make: @escaping @Sendable (inout Log) -> Void) {
            self.rule = rule
            log = {
                var log = Log()
                make(&log)
                return log
            }
        }

        /// A session of its own, which `body` fills between `play` with `loadMetadata`, and `stop` with `end`.
        static func playing(
            _ rule: String,
            _ content: JSONObject = Log.content,
            _ body: @escaping @Sendable (inout Log) -> Void
        ) -> Mistake {
            Mistake(rule) { log in
                log.call("play")
                log.load(content)
                body(&log)
                log.call("stop")
                log.call("end")
            }
        }
    }

    static let mistakes: [Mistake] = [
        Mistake("PLAY_MISSING") { log in
            log.load(Log.content)
            log.watch(0...30)
            log.call("end")
        },
        Mistake("LOADMETADATA_BEFORE_PLAY") { log in
            log.load(Log.content)
            log.call("play")
            log.watch(0...30)
            log.call("end")
        },
        .playing("LOADMETADATA_PER_PLAYHEAD") { log in
            for position in 0...20 {
                log.load(Log.content)
                log.watch(position...position)
                log.wait(position < 20 ? 1 : 0)
            }
        },
        .playing("LOADMETADATA_PER_PLAYHEAD") { log in
            log.watch(0...20)
            log.load(Log.content)
            log.watch(20...40)
        },
        .playing("RESUME_WITHOUT_LOADMETADATA") { log in
            log.watch(0...20)
            log.call("userPause")
            log.call("stop")
            log.wait(10)
            log.call("userResume")
            log.watch(20...40)
        },
        Mistake("RESUME_WITHOUT_LOADMETADATA") { log in
            log.call("play")
            log.watch(0...20)
        },
        .playing("STOP_ON_BUFFERING") { log in
            log.watch(0...20)
            log.call("bufferStart")
            log.call("stop")
            log.wait(8)
            log.call("bufferEnd")
            log.load(Log.content)
            log.watch(20...40)
        },
        .playing("STOP_ON_BUFFERING") { log in
            log.watch(0...20)
            log.call("bufferStart")
            log.call("stop")
            log.wait(8)
            log.call("bufferEnd")
            log.watch(20...40)
        },
        .playing("PAUSE_WITHOUT_STOP") { log in
            log.watch(0...20)
            log.call("userPause")
            log.wait(10)
            log.call("userResume")
            log.watch(20...40)
        },
        .playing("PAUSE_WITHOUT_STOP") { log in
            log.watch(0...20)
            log.call("call")
            log.wait(10)
            log.call("callEnd")
            log.load(Log.content)
            log.watch(20...40)
        },
        .playing("PAUSE_WITHOUT_STOP") { log in
            log.watch(0...20)
            log.call("bufferStart")
            log.wait(31)
            log.call("bufferEnd")
            log.watch(20...40)
        },
        .playing("CONTENT_NOT_RELOADED_AFTER_AD") { log in
            log.watch(0...20)
            log.load(Log.ad)
            log.watch(0...15)
            log.call("stop")
            log.wait(1)
            log.watch(21...40)
        },
        .playing("AD_PLAYHEAD_NOT_FROM_ZERO") { log in
            log.watch(0...20)
            log.load(Log.ad)
            log.watch(21...35)
            log.call("stop")
            log.load(Log.content)
            log.watch(20...40)
        },
        .playing("CONTENT_POSITION_AFTER_AD") { log in
            log.watch(0...20)
            log.load(Log.ad)
            log.watch(0...15)
            log.call("stop")
            log.load(Log.content)
            log.watch(36...50)
        },
        .playing("CONTENT_METADATA_CHANGED") { log in
            log.watch(0...20)
            log.load(Log.ad)
            log.watch(0...15)
            log.call("stop")
            log.load(Log.content.with(["title": "High Tide S01E08"]))
            log.watch(20...40)
        },
        .playing("CHANNEL_NAME_CHANGED", Log.content.with(["channelName": "One"])) { log in
            log.watch(0...20)
            log.load(Log.ad)
            log.watch(0...15)
            log.call("stop")
            log.load(Log.content.with(["channelName": "Two"]))
            log.watch(20...40)
        },
        .playing("ID3_FASTER_THAN_TIME", Log.stream) { log in
            for step in 0..<10 {
                log.tag(1000 + step * 17)
                log.wait(10)
            }
        },
        .playing("PLAY_EVERY_SECOND") { log in
            for position in 0...20 {
                log.call("play")
                log.watch(position...position)
                log.wait(position < 20 ? 1 : 0)
            }
        },
        .playing("UNDOCUMENTED_EVENT") { log in
            log.watch(0...20)
            log.call("heartbeat")
        },
        .playing("UNDOCUMENTED_EVENT") { log in
            log.watch(0...20)
            log.call("ggPM", 99, 1)
        },
        .playing("PLAYHEAD_NOT_INTEGER") { log in
            for position in 0...20 {
                log.call("playheadPosition", .double(Double(position) + 0.25))
                log.wait(position < 20 ? 1 : 0)
            }
        },
        .playing("PLAYHEAD_NOT_INTEGER") { log in
            log.watch(0...20)
            log.call("playheadPosition", "NaN")
        },
        .playing("PLAYHEAD_MILLISECONDS") { log in
            for position in 0...20 {
                log.call("playheadPosition", .int(Int64(position * 1000)))
                log.wait(position < 20 ? 1 : 0)
            }
        },
        .playing("PLAYHEAD_MILLISECONDS", Log.live) { log in
            for position in 0...20 {
                log.call("playheadPosition", .int(1_772_481_600_000 + Int64(position * 1000)))
                log.wait(position < 20 ? 1 : 0)
            }
        },
        .playing("PLAYHEAD_NEGATIVE", Log.live) { log in
            for position in 0...20 {
                log.call("playheadPosition", .int(Int64(position - 30)))
                log.wait(position < 20 ? 1 : 0)
            }
        },
        .playing("PLAYHEAD_FASTER_THAN_TIME") { log in
            for position in 0...20 {
                log.call("playheadPosition", .int(Int64(position * 2)))
                log.wait(position < 20 ? 1 : 0)
            }
        },
        .playing("PLAYHEAD_FASTER_THAN_TIME") { log in
            for position in 0...15 {
                log.call("playheadPosition", .int(Int64(position * 5)))
                log.wait(position < 15 ? 1 : 0)
            }
        },
        .playing("SKIP_REPORTED_AS_PLAY") { log in
            log.watch(0...20)
            log.wait(1)
            log.watch(30...50)
        },
        .playing("PLAYHEAD_BEYOND_LENGTH") { log in
            log.watch(100...125)
        },
        .playing("LIVE_PLAYHEAD_NOT_EPOCH", Log.live) { log in log.watch(0...20) },
        .playing("EPOCH_WITH_LENGTH") { log in log.watch(1_772_481_600...1_772_481_620) },
        .playing("FINAL_PLAYHEAD_MISSING") { log in
            log.watch(0...20)
            log.wait(4)
        },
        Mistake("AD_RESTARTED_WITHOUT_ADSTOP") { log in
            log.call("play")
            log.load(Log.content)
            log.load(Log.ad)
            log.watch(0...15)
            log.wait(1)
            log.watch(0...15)
            log.call("stop")
            log.call("end")
        },
        Mistake("AD_RESTARTED_WITHOUT_ADSTOP") { log in
            log.call("play")
            log.load(Log.content)
            log.load(Log.ad)
            log.watch(0...15)
            log.load(Log.ad)
            log.watch(0...15)
            log.call("stop")
            log.call("end")
        },
        .playing("AD_NOT_STOPPED") { log in
            log.watch(0...20)
            log.load(Log.ad)
            log.watch(0...15)
            log.load(Log.content)
            log.watch(20...40)
        },
        Mistake("PLAYHEAD_AFTER_COMPLETE") { log in
            log.call("play")
            log.load(Log.content)
            log.watch(0...120)
            log.call("end")
            log.wait(1)
            log.watch(120...120)
        },
        Mistake("STATIC_NOT_ENDED_ON_BACKGROUND") { log in
            log.load(Log.page)
            log.wait(10)
            log.call("background")
            log.wait(30)
            log.call("foreground")
            log.load(Log.page)
        },
        .playing("DCR_NOT_MEASURED_NO_ASSETID", Log.stream) { log in log.watch(1_772_481_600...1_772_481_620) },
        .playing("ID3_CADENCE_CANNOT_CREDIT", Log.stream) { log in
            for step in 0...4 {
                log.tag(1000 + step * 20)
                log.wait(20)
            }
        },
        // All of a segment's watermarks at once.
        .playing("ID3_CADENCE_CANNOT_CREDIT", Log.stream) { log in
            for segment in 0...10 {
                for step in 0..<3 { log.tag(1000 + segment * 30 + step * 10) }
                log.wait(30)
            }
        },
        .playing("OPTOUT_VALUE") { log in
            log.watch(0...20)
            log.call("userOptOut", "1")
        },
        Mistake("PRIVACY_UNKNOWN_PINGS_WAIT") { log in log.call("setPrivacyStatus", "optUnknown") },
        Mistake("COLLECTOR_IS_LOOPBACK") { log in log.call("collector", "http://127.0.0.1:8080/") },
        Mistake("DEBUG_LEFT_ON") { log in log.call("appInfo", .object(Log.appInfo)) },
    ]

    @Test(arguments: mistakes)
    func aMistakeIsFoundByItsRuleAlone(_ mistake: Mistake) {
        // A debug flag is wrong in a released app alone.
        let judged = Judgement(mistake.log().text, isForProduction: mistake.rule == "DEBUG_LEFT_ON")
        #expect(
            judged.rules == [mistake.rule],
            "\(judged.findings.map { "\($0.rule) \($0.line ?? 0): \($0.message)" })"
        )
    }

    @Test func aFindingIsListedOnceAView() {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        for position in 0...20 {
            log.load(Log.content)
            log.watch(position...position)
            log.wait(1)
        }
        let judged = log.judged
        #expect(judged.findings.count { $0.rule == "LOADMETADATA_PER_PLAYHEAD" } == 1)
        #expect(judged.findings.first { $0.rule == "LOADMETADATA_PER_PLAYHEAD" }?.cost == 20)
    }

    /// Input that breaks a rule of values.
    static let values: [(rule: String, metadata: JSONObject)] = [
        ("META_MISSING_AIRDATE", Log.content.without("airdate")),
        ("META_EMPTY_PROGRAM", Log.content.with(["program": ""])),
        ("OPTIONAL_EMPTY", Log.content.with(["segB": ""])),
        ("META_NOT_STRING", Log.content.with(["length": 120])),
        ("AIRDATE_FORMAT", Log.content.with(["airdate": "soon"])),
        ("AIRDATE_Z_SUFFIX_NOT_LISTED", Log.content.with(["airdate": "2026-03-02T20:00:00Z"])),
        ("TITLE_NO_SxxEyy", Log.content.with(["title": "Low Tide"])),
        ("TITLE_TOO_LONG_40", Log.content.with(["title": "A title of rather more than forty letters S01E07"])),
        ("CROSSID1_NOT_TMS", Log.content.with(["crossId1": "X1"])),
        ("LENGTH_NOT_NUMERIC", Log.content.with(["length": "two minutes"])),
        ("KEY_LEGACY_VCID_USE_SUBBRAND", Log.content.with(["vcid": "c01"])),
        ("ADMODEL_INVALID_DEFAULTED", Log.content.with(["adModel": "3"])),
        ("CHANNELNAME_EMPTY_DEFAULTED", Log.content.with(["channelName": ""])),
        ("URL_CONTAINS_SPACE", Log.content.with(["mediaURL": "https://a.example/a b"])),
        ("TYPE_LEGACY_RADIO", Log.content.with(["type": "radio"])),
        ("KEY_CASE", Log.content.without("assetid").with(["assetId": "vid1"])),
    ]

    @Test(arguments: values)
    func aValueIsFoundByItsRuleAlone(_ rule: String, _ metadata: JSONObject) {
        var log = Log()
        log.call("play")
        log.load(metadata)
        log.watch(0...120)
        log.call("stop")
        log.call("end")
        #expect(log.judged.rules == [rule])
    }

    static let apps: [(rule: String, information: JSONValue)] = [
        ("APPINFO_NOT_JSON_OBJECT", JSONValue.string("P0A1B2C3D-0000-4000-8000-0123456789AB")),
        ("APPID_EMPTY", .object(Log.appInfo.with(["appid": "", "nol_devDebug": ""]))),
        ("APPID_NOT_GUID", .object(["appid": "P123"])),
        ("APPID_T_PREFIX", .object(["appid": "T0A1B2C3D-0000-4000-8000-0123456789AB"])),
        ("APPID_PREFIX_MISSING", .object(["appid": "0A1B2C3D-0000-4000-8000-0123456789AB"])),
    ]

    @Test(arguments: apps)
    func anAppIsFoundByItsRuleAlone(_ rule: String, _ information: JSONValue) {
        var log = Log()
        log.call("appInfo", information)
        #expect(log.judged.rules == [rule])
        #expect(log.judged.cases["pre-check-appid"] == .fail)
    }

    static let payloads: [(rule: String, payload: String)] = [
        ("ID3_LENGTH", "www.nielsen.com/AAECAwQFBgcICQoLDA0ODw==/AAECAwQFBgcICQoLDA0ODw==/AAAA/00010/00010/00"),
        ("ID3_PREFIX", "nielsen/1"),
        ("ID3_WHITESPACE", Log.payload(10).replacing("/00010", with: "\n/00010", maxReplacements: 1)),
        ("ID3_SEGMENT_COUNT", Log.payload(10).replacing("/00010/00", with: "_00010_00")),
    ]

    @Test(arguments: payloads)
    func aWatermarkIsFoundByItsRuleAlone(_ rule: String, _ payload: String) {
        var log = Log()
        log.call("play")
        log.load(Log.stream)
        log.call("sendID3", .string(payload))
        log.call("stop")
        #expect(log.judged.rules == [rule])
    }

    /// The mistakes that public integrations make; a name that ends with _ is that of a family.
    private static let published = [
        "LOADMETADATA_PER_PLAYHEAD", "RESUME_WITHOUT_LOADMETADATA", "STOP_ON_BUFFERING", "PAUSE_WITHOUT_STOP",
        "CONTENT_NOT_RELOADED_AFTER_AD", "PLAY_EVERY_SECOND", "UNDOCUMENTED_EVENT", "LOADMETADATA_BEFORE_PLAY",
        "PLAY_MISSING", "PLAYHEAD_NOT_INTEGER", "PLAYHEAD_MILLISECONDS", "PLAYHEAD_NEGATIVE", "META_NOT_STRING",
        "META_MISSING_", "META_EMPTY_", "OPTIONAL_EMPTY", "AIRDATE_FORMAT", "AIRDATE_Z_SUFFIX_NOT_LISTED",
        "TITLE_NO_SxxEyy", "TITLE_TOO_LONG_40", "CROSSID1_NOT_TMS", "LENGTH_NOT_NUMERIC", "APPINFO_NOT_JSON_OBJECT",
        "APPID_NOT_GUID", "APPID_T_PREFIX", "APPID_PREFIX_MISSING", "APPID_EMPTY", "ADMODEL_INVALID_DEFAULTED",
        "CHANNELNAME_EMPTY_DEFAULTED", "KEY_CASE", "KEY_LEGACY_VCID_USE_SUBBRAND", "ID3_LENGTH", "ID3_PREFIX",
        "ID3_SEGMENT_COUNT", "ID3_WHITESPACE", "DEBUG_LEFT_ON", "PLAYHEAD_FASTER_THAN_TIME", "SKIP_REPORTED_AS_PLAY",
        "PLAYHEAD_BEYOND_LENGTH", "LIVE_PLAYHEAD_NOT_EPOCH", "EPOCH_WITH_LENGTH", "FINAL_PLAYHEAD_MISSING",
        "AD_RESTARTED_WITHOUT_ADSTOP", "PLAYHEAD_AFTER_COMPLETE", "STATIC_NOT_ENDED_ON_BACKGROUND",
        "DCR_NOT_MEASURED_NO_ASSETID", "ID3_CADENCE_CANNOT_CREDIT", "PRIVACY_UNKNOWN_PINGS_WAIT",
        "COLLECTOR_IS_LOOPBACK", "URL_CONTAINS_SPACE", "TYPE_LEGACY_RADIO",
    ]

    @Test func noRuleIsLeftOut() {
        let broken =
            Self.mistakes.map(\.rule) + Self.values.map(\.rule) + Self.apps.map(\.rule) + Self.payloads.map(\.rule)
        let missing = Self.published.filter { name in
            !broken.contains { name.hasSuffix("_") ? $0.hasPrefix(name) : $0 == name }
        }
        #expect(missing == [])
    }
}
