// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// An evening: a film of two hours with watermarks and everything that comes between, and ten pages.
///
/// | Script | Film | Ads | Pages | Watermarks |
/// |---|---|---|---|---|
/// | Home, 60 s | | | Home 1 | |
/// | News, 90 s: a minute and half of one | | | News 2 | |
/// | Sport, 29 s: less than half a minute | | | Sport 0 | |
/// | Films, 120 s | | | Films 2 | |
/// | preroll, 60 s | | ad1 1 | | |
/// | the film from 0:00:00 to 0:30:00 | 30 | | | 30 |
/// | a pause of 5 minutes, with its Details | | | Details 5 | |
/// | to 0:40:00 | 10 | | | 10 |
/// | first break: 30 s and 15 s | | ad2 1, ad3 0 | | |
/// | to 1:00:00, the Cast beside it | 20 | | Cast 20 | 20 |
/// | back to 0:50:00 and once more to 1:00:00 | 0 | | Cast 10 more | 0 |
/// | second break: 60 s | | ad4 1 | | |
/// | to 1:20:00 | 20 | | | 20 |
/// | a call of 10 minutes | | | | |
/// | to 1:30:00 | 10 | | | 10 |
/// | third break: 45 s | | ad5 1 | | |
/// | 20 minutes in the background | | | | |
/// | to 2:00:00, the end | 30 | | | 30 |
/// | postroll, 30 s | | ad6 1 | | |
/// | Similar, 59 s | | | Similar 1 | |
/// | Profile, 150 s: two minutes and half of one | | | Profile 3 | |
/// | Settings, 10 s | | | Settings 0 | |
/// | Help, 61 s: a minute and a second | | | Help 1 | |
/// | together | 120 | 5 | 45 | 120 |
///
/// A watermark comes every ten seconds of the film and says where in it that is. From the last one before a break to
/// the break nothing is known, nine seconds, which costs no minute here: 51 seconds of it were received.
enum TwoHours {
    enum Step: Sendable {
        /// A page is shown, and nothing else happens for a while.
        case page(String, seconds: Int64)
        /// A page is shown, and the film goes on.
        case open(String)
        /// The page is left.
        case leave
        case film(Range<Int64>)
        case ad(String, String, seconds: Int64)
        /// Pause, call or background: nothing is played for a while.
        case interruption(seconds: Int64)
        case end
    }

    static let script: [Step] = [
        .page("Home", seconds: 60), .page("News", seconds: 90), .page("Sport", seconds: 29),
        .page("Films", seconds: 120), .leave,
        .ad("preroll", "ad1", seconds: 60),
        .film(0..<1800),
        .interruption(seconds: 0), .page("Details", seconds: 300), .leave,
        .film(1800..<2400),
        .ad("midroll", "ad2", seconds: 30), .ad("midroll", "ad3", seconds: 15),
        .open("Cast"), .film(2400..<3600), .film(3000..<3600), .leave,
        .ad("midroll", "ad4", seconds: 60),
        .film(3600..<4800),
        .interruption(seconds: 600),
        .film(4800..<5400),
        .ad("midroll", "ad5", seconds: 45),
        .interruption(seconds: 1200),
        .film(5400..<7200), .end,
        .ad("postroll", "ad6", seconds: 30),
        .page("Similar", seconds: 59), .page("Profile", seconds: 150), .page("Settings", seconds: 10),
        .page("Help", seconds: 61), .leave,
    ]

    static let minutesOfVideos = [
        "ad1": 1, "vid345-67483": 120, "ad2": 1, "ad3": 0, "ad4": 1, "ad5": 1, "ad6": 1,
    ]
    static let minutesOfPages = [
        "Home": 1, "News": 2, "Sport": 0, "Films": 2, "Details": 5, "Cast": 30, "Similar": 1, "Profile": 3,
        "Settings": 0, "Help": 1,
    ]
    static let minutesOfWatermarks = [
        "FD__EMc37zfVgq_8KB7baUYfg==": 120, "PC_065H2g6E7ZyQ5UdmMAbbpg==": 120,
    ]

    static let appInfo = ["appid": "PDA7D5EE6-B1B8-4123-9277-2A788BA08DB4", "sfcode": "dcr"]

    static let film = [
        "type": "content", "assetid": "vid345-67483", "program": "The Big Bang Theory",
        "title": "The Pants Alternative S03E18", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes",
        "adloadtype": "2", "length": "7200", "channelName": "Films", "adModel": "2",
    ]

    static func ad(_ type: String, _ assetid: String) -> [String: String] { ["type": type, "assetid": assetid] }
    static func page(_ section: String) -> [String: String] { ["type": "static", "section": section, "segA": "app"] }

    /// The watermark of a second of the film; nil for those between.
    static func watermark(_ position: Int64) -> String? {
        guard position % 10 == 0 else { return nil }
        let digits = String(String(100_000 + position).dropFirst())
        return "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/"
            + String(repeating: "A", count: 168) + "/\(digits)/\(digits)/00"
    }
}

/// The evening, however it is reported.
protocol Evening {
    /// A page is shown.
    func open(_ page: [String: String]) async throws
    func leavePage() async throws
    /// A second of the film.
    func film(_ position: Int64, _ watermark: String?) async throws
    /// A second of an ad.
    func ad(_ ad: [String: String], _ position: Int64) async throws
    func adIsOver(_ ad: [String: String]) async throws
    func interrupt() async throws
    func end() async throws
}

extension Evening {
    func play(_ script: [TwoHours.Step], _ clock: ManualClock) async throws {
        for step in script {
            switch step {
            case .page(let section, let seconds):
                try await open(TwoHours.page(section))
                clock.advance(by: .seconds(seconds))
            case .open(let section):
                try await open(TwoHours.page(section))
            case .leave:
                try await leavePage()
            case .film(let range):
                for position in range {
                    try await film(position, TwoHours.watermark(position))
                    clock.advance(by: .seconds(1))
                }
            case .ad(let type, let assetid, let seconds):
                let values = TwoHours.ad(type, assetid)
                for position in 0..<seconds {
                    try await ad(values, position)
                    clock.advance(by: .seconds(1))
                }
                try await adIsOver(values)
            case .interruption(let seconds):
                try await interrupt()
                clock.advance(by: .seconds(seconds))
            case .end:
                try await end()
            }
        }
    }
}
