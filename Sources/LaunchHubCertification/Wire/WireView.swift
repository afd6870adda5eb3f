// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenAppApi

/// A ping in its place in the capture.
struct WirePing: WireEntry, Sendable {
    let entry: Int
    /// Milliseconds since 1970, as the capture has it; that of its making where it has none.
    let time: Int64
    let status: Int?
    let ping: SeenPing
    /// When it was made, in seconds since 1970.
    let made: Int64

    init(_ request: SeenRequest, _ ping: SeenPing) {
        entry = request.entry
        status = request.status
        self.ping = ping
        let made = ping.made.flatMap { $0 < 100_000_000_000 ? $0 : nil }
        time = request.time ?? (made ?? 0) * 1000
        self.made = made ?? time / 1000
    }

    var isView: Bool { ping.cadence == "view" }
    var isDuration: Bool { ping.cadence == "duration" || ping.cadence == "small-view" }
    var seconds: Int64 { ping.seconds ?? 0 }
    /// Whether it waited before it was sent, as without a network.
    var isOffline: Bool { (ping.sent ?? made) - made > 5 }
    var hasFailed: Bool { status.map { $0 <= 0 || $0 >= 400 } ?? false }

    /// The order in which pings were made: of one second the view first and the end last.
    static func isMadeBefore(_ left: WirePing, _ right: WirePing) -> Bool {
        (left.made, left.rank, left.entry) < (right.made, right.rank, right.entry)
    }

    /// The order in which pings were sent, which is not that of the entries where a tool writes the newest first.
    static func isSentBefore(_ left: WirePing, _ right: WirePing) -> Bool {
        (left.time, left.entry) < (right.time, right.entry)
    }

    /// Returns which parameters have other values than they should.
    func faults(_ right: KeyValuePairs<SeenName, String>) -> [String] {
        right.filter { ping.text($0) != $1 }.map { "\($0.key.text) is \"\(ping.text($0.key) ?? "")\"" }
    }

    private var rank: Int { isView || ping.cadence == "impression" ? 0 : ping.isEnd ? 2 : 1 }

    /// What is equal in two requests for the same ping.
    struct Sameness: Hashable {
        private static let names: [SeenName] = [
            .at, .cr, .c61, .c59, .ca, .asn, .c64, .c27, .evdata, .davty, .c3, .ai, .sessionID,
        ]
        private let values: [ArraySlice<UInt8>]

        init(_ ping: SeenPing) { values = Self.names.map { ping.bytes($0) ?? [] } }

        /// Hashes the length and the end of each value, which differ between most pings, and not a kilobyte.
        func hash(into hasher: inout Hasher) {
            var sum: UInt64 = 0
            for value in values {
                let end = value.suffix(8).reduce(UInt64(value.count)) { $0 << 8 ^ UInt64($1) }
                sum = sum &* 0x9E37_79B9_7F4A_7C15 ^ end
            }
            hasher.combine(sum)
        }
    }
}

