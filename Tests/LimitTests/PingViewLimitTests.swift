// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NielsenPings

/// What the pings of one view have to add up to, from both sides.
struct PingViewLimitTests {
    private func table(_ values: [String: String]) -> NielsenPingTable {
        let rows = values.map { name, value in
            NielsenPingTable.Row(name: name, meaning: "", value: value, origins: [], text: value)
        }
        return NielsenPingTable(template: "", product: "", rows: rows)
    }

    /// What each ping of a view is found to lack, and last what the view does.
    private func found(_ pings: [String: String]...) -> [String] {
        var messages: [String] = []
        guard let first = pings.first else { return messages }
        var check = PingViewCheck(table(first.merging(["c59": "v"]) { own, _ in own }), first: 1)
        for (index, ping) in pings.enumerated() {
            if let message = check.check(table(ping), as: index + 1) { messages.append(message) }
        }
        #expect(check.last == pings.count)
        return messages + check.finish()
    }

    /// A view may report two seconds more than have passed since it began.
    @Test(arguments: [(0, 2, false), (0, 3, true), (10, 12, false), (10, 13, true)])
    func aViewReportsNoMoreThanItsTimeAndTwoSeconds(_ passed: Int, _ seconds: Int, _ isFound: Bool) {
        let ping = ["davty": "0", "c64": "1000", "c61": "\(1000 + passed)", "c27": "\(seconds)"]
        #expect(found(ping) == (isFound ? ["view v has \(seconds) s of c27 in \(passed) s"] : []))
        // A view whose beginning is not told may be of any length.
        #expect(found(ping.filter { $0.key != "c64" }) == [])
    }

    /// The seconds of all pings count, and a ping without them has none.
    @Test(arguments: [(8, false), (9, true)])
    func theSecondsOfPingsAddUp(_ seconds: Int, _ isFound: Bool) {
        let messages = found(
            ["davty": "0", "c64": "1000", "c61": "1005", "c27": "5"],
            ["davty": "1", "c61": "1006"],
            ["davty": "1", "c61": "1011", "c27": "\(seconds)"]
        )
        #expect(messages == (isFound ? ["view v has 14 s of c27 in 11 s"] : []))
    }

    @Test func theMarksOfCreditAreInOrder() {
        let first = ["davty": "0", "cr": "4_00_99_V0_30"]
        #expect(found(first, ["davty": "1", "cr": "4_00_99_D1_30"], ["davty": "2", "cr": "4_00_99_D2_0"]) == [])
        #expect(
            found(first, ["davty": "1", "cr": "4_00_99_D2_30"]) == ["view v has D2 where D1 is due"]
        )
        #expect(found(["davty": "0", "cr": "4_00_99_D1_30"]) == ["view v has D1 where V0 is due"])
        // What has another number of parts is of another form.
        for other in ["4_00_99_D7", "4_00_99_D7_30_1", ""] {
            #expect(found(first, ["davty": "1", "cr": other]) == [], "\(other)")
        }
    }

    @Test func aViewBeginsOnceAndEndsOnce() {
        #expect(found(["davty": "0"], ["davty": "1"], ["davty": "2"]) == [])
        #expect(found(["davty": "1"]) == ["view v has davty=1 in its ping 1"])
        #expect(found(["davty": "0"], ["davty": "0"]) == ["view v has davty=0 in its ping 2"])
        #expect(
            found(["davty": "0"], ["davty": "2"], ["davty": "1"], ["davty": "1"])
                == ["view v continues after davty=2", "view v continues after davty=2"]
        )
    }

    /// A minute is credited from half of it on, so that credit is at most twice the seconds and a minute.
    @Test(arguments: [(0, 60, false), (0, 61, true), (10, 80, false), (10, 81, true)])
    func creditIsOfTheSecondsOfTheView(_ seconds: Int, _ credited: Int, _ isFound: Bool) {
        let messages = found(
            ["davty": "0", "c27": "\(seconds)", "cr": "4_00_99_V0_\(credited - 30)"],
            ["davty": "1", "cr": "4_00_99_D1_30"],
            ["davty": "2", "cr": "4_00_99_D2_none"]
        )
        #expect(messages == (isFound ? ["view v has \(credited) s credited of \(seconds) s of c27"] : []))
    }

    @Test(arguments: [
        ("content", true, false), ("radio", true, false), ("preroll", false, true), ("midroll", false, true),
        ("postroll", false, true), ("ad", false, true), ("static", false, false),
    ])
    func aViewIsOfContentOrOfAnAd(_ type: String, _ isContent: Bool, _ isAd: Bool) {
        let check = PingViewCheck(table(["ty": type, "c52": "3"]), first: 1)
        #expect(check.isContent == isContent)
        #expect(check.isAd == isAd)
        #expect(check.adsTold == nil)
    }
}
