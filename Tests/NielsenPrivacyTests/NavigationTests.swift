// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import Testing

/// Source: "DCR Video iOS SDK guide", "Global iOS SDK No Ad Framework Opt-out", sample code.
struct NavigationTests {
    /// Addresses, and what the sample code does with each: where the user follows a link, and otherwise.
    static let table: [(url: String, link: NielsenOptOutNavigation, other: NielsenOptOutNavigation)] = [
        // What the page is documented to send.
        ("nielsen://close", .cancelAndClose, .cancelAndClose),
        ("nielsenappsdk://1", .cancelAndChoose("nielsenappsdk://1"), .cancelAndChoose("nielsenappsdk://1")),
        ("nielsenappsdk://0", .cancelAndChoose("nielsenappsdk://0"), .cancelAndChoose("nielsenappsdk://0")),
        // Close to it.
        ("nielsenappsdk://2", .cancelAndChoose("nielsenappsdk://2"), .cancelAndChoose("nielsenappsdk://2")),
        ("nielsenappsdk://1/", .cancelAndChoose("nielsenappsdk://1/"), .cancelAndChoose("nielsenappsdk://1/")),
        ("nielsenappsdk://%31", .cancelAndChoose("nielsenappsdk://%31"), .cancelAndChoose("nielsenappsdk://%31")),
        ("nielsenappsdk://1?x", .cancelAndChoose("nielsenappsdk://1?x"), .cancelAndChoose("nielsenappsdk://1?x")),
        ("nielsenappsdk://1#", .cancelAndChoose("nielsenappsdk://1#"), .cancelAndChoose("nielsenappsdk://1#")),
        ("nielsen://close/", .cancelAndChoose("nielsen://close/"), .cancelAndChoose("nielsen://close/")),
        ("nielsen://close#", .cancelAndChoose("nielsen://close#"), .cancelAndChoose("nielsen://close#")),
        ("nielsen://open", .cancelAndChoose("nielsen://open"), .cancelAndChoose("nielsen://open")),
        ("nielsen:", .cancelAndChoose("nielsen:"), .cancelAndChoose("nielsen:")),
        ("NIELSEN://CLOSE", .cancelAndLoad, .allow),
        ("Nielsenappsdk://1", .cancelAndLoad, .allow),
        ("NIELSENAPPSDK://1", .cancelAndLoad, .allow),
        (" nielsenappsdk://1", .cancelAndLoad, .allow),
        // Pages.
        ("http://127.0.0.1:8642/optout/mobile/us/en/optout_legacy.html", .cancelAndLoad, .allow),
        ("https://pages.example/privacy", .cancelAndLoad, .allow),
        ("https://pages.example/privacy#", .allow, .allow),
        ("https://pages.example/privacy#part", .cancelAndLoad, .allow),
        ("https://pages.example/?u=nielsenappsdk://1", .cancelAndLoad, .allow),
        ("https://nielsen.example/", .cancelAndLoad, .allow),
        ("https://pages.example/%23", .cancelAndLoad, .allow),
        ("#", .allow, .allow),
        // Others.
        ("about:blank", .cancelAndLoad, .allow),
        ("about:blank#", .allow, .allow),
        ("", .cancelAndLoad, .allow),
        ("javascript:alert(1)", .cancelAndLoad, .allow),
        ("javascript:void(0)#", .allow, .allow),
        ("data:text/html,<a href='nielsenappsdk://1'>", .cancelAndLoad, .allow),
        ("mailto:privacy@pages.example", .cancelAndLoad, .allow),
        ("not an address at all", .cancelAndLoad, .allow),
    ]

    @Test(arguments: table.indices)
    func eachAddressIsDecidedAsInTheSample(_ index: Int) {
        let row = Self.table[index]
        #expect(NielsenOptOutNavigation(url: row.url, isLink: true) == row.link, "\(row.url)")
        #expect(NielsenOptOutNavigation(url: row.url, isLink: false) == row.other, "\(row.url)")
    }

    @Test func aRequestWithoutAnAddressIsDecidedAsAnyOther() {
        #expect(NielsenOptOutNavigation(url: nil, isLink: true) == .cancelAndLoad)
        #expect(NielsenOptOutNavigation(url: nil, isLink: false) == .allow)
    }

    @Test func lengthDoesNotMatter() {
        let long = String(repeating: "x", count: 5_000_000)
        #expect(NielsenOptOutNavigation(url: "https://pages.example/" + long, isLink: true) == .cancelAndLoad)
        #expect(NielsenOptOutNavigation(url: "nielsen" + long, isLink: false) == .cancelAndChoose("nielsen" + long))
    }

    @Test func onlyAllowLetsTheWebViewGo() {
        let all: [NielsenOptOutNavigation] = [
            .allow, .cancelAndClose, .cancelAndChoose("nielsenappsdk://1"), .cancelAndLoad,
        ]
        #expect(all.map(\.isAllowed) == [true, false, false, false])
    }

    /// The whole way: the page is shown, links are followed in place, the user chooses, the page is closed.
    @Test func aWalkThroughThePageOptsOut() throws {
        let bench = PrivacyBench(.noAd)
        let api = try bench.makeApi()
        let walk: [(url: String, isLink: Bool)] = [
            (api.optOutURL, false), ("https://pages.example/more", true), ("https://pages.example/more", false),
            ("https://pages.example/more#", true), ("nielsenappsdk://2", true), ("nielsenappsdk://1", true),
            ("nielsen://close", false),
        ]
        var taken: [String] = []
        for step in walk {
            switch NielsenOptOutNavigation(url: step.url, isLink: step.isLink) {
            case .allow: taken.append("allow")
            case .cancelAndLoad: taken.append("load")
            case .cancelAndClose: taken.append("close")
            case .cancelAndChoose(let choice): taken.append(api.userOptOut(choice) ? "chosen" : "refused")
            }
        }
        #expect(taken == ["allow", "load", "allow", "allow", "refused", "chosen", "close"])
        #expect(api.optOutStatus)
    }
}
