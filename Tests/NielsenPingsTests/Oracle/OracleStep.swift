// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// One line of a script: a call, or several of one kind with the clock going along.
enum OracleStep: Hashable, CustomStringConvertible {
    case play, stop, end, staticEnd, disable, enable
    /// Metadata of a programme, an ad or a page, by number.
    case content(Int)
    case ad(Int)
    case page(Int)
    /// So many playheads, each so many seconds after the one before it.
    case run(from: Int64, count: Int, by: Int64)
    /// Playheads a second apart by position; the clock goes along by so many milliseconds after each.
    case uneven(from: Int64, gaps: [Int64])
    /// A timer with so many milliseconds after each call, which reports the second that is played.
    case timer(from: Int64, gaps: [Int64])
    /// So many watermarks, in offset and in time so many seconds apart; identifiers by number, 0 for none.
    case tags(from: Int, count: Int, by: Int, fd: Int, pc: Int)
    /// Seconds in which nothing is reported.
    case wait(Int64)
    /// Milliseconds in which nothing is reported.
    case pass(Int64)
    case optOut(Bool)
    case ott(Bool)

    var description: String {
        switch self {
        case .play: "play"
        case .stop: "stop"
        case .end: "end"
        case .staticEnd: "staticEnd"
        case .disable: "disable"
        case .enable: "enable"
        case .content(let number): "load content \(Self.contents[number])"
        case .ad(let number): "load ad \(Self.ads[number].id)"
        case .page(let number): "load page \(Self.pages[number])"
        case .run(let from, let count, let by): "playheads \(from) ... \(from + Int64(count - 1) * by) by \(by)"
        case .uneven(let from, let gaps): "playheads from \(from) with \(gaps) ms after each"
        case .timer(let from, let gaps): "a timer from \(from) with \(gaps) ms after each"
        case .tags(let from, let count, let by, let fd, let pc):
            "watermarks \(from) ... \(from + (count - 1) * by) by \(by), FD \(fd), PC \(pc)"
        case .wait(let seconds): "wait \(seconds) s"
        case .pass(let milliseconds): "wait \(milliseconds) ms"
        case .optOut(let isOut): isOut ? "opt out" : "opt in"
        case .ott(let isConnected): isConnected ? "device connected" : "device disconnected"
        }
    }

    /// The last one is live.
    static let contents = ["film", "series", "live"]
    static let ads = [
        (id: "pre", type: "preroll"), (id: "mid", type: "midroll"), (id: "other", type: "midroll"),
        (id: "post", type: "postroll"),
    ]
    /// Section and asset.
    static let pages = [["Home", ""], ["Home", "story"], ["Sport", ""]]
    static let contentIDs = [PingBench.nullCID, PingBench.firstCID, PingBench.programmeCID, PingBench.otherCID]
    /// Where the live stream begins: 22:13:20, so that a minute has begun already.
    static let liveStart: Int64 = 1_700_000_000

    /// The seconds that are played when a timer fires, rounded down, and the milliseconds after each.
    static func timed(from: Int64, _ gaps: [Int64]) -> [(Int64, Int64)] {
        var played: Int64 = 0
        return gaps.map { gap in
            defer { played += gap }
            return (from + played / 1_000, gap)
        }
    }

    /// Makes the calls.
    func make(on api: NielsenAppApi, advance: (Duration) -> Void) {
        switch self {
        case .play: api.play()
        case .stop: api.stop()
        case .end: api.end()
        case .staticEnd: api.staticEnd()
        case .disable: api.appDisableApi = true
        case .enable: api.appDisableApi = false
        case .content(let number):
            let length = number == Self.contents.count - 1 ? "0" : "3600"
            api.loadMetadata(["type": "content", "assetid": Self.contents[number], "length": length])
        case .ad(let number): api.loadMetadata(["type": Self.ads[number].type, "assetid": Self.ads[number].id])
        case .page(let number):
            let page = ["type": "static", "section": Self.pages[number][0], "assetid": Self.pages[number][1]]
            api.loadMetadata(page.filter { !$0.value.isEmpty })
        case .run(let from, let count, let by):
            for step in 0..<Int64(count) {
                api.playheadPosition(from + step * by)
                advance(.seconds(max(by, 1)))
            }
        case .uneven(let from, let gaps):
            for (position, gap) in zip(from..., gaps) {
                api.playheadPosition(position)
                advance(.milliseconds(gap))
            }
        case .timer(let from, let gaps):
            for (position, gap) in Self.timed(from: from, gaps) {
                api.playheadPosition(position)
                advance(.milliseconds(gap))
            }
        case .tags(let from, let count, let by, let fd, let pc):
            for step in 0..<count {
                api.sendID3(PingBench.tag(from + step * by, fd: Self.contentIDs[fd], pc: Self.contentIDs[pc]))
                advance(.seconds(by))
            }
        case .wait(let seconds): advance(.seconds(seconds))
        case .pass(let milliseconds): advance(.milliseconds(milliseconds))
        case .optOut(let isOut): _ = api.userOptOut(isOut ? "nielsenappsdk://1" : "nielsenappsdk://0")
        case .ott(let isConnected): api.updateOTT(["ottStatus": isConnected ? "1" : "0"])
        }
    }
}
