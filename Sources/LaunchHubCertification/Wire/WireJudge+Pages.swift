// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The statements about pages.
extension WireJudge {
    mutating func judgePages(_ session: WireSession) {
        let pages = session.views.filter { $0.product == .dcrStatic }
        for (place, page) in pages.enumerated() {
            judgeBeginning(of: page, pages, session)
            judgeSection(page)
            judgeTime(on: page, next: place + 1 < pages.count ? pages[place + 1] : nil)
            for ping in page.pings { judgeChannel(ofPage: ping) }
        }
        let starts = pages.compactMap(\.view)
        if starts.count > 1 {
            pass("DS4", starts, "Each section or asset has a view ping of its own.")
        }
        if let first = pages.first?.first {
            let names: [SeenName] = [.ci, .c6, .c13]
            let wrong = pages.flatMap(\.pings).filter { ping in
                names.contains { ping.ping.text($0) != first.ping.text($0) }
            }
            if let other = wrong.first {
                fail("DS5", [first, other], "ci, c6 or c13 change within a session.")
            }
        }
        let sections = Set(pages.compactMap(\.section))
        if sections.count > 25 {
            fail("DS2", pages.compactMap(\.first), "There are \(sections.count) sections; 25 are the most.")
        }
    }

    private mutating func judgeBeginning(of page: WireView, _ pages: [WireView], _ session: WireSession) {
        guard let first = page.first else { return }
        let name = (page.section ?? "").prefix(64)
        guard first.isView else {
            let isPart = pages.contains { $0.view != nil && $0.began == page.began && $0.section != page.section }
            if isPart {
                fail("DS4", page.entries, "The page \(name) goes on with the view of another section.")
            } else if page.view != nil || shows(page.began, of: session) {
                fail("DS1", [first], "The page \(name) has no view ping.")
            } else {
                doubt("DS1", "The page \(name) may have begun before the capture.")
            }
            return
        }
        var wrong = first.faults([.rt: "text", .cr: "V"])
        if first.seconds != 0 { wrong.append("c27 is \(first.seconds) s") }
        let what = "The view ping of \(name) is wrong: \(wrong.joined(separator: ", "))."
        decide("DS1", [first], wrong.isEmpty, "Pages begin with rt=text, cr=V and no seconds.", else: what)
    }

    private mutating func judgeSection(_ page: WireView) {
        let section = page.section ?? ""
        let known = list.sections.union(list.rows?.flatMap { $0.values.filter { $0.name == "asn" }.map(\.value) } ?? [])
        if section.isEmpty || section == "defChnAsset" {
            fail("DS2", page.entries, "The section is \"\(section)\".")
        } else if !known.isEmpty, !known.contains(section) {
            fail("DS2", page.entries, "The section \"\(section.prefix(64))\" is not in the list.")
        } else {
            pass("DS2", "Pages have a section.")
        }
    }

    private mutating func judgeTime(on page: WireView, next: WireView?) {
        let name = (page.section ?? "").prefix(64)
        for ping in page.durations where ping.seconds > 1800 {
            fail("DS3", [ping], "A D ping of \(name) reports \(ping.seconds) s; 1800 are the most.")
        }
        guard page.durations.isEmpty else { return pass("DS3", page.durations, "D pings come on leaving.") }
        guard let last = page.last, let following = next?.first else {
            return doubt("DS3", "The page \(name) is open at the end of the capture.")
        }
        if following.made - last.made >= 5 {
            let since = following.made - last.made
            fail("DS3", page.pings, "No D ping of \(name) came in \(since) s, until it was left.")
        }
    }

    private mutating func judgeChannel(ofPage ping: WirePing) {
        let (client, brand) = (ping.ping.client ?? "", ping.ping.brand ?? "")
        // A section may have underscores itself.
        let right = "\(client)_\(brand)_\(ping.ping.plain(.asn) ?? "")"
        let channel = ping.ping.plain(.ch) ?? ""
        var wrong: [String] = []
        if channel != right + "_S", channel != right + "_P" {
            wrong.append("ch is \"\(channel.prefix(96))\", and \(right.prefix(96))_S would be right")
        }
        wrong += list.faults(client: client, brand: brand)
        decide("DS5", wrong.isEmpty, "ci, c6, c13 and ch agree.", else: ping, wrong.joined(separator: "; ") + ".")
    }
}
