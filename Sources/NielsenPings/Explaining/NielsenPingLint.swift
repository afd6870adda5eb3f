// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

/// Reads a series of pings and says what should not be in it.
///
/// ```swift
/// var lint = NielsenPingLint()
/// for url in urls { lint.read(url) }
/// for finding in lint.finish() { print(finding) }
/// ```
package struct NielsenPingLint: Sendable {
    private let configuration: NielsenConfiguration
    private var count = 0
    private var findings: [Finding] = []
    /// The first ping with an address and a body.
    private var seen: [String: Int] = [:]
    /// The first ping with a value that joins pings, and whether the user had opted out then.
    private var joins: [String: (ping: Int, optedOut: String)] = [:]
    private var owners: [String: (ping: Int, owner: String)] = [:]
    private var views: [String: PingViewCheck] = [:]
    private var order: [String] = []
    /// The number of pings to ad servers.
    private var adServers = 0

    /// Makes a reader of a series.
    ///
    /// - Parameter configuration: Where the templates and the limit of an address are.
    package init(_ configuration: NielsenConfiguration = NielsenConfiguration()) {
        self.configuration = configuration
    }

    /// Reads the next ping.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - body: What is sent to it.
    package mutating func read(_ url: String, body: String? = nil) {
        count += 1
        let table = NielsenPingTable(url, configuration)
        checkEquality(url, body)
        let limit = configuration.thresholds.addressLength
        if url.utf8.count > limit { report(.pingTooLong, "\(url.utf8.count) characters; \(limit) are allowed") }
        for (name, value) in Self.afterOptOut(table) {
            report(.pingIdentifierAfterOptOut, "\(name) is \"\(value)\" beside uoo=true")
        }
        checkJoins(table)
        checkOwner(table)
        count(table)
    }

    /// Returns the findings in all pings, with the number of the ping, from 1, as the line; those about whole views come last.
    package mutating func finish() -> [Finding] {
        for view in order {
            guard let check = views[view] else { continue }
            for message in check.finish() + [wrongAds(check)].compactMap({ $0 }) {
                findings.append(Finding(.pingSum, line: check.last, message))
            }
        }
        defer { findings = [] }
        return findings
    }

    /// Whether the ads that content counts are those that had pings of their own since the content before.
    private func wrongAds(_ content: PingViewCheck) -> String? {
        guard let told = content.adsTold, content.isContent else { return nil }
        let others = order.compactMap { views[$0] }.filter { $0.session == content.session }
        let before = others.filter { $0.isContent && $0.first < content.first }.map(\.last).max() ?? 0
        let ran = others.filter { ad in
            ad.isAd && ad.first > before && ad.first <= content.last
                && (ad.contentAsset == content.asset || ad.contentAsset.isEmpty)
        }
        // What ran before the first ping may belong to a view that was not seen. An ad that its server alone measures
        // has no other ping, and that one goes another way, so that it may come at any time.
        let fewest = ran.filter { $0.first > content.first }.count
        return (fewest...ran.count + adServers).contains(told)
            ? nil : "c52 of \(content.asset) is \(told), and \(ran.count) of its ads have pings"
    }

    private mutating func report(_ rule: Rule, _ message: String) {
        findings.append(Finding(rule, line: count, message))
    }

    // MARK: - One ping beside another

    private mutating func checkEquality(_ url: String, _ body: String?) {
        let key = url + "\n" + (body ?? "")
        if let first = seen[key] { report(.pingEqual, "it equals ping \(first)") } else { seen[key] = count }
    }

    private mutating func checkJoins(_ table: NielsenPingTable) {
        // Some senders leave it empty, or out.
        guard let optedOut = table["uoo"], !optedOut.isEmpty else { return }
        for name in Self.joining {
            guard let value = Self.identifying(table, name) else { continue }
            let key = "\(name)=\(value)"
            guard let first = joins[key] else {
                joins[key] = (count, optedOut)
                continue
            }
            if first.optedOut != optedOut {
                report(
                    .pingJoinedOverAChoice,
                    "\(key) stands beside uoo=\(optedOut), and beside uoo=\(first.optedOut) in ping \(first.ping)"
                )
            }
        }
    }

    /// The value of a parameter that identifies or joins; nil where there is none but the word in front of it, or where it
    /// is the id of the app.
    package static func identifying(_ table: NielsenPingTable, _ name: String) -> String? {
        guard let value = table[name], !value.isEmpty, value.last != "," else { return nil }
        let isAppID = value.hasPrefix("plid,P") || name == "c29" && value == table["c13"]
        return isAppID ? nil : value
    }

    /// A content identifier belongs to one client and one brand as long as its run lasts.
    private mutating func checkOwner(_ table: NielsenPingTable) {
        guard table.product == NielsenProduct.dtvr.rawValue, let identifier = table["ca"], let davty = table["davty"]
        else { return }
        let owner = "\(table["ci"] ?? "") \(table["c6"] ?? "")"
        let key = "\(table["sessionId"] ?? "") \(identifier)"
        if let first = owners[key], first.owner != owner {
            report(
                .pingChannelOfAnotherWatermark,
                "\(identifier) is reported for \(owner), and for \(first.owner) in ping \(first.ping)"
            )
        }
        owners[key] = davty == "2" ? nil : (count, owner)
    }

    private mutating func count(_ table: NielsenPingTable) {
        if table.product == NielsenProduct.dar.rawValue { adServers += 1 }
        let isView = [NielsenProduct.dcrVideo, .dcrStatic].contains { $0.rawValue == table.product }
        guard isView, let view = table["c59"], !view.isEmpty, view != "sesid," else { return }
        if views[view] == nil {
            order.append(view)
            views[view] = PingViewCheck(table, first: count)
        }
        if let message = views[view]?.check(table, as: count) { report(.pingSum, message) }
    }

    /// The parameters that distinguish devices or persons.
    package static let identifiers = [
        "c9", "c1", "fp_id", "fp_cr_tm", "fp_acc_tm", "ve_id", "uid2", "uid2_token", "hem_sha256", "hem_sha1",
        "hem_md5", "hem_unknown", "c76", "c29", "pli", "lat", "lon",
    ]

    /// The parameters that connect pings with each other.
    package static let joining =
        ["sessionId", "c59", "nmspc"] + identifiers.filter { !["fp_acc_tm", "lat", "lon"].contains($0) }

    /// Returns the identifiers of a ping that says that the user has opted out, and their values.
    static func afterOptOut(_ table: NielsenPingTable) -> [(name: String, value: String)] {
        guard table["uoo"] == "true" else { return [] }
        return identifiers.compactMap { name in identifying(table, name).map { (name, $0) } }
    }
}

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
