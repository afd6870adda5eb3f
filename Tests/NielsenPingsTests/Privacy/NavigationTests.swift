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
        ("nielsen://close/", .cancelAndChoose("nielsen://close/"), .cancelAndChoose("nielsen://close/")),
        ("nielsen://open", .cancelAndChoose("nielsen://open"), .cancelAndChoose("nielsen://open")),
        ("NIELSEN://CLOSE", .cancelAndLoad, .allow),
        (" nielsenappsdk://1", .cancelAndLoad, .allow),
        // Pages.
        ("http://127.0.0.1:8642/optout/mobile/us/en/optout_legacy.html", .cancelAndLoad, .allow),
        ("https://pages.example/privacy", .cancelAndLoad, .allow),
        ("https://pages.example/privacy#", .allow, .allow),
        ("https://pages.example/privacy#part", .cancelAndLoad, .allow),
        ("https://pages.example/?u=nielsenappsdk://1", .cancelAndLoad, .allow),
        ("#", .allow, .allow),
        // Others.
        ("", .cancelAndLoad, .allow),
        ("javascript:alert(1)", .cancelAndLoad, .allow),
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