/// A view, rebuilt of its pings: of a video, an ad, a page, or one side of a watermarked stream.
package struct WireView: Sendable {
    package let product: SeenPing.Product
    /// The id of the view; nil where the form has none.
    package let id: String?
    package let asset: String?
    package let section: String?
    package let side: String?
    /// Whether its pings say that it is an ad.
    package let isAd: Bool?
    /// The pings in the order in which they were made, each once.
    var pings: [WirePing]
    /// What the list says of the asset: an ad that is told as content.
    var isAdByList = false

    init(_ pings: [WirePing]) {
        let first = pings.first?.ping
        product = first?.product ?? .other
        id = first.flatMap { $0.view.isEmpty ? nil : $0.view }
        asset = first?.asset
        section = product == .dcrStatic ? first?.plain(.asn) : nil
        side = first?.side
        isAd = first?.isAd
        self.pings = pings
    }

    var view: WirePing? { pings.first(where: \.isView) }
    var durations: [WirePing] { pings.filter(\.isDuration) }
    var entries: [Int] { pings.map(\.entry) }
    var first: WirePing? { pings.first }
    var last: WirePing? { pings.last }
    var hasEnded: Bool { pings.last?.ping.isEnd ?? false }
    var began: Int64 { pings.first?.ping.number(.c64) ?? pings.first?.made ?? 0 }

    /// The asset, and the part of it that messages show where it may be long.
    var name: String { asset ?? "" }
    var shortName: Substring { name.prefix(64) }

    /// How it is called in messages.
    var shown: String {
        let what = isAd == true ? "the ad" : product == .dcrStatic ? "the page" : "the view of"
        return "\(what) \((section ?? asset ?? "").prefix(64))"
    }

    /// The seconds of all its duration pings.
    package var seconds: Int64 { durations.reduce(0) { $0 + $1.seconds } }

    /// The credited minutes, each once however often it was sent.
    package var minutes: Set<Int64> { Set(durations.flatMap { $0.ping.credit?.minutes ?? [] }) }

    /// The line of JSON.
    package var json: JSONObject {
        var line: JSONObject = ["kind": "view", "product": .string(product.rawValue)]
        line["view"] = id.map(JSONValue.string) ?? .null
        line["asset"] = asset.map(JSONValue.string) ?? .null
        let type = isAd.map { $0 ? "ad" : isAdByList ? "ad, told as content" : "content" }
        line["ad_or_content"] = type.map(JSONValue.string) ?? .null
        line["seconds"] = .int(seconds)
        line["minutes"] = product == .dcrStatic ? .null : .int(Int64(minutes.count))
        if let section { line["section"] = .string(section) }
        if let side { line["side"] = .string(side) }
        let ads = pings.compactMap { $0.ping.number(.c52) }.max() ?? 0
        if ads > 0, isAd == false, !isAdByList {
            line["ads"] = .int(ads)
            line["ad_seconds"] = .int(pings.compactMap { $0.ping.number(.c51) }.max() ?? 0)
        }
        line["opted_out"] = first?.ping.isOptedOut.map(JSONValue.bool) ?? .null
        line["ended"] = .bool(hasEnded)
        line["from"] = .int(began > 0 ? min(began, first?.made ?? began) : first?.made ?? 0)
        line["to"] = .int(last?.made ?? 0)
        line["entries"] = .array(entries.prefix(100).map { .int(Int64($0)) })
        return line
    }
}

/// The pings of a session, sorted into views.
struct WireSession: Sendable {
    /// The key: the session's id, or what stands for it.
    let key: String
    var pings: [WirePing] = []
    /// Whether earlier pings of it were judged before, because it is long.
    var isCut = false

    /// The pings that were sent once more without need, each with the first one.
    private(set) var doubles: [(first: WirePing, again: WirePing)] = []
    private(set) var views: [WireView] = []
    /// The entries of requests that failed and were made again.
    private(set) var retried: Set<Int> = []

    init(key: String) { self.key = key }

    /// Sorts the pings, and makes the views.
    mutating func rebuild() {
        removeDoubles()
        pings.sort(by: WirePing.isMadeBefore)
        var order: [String] = []
        var groups: [String: [WirePing]] = [:]
        var parts: [String: (part: Int, made: Int64)] = [:]
        for ping in pings {
            var key = Self.viewKey(of: ping.ping)
            if ping.ping.product == .dtvr {
                let last = parts[key]
                let part = last.map { ping.made - $0.made > 1800 ? $0.part + 1 : $0.part } ?? 0
                parts[key] = (part, ping.made)
                key += " \(part)"
            }
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(ping)
        }
        views = order.compactMap { groups[$0] }.map(WireView.init)
    }

    private static func viewKey(of ping: SeenPing) -> String {
        let view = ping.view
        switch ping.product {
        case .dcrVideo where !view.isEmpty: return view
        case .dcrStatic: return "page \(ping.text(.ch) ?? "") \(ping.text(.asn) ?? "") \(ping.text(.c64) ?? "") \(view)"
        case .dtvr: return "stream \(ping.text(.ca) ?? "")"
        default: return "\(ping.product) \(ping.text(.ca) ?? "") \(ping.text(.c64) ?? "")"
        }
    }

    /// Leaves one of each ping, and tells a double from a request that was made again because it had failed.
    private mutating func removeDoubles() {
        pings.sort(by: WirePing.isSentBefore)
        var firsts: [WirePing.Sameness: WirePing] = [:]
        var kept: [WirePing] = []
        kept.reserveCapacity(pings.count)
        for ping in pings {
            let key = WirePing.Sameness(ping.ping)
            guard ping.ping.made != nil, let first = firsts[key] else {
                firsts[key] = ping
                kept.append(ping)
                continue
            }
            if first.hasFailed {
                retried.insert(first.entry)
                // The first one to be answered counts, and the next one is a double of it.
                if !ping.hasFailed { firsts[key] = ping }
            } else if ping.ping.number(.ja) != 1 {
                doubles.append((first, ping))
            }
        }
        pings = kept
    }
}
