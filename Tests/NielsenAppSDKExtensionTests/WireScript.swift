// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// A random evening in front of a few channels: programmes, ads, watermarks, pauses, casting, choices, pages, midnights.
struct WireScript: Sendable {
    enum Step: Sendable, CustomStringConvertible {
        /// Another channel, whose programme begins with an ad or without.
        case tune(channel: Int, programme: Int)
        /// So many tens of seconds of the programme.
        case watch(Int)
        /// An ad of so many tens of seconds.
        case ad(Int, tens: Int)
        /// Nothing for a while, after a pause.
        case pause(seconds: Int64)
        case choice(optsOut: Bool)
        case cast(Bool)
        case page(Int)
        case leavePage
        case end

        /// Whether what is watched is measured as another view afterwards, or may be: pauses add up.
        var endsView: Bool {
            switch self {
            case .tune, .end, .choice: true
            case .pause(let seconds): seconds >= 300
            case .watch, .ad, .cast, .page, .leavePage: false
            }
        }

        var description: String {
            switch self {
            case .tune(let channel, let programme): "tune \(channel) \(programme)"
            case .watch(let tens): "watch \(tens)0"
            case .ad(let number, let tens): "ad \(number) \(tens)0"
            case .pause(let seconds): "pause \(seconds)"
            case .choice(let optsOut): optsOut ? "opt out" : "opt in"
            case .cast(let isOn): isOn ? "cast" : "uncast"
            case .page(let number): "page \(number)"
            case .leavePage: "leave"
            case .end: "end"
            }
        }
    }

    let steps: [Step]
    /// Where the device is: the day ends at any time of the evening.
    let timeZone: TimeZone

    init(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        func one(of count: Int) -> Int { Int(dice.next() % UInt64(count)) }
        timeZone = TimeZone(secondsFromGMT: (one(of: 100) - 48) * 900) ?? .gmt
        var steps: [Step] = [.tune(channel: one(of: 3), programme: one(of: 2))]
        for _ in 0..<(6 + one(of: 14)) {
            switch one(of: 16) {
            case 0: steps.append(.tune(channel: one(of: 3), programme: one(of: 2)))
            case 1, 2, 3: steps.append(.ad(one(of: 4), tens: 1 + one(of: 6)))
            case 4: steps.append(.pause(seconds: Int64([30, 300, 1_700, 1_801, 4_000, 90_000][one(of: 6)])))
            case 5: steps.append(.choice(optsOut: true))
            case 6: steps.append(.choice(optsOut: false))
            case 7: steps.append(.cast(one(of: 2) == 0))
            case 8: steps.append(.page(one(of: 2)))
            case 9: steps.append(.leavePage)
            case 10: steps.append(.end)
            default: steps.append(.watch(1 + one(of: 40)))
            }
        }
        self.steps = steps + [.watch(2), .end, .leavePage]
    }

    // MARK: - What is played

    static let appInfo = ["appid": "PE392366B-F2C1-4BC4-AB62-A7DAFDC51000", "appname": "Player", "sfcode": "dcr"]

    static func channelName(_ channel: Int) -> String { "Channel\(channel)" }
    static func client(_ channel: Int) -> String { "us-10000\(channel)" }

    static func content(_ channel: Int, _ programme: Int) -> [String: String] {
        [
            "type": "content", "assetid": "film\(channel)\(programme)", "program": "Show", "title": "Show \(programme)",
            "length": "36000", "clientid": client(channel), "subbrand": "b0\(channel)",
            "channelName": channelName(channel), "airdate": "20220321 10:05:00", "isfullepisode": "y",
            "adloadtype": "2",
        ]
    }

    /// The last one belongs to another client, and the third one is measured by its ad server alone.
    static func ad(_ number: Int) -> [String: String] {
        switch number {
        case 2: ["type": "midroll", "ocrtag": "https://ads.example/t?c=\(number)"]
        case 3: ["type": "midroll", "assetid": "ad3", "clientid": "us-999999"]
        default: ["type": number == 0 ? "preroll" : "midroll", "assetid": "ad\(number)"]
        }
    }

    static func page(_ number: Int) -> [String: String] { ["type": "static", "section": ["Home", "News"][number]] }

    static let connected = ["ottStatus": "1", "ottType": "casting", "ottDevice": "chromecast"]

    static func distributor(_ channel: Int) -> String { identifier("FD\(channel)") }
    static func programme(_ channel: Int, _ programme: Int) -> String { identifier("PC\(channel)\(programme)") }

    private static func identifier(_ text: String) -> String {
        text + String(repeating: "A", count: 22 - text.count) + "=="
    }

    static func tag(_ channel: Int, _ programme: Int, _ offset: Int64) -> String {
        let digits = String(String(100_000 + offset).dropFirst())
        return "www.nielsen.com/\(Self.programme(channel, programme))/\(distributor(channel))/"
            + String(repeating: "A", count: 168) + "/\(digits)/\(digits)/00"
    }
}
