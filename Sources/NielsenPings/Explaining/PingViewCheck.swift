// SPDX-License-Identifier: Apache-2.0

/// A check of the pings of one view together: their order, their seconds, their ads.
struct PingViewCheck: Sendable {
    let session: String
    let asset: String
    let contentAsset: String
    let type: String
    /// The numbers of its first and its last ping in the series.
    let first: Int
    private(set) var last: Int
    private(set) var adsTold: Int?
    private let view: String
    private let began: Int64?
    private var seconds: Int64 = 0
    private var credited: Int64 = 0
    private var next = 0
    private var isOver = false

    init(_ table: NielsenPingTable, first: Int) {
        session = table["sessionId"] ?? ""
        asset = table["ai"] ?? ""
        contentAsset = table["cai"] ?? ""
        type = table["ty"] ?? ""
        view = table["c59"] ?? ""
        began = table["c64"].flatMap { Int64($0) }
        self.first = first
        last = first
    }

    var isContent: Bool { type == "content" || type == "radio" }
    var isAd: Bool { ["preroll", "midroll", "postroll", "ad"].contains(type) }

    /// Checks a ping against those before it; returns what is wrong.
    mutating func check(_ table: NielsenPingTable, as number: Int) -> String? {
        last = number
        let davty = table["davty"] ?? ""
        defer {
            isOver = isOver || davty == "2"
            next += 1
        }
        seconds += table["c27"].flatMap { Int64($0) } ?? 0
        let parts = (table["cr"] ?? "").split(separator: "_")
        if parts.count == 5, parts[4].allSatisfy({ $0 == "0" || $0 == "1" }) {
            // A minute is credited from the nearest whole second on.
            credited += Int64(parts[4].count { $0 == "1" }) * 29
        }
        if let count = table["c52"].flatMap({ Int($0) }) { adsTold = count }
        if isOver { return "view \(view) continues after davty=2" }
        // A capture may begin within a view.
        if (davty == "0") != (next == 0), next > 0 {
            return "view \(view) has davty=\(davty) in its ping \(next + 1)"
        }
        if let began, let made = table["c61"].flatMap({ Int64($0) }), seconds > made - began + 2 {
            return "view \(view) has \(seconds) s of c27 in \(made - began) s"
        }
        return nil
    }

    /// Returns what is wrong with the whole view.
    func finish() -> [String] {
        credited > seconds
            ? ["view \(view) has minutes credited of at least \(credited) s, and \(seconds) s of c27"] : []
    }
}
