// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import NielsenAppApi

/// A call log that is written call by call, with a clock of its own.
struct Log {
    static let content: JSONObject = [
        "type": "content", "assetid": "vid345-67483", "program": "The Lighthouse", "title": "Low Tide S01E07",
        "length": "120", "airdate": "2026-03-02T20:00:00", "isfullepisode": "y", "adloadtype": "2",
    ]
    static let ad: JSONObject = ["type": "midroll", "assetid": "ad123"]
    static let page: JSONObject = ["type": "static", "section": "front", "assetid": "p1"]
    static let otherPage: JSONObject = ["type": "static", "section": "sports", "assetid": "p2"]
    static let live: JSONObject = content.with(["length": "0", "assetid": "live1"])
    static let stream: JSONObject = ["type": "content", "adModel": "1", "channelName": "One"]
    static let appInfo: JSONObject = [
        "appid": "P0A1B2C3D-0000-4000-8000-0123456789AB", "appname": "Sample", "appversion": "1.0", "sfcode": "cert",
        "nol_devDebug": "DEBUG",
    ]

    private(set) var lines: [JSONObject] = []
    private(set) var time = 0.0

    /// Adds a call at the present time.
    mutating func call(_ name: String, _ arguments: JSONValue...) {
        lines.append(["t": .double(time), "call": .string(name), "args": .array(arguments)])
    }

    mutating func load(_ metadata: JSONObject) { call("loadMetadata", .object(metadata)) }

    mutating func wait(_ seconds: Double) { time += seconds }

    /// Sends the positions of a range, one a second; the last one at the present time.
    mutating func watch(_ positions: ClosedRange<Int>) {
        for position in positions {
            call("playheadPosition", .int(Int64(position)))
            if position < positions.upperBound { wait(1) }
        }
    }

    /// A watermark with offsets.
    mutating func tag(_ offset: Int) { call("sendID3", .string(Self.payload(offset))) }

    /// A payload of 249 characters.
    static func payload(_ offset: Int) -> String {
        let digits = String(String(100_000 + offset).dropFirst())
        let identifier = "AAECAwQFBgcICQoLDA0ODw=="
        let watermark = String(repeating: "A", count: 166) + "=="
        return "www.nielsen.com/\(identifier)/\(identifier)/\(watermark)/\(digits)/\(digits)/00"
    }

    /// The log as the text of a file.
    var text: String { lines.map { $0.jsonText + "\n" }.joined() }

    /// Changes the lines.
    func editing(_ edit: (inout [JSONObject]) -> Void) -> Log {
        var log = self
        edit(&log.lines)
        return log
    }

    /// Returns the places of the calls of a name.
    func places(of name: String) -> [Int] { lines.indices.filter { lines[$0]["call"] == .string(name) } }

    var judged: Judgement { Judgement(text) }
}

extension JSONObject {
    func with(_ other: JSONObject) -> JSONObject {
        var result = self
        for member in other { result[member.key] = member.value }
        return result
    }

    func without(_ key: String) -> JSONObject {
        var result = self
        result[key] = nil
        return result
    }
}

/// What a certification says of a log.
struct Judgement {
    var findings: [Finding] = []
    var cases: [String: CheckCase.Verdict] = [:]
    var reasons: [String: String] = [:]
    var verdict: CheckCase.Verdict

    init(_ text: String, isForProduction: Bool = false) {
        self.init(Data(text.utf8), isForProduction: isForProduction)
    }

    init(_ data: Data, isForProduction: Bool = false) {
        var input = CheckedInput(isForProduction: isForProduction)
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            input.read(Data(line), index + 1)
            findings += input.removeFindings()
        }
        let (results, verdict) = input.finish()
        findings += input.removeFindings()
        self.verdict = verdict
        for result in results {
            cases[result.id] = result.verdict
            reasons[result.id] = result.reason
        }
    }

    /// The rules that are broken, each once.
    var rules: Set<String> { Set(findings.map(\.rule)) }
}

/// Sessions without a mistake.
enum GoodLogs {
    /// A session with a midroll, buffering, a pause, a phone call, a stay in the background, and pages.
    static var full: Log {
        var log = Log()
        log.call("appInfo", .object(Log.appInfo.without("nol_devDebug")))
        log.load(Log.page)
        log.wait(5)
        log.call("staticEnd")
        log.call("play", [:])
        log.load(Log.content)
        log.watch(0...20)
        log.load(Log.ad)
        log.watch(0...15)
        log.call("stop")
        log.load(Log.content)
        log.watch(20...30)
        log.call("bufferStart")
        log.wait(10)
        log.call("bufferEnd")
        log.watch(31...40)
        log.call("userPause")
        log.call("stop")
        log.wait(12)
        log.call("userResume")
        log.load(Log.content)
        log.watch(40...60)
        log.call("background")
        log.call("stop")
        log.wait(30)
        log.call("foreground")
        log.load(Log.content)
        log.watch(60...120)
        log.call("stop")
        log.call("end")
        return log
    }

    /// Content to its end, without a pause.
    static var plain: Log {
        var log = Log()
        log.call("play")
        log.load(Log.content)
        log.watch(0...120)
        log.call("stop")
        log.call("end")
        return log
    }

    /// A watermarked stream.
    static var stream: Log {
        var log = Log()
        log.call("play", ["channelName": "One", "adModel": "1"])
        log.load(Log.stream)
        for offset in 0...12 {
            log.tag(1000 + offset * 10)
            log.wait(10)
        }
        log.call("stop")
        log.call("end")
        return log
    }
}
