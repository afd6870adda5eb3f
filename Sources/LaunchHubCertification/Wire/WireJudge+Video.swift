// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The statements about the views of videos and ads.
extension WireJudge {
    private static let mandatory: [SeenName] = [.tl, .sd, .ai, .ad, .ci, .asn, .c6, .c13]
    private static let constant: [SeenName] = [.tl, .cg, .sd, .ai, .c6, .ch, .c32, .c33, .c34, .c53, .c54, .c57]
    /// Five minutes, with the time that a request takes.
    private static let longestPlay: Int64 = 330_000

    mutating func judgeVideo(_ session: WireSession) {
        let views = session.views.filter { $0.product == .dcrVideo }
        guard !views.isEmpty else { return }
        for view in views {
            judgeBeginning(view, session)
            judgeOrder(view)
            judgeParameters(view)
            judgeIdentity(view)
            judgeList(view)
            judgeCredit(view)
            judgeLeaps(view)
            judgePauses(view, views)
            judgeSeeks(view)
            judgeLive(view)
            judgeFilled(view)
            judgeAd(view, views, session)
            judgeEnd(view, views)
        }
        judgeNewViews(views)
        judgeAdLoad(views)
    }

    private mutating func judgeBeginning(_ view: WireView, _ session: WireSession) {
        guard let first = view.first else { return }
        guard first.isView else {
            if view.view != nil || shows(view.began, of: session) {
                fail("DV1", [first], "\(view.shown) begins with \(first.ping.cadence), and no view ping.")
            } else {
                doubt("DV1", "\(view.shown) may have begun before the capture.")
            }
            return
        }
        let ping = first.ping
        var wrong = first.faults([.at: "view"])
        if ping.seconds != 0 { wrong.append("c27 is \"\(ping.text(.c27) ?? "")\"") }
        if let davty = ping.number(.davty), davty != 0 { wrong.append("davty is \(davty)") }
        if let credit = ping.credit, credit.letter == "V", credit.window == 1 {
        } else {
            wrong.append("cr is \"\(ping.text(.cr) ?? "")\"")
        }
        let what = "The view ping of \(view.name) is wrong: \(wrong.joined(separator: ", "))."
        decide("DV1", [first], wrong.isEmpty, "Views begin with at=view, no seconds, V1 and davty 0.", else: what)
    }

    private mutating func judgeOrder(_ view: WireView) {
        guard let first = view.view else { return }
        if let before = view.durations.first, before.made < first.made {
            fail("DV2", [before, first], "A duration ping of \(view.name) comes before its view.")
        }
        var last: WirePing?
        for ping in view.pings.sorted(by: WirePing.isSentBefore) where !ping.isOffline {
            if let last, ping.made + 2 < last.made {
                fail("DV2", [last, ping], "createtm of \(view.name) goes back from \(last.made) to \(ping.made).")
            }
            last = ping
        }
        pass("DV2", view.entries, "The view ping comes first, and times do not go back.")
    }

    private mutating func judgeParameters(_ view: WireView) {
        for ping in view.pings where ping.isView || ping.isDuration {
            let id = ping.isView ? "DV3" : "DV4"
            let missing = Self.mandatory.filter { !ping.ping.has($0) }.map(\.text)
            var wrong = missing.isEmpty ? [] : ["\(missing.joined(separator: ", ")) not there"]
            wrong += ping.faults([.st: "dcr", .at: ping.isView ? "view" : "timer"])
            let what = { "A ping of \(view.name) is wrong: \(wrong.joined(separator: ", "))." }
            decide(id, wrong.isEmpty, "All that is mandatory is there.", else: ping, what())
        }
    }

    private mutating func judgeIdentity(_ view: WireView) {
        guard let first = view.first else { return }
        for name in Self.constant {
            let (bytes, value) = (first.ping.bytes(name), first.ping.plain(name))
            let other = view.pings.first { $0.ping.bytes(name) != bytes && $0.ping.plain(name) != value }
            guard let other else { continue }
            fail(
                "DV8",
                [first, other],
                "\(name.text) of \(view.name) changes from \"\((value ?? "").prefix(48))\" to "
                    + "\"\((other.ping.plain(name) ?? "").prefix(48))\"."
            )
        }
        pass("DV8", "Nothing changes within a view.")
        for ping in view.pings { judgeChannel(ping) }
    }

    private mutating func judgeChannel(_ ping: WirePing) {
        let (client, brand) = (ping.ping.client ?? "", ping.ping.brand ?? "")
        let front = "\(client)_\(brand)"
        let channel = ping.ping.plain(.ch) ?? ""
        let asset = ping.ping.plain(.ca) ?? ""
        var wrong: [String] = []
        if channel != front + "_P", channel != front + "_S" { wrong.append("ch is \"\(channel.prefix(64))\"") }
        let right = "\(front)_\(ping.ping.asset ?? "")"
        if asset != right { wrong.append("ca is \"\(asset.prefix(64))\", and \(right.prefix(64)) would be right") }
        wrong += list.faults(client: client, brand: brand)
        let agreement = "ch, ca and c6 agree with client and brand."
        decide("DV10", wrong.isEmpty, agreement, else: ping, wrong.joined(separator: "; ") + ".")
    }

    private mutating func judgeList(_ view: WireView) {
        guard list.rows != nil, let asset = view.asset else { return }
        guard let row = list.row(of: asset) else {
            fail("DV9", view.entries, "The asset \"\(asset.prefix(64))\" is not in the list.")
            return
        }
        for (name, right) in row.values {
            let wrong = view.pings.filter { !WireForm.areEqual($0.ping.plain(named: name) ?? "", right) }
            guard let first = wrong.first else { continue }
            let told = first.ping.plain(named: name) ?? ""
            fail(
                "DV9",
                wrong,
                "\(name) of \(asset.prefix(64)) is \"\(told.prefix(64))\", and the list says \"\(right.prefix(64))\"."
            )
        }
        pass("DV9", "Pings say what the list says.")
    }

    private mutating func judgeCredit(_ view: WireView) {
        var sum: Int64 = 0
        // Of each window the seconds that no minute of an earlier ping explains: they count for a minute seen later.
        var rest: [Int64: Int64] = [:]
        for ping in view.pings where ping.isDuration {
            sum += ping.seconds
            let entry = [ping]
            guard let credit = ping.ping.credit, let places = credit.places else {
                let told = ping.ping.text(.cr) ?? ""
                fail("DV11", entry, "cr is \"\(told.prefix(32))\"; a digit 0 or 1 for each of five minutes is due.")
                continue
            }
            let (ones, seconds) = (Int64(places.count), ping.seconds)
            let played = seconds + rest[credit.window ?? 0, default: 0]
            rest[credit.window ?? 0] = max(0, min(played - ones * 30, (5 - ones) * 29))
            if ones * 30 > played || seconds > 300 {
                fail("DV11", entry, "cr credits \(ones) minutes, and c27 is \(seconds) s.")
            } else if seconds > ones * 60 + (5 - ones) * 29 {
                fail("DV11", entry, "cr credits only \(ones) minutes of the \(seconds) s of c27.")
            }
            if ping.made > 0, view.began > 0, sum > ping.made - min(view.began, view.first?.made ?? view.began) + 2 {
                fail(
                    "DV11",
                    entry,
                    "c27 adds up to \(sum) s, and \(max(0, ping.made - view.began)) s have passed since the view began."
                )
            }
            pass("DV11", "Minutes, seconds and the clock agree.")
        }
    }

    /// Finds positions that run much faster than time, as milliseconds do: no user seeks ten times in five minutes, each
    /// time forward and beyond a whole window.
    private mutating func judgeLeaps(_ view: WireView) {
        let steps = view.durations.compactMap { ping in ping.ping.credit?.window.map { (ping: ping, window: $0) } }
        var start = 0
        for (index, step) in steps.enumerated().dropFirst() {
            if step.window < steps[index - 1].window &+ 2 { start = index }
            let first = steps[start]
            guard index - start == 10, step.ping.made - first.ping.made < 300 else { continue }
            fail(
                "DV11",
                steps[start...index].map(\.ping),
                "\(view.shown) goes from window \(first.window) to \(step.window) of five minutes in "
                    + "\(step.ping.made - first.ping.made) s; playheads may be milliseconds, and seconds are due."
            )
        }
    }

    private mutating func judgePauses(_ view: WireView, _ views: [WireView]) {
        for (before, after) in zip(view.pings, view.pings.dropFirst()) {
            let gap = after.made - before.made - after.seconds
            guard gap >= 30 else { continue }
            let isAdBreak = views.contains { other in
                other.isAd == true && other.id != view.id && other.began >= before.made - 2 && other.began <= after.made
            }
            if isAdBreak, gap < 1800 { continue }
            if gap > 1860 {
                fail(
                    "DV12",
                    [before, after],
                    "\(view.shown) goes on after a pause of \(gap / 60) minutes; a new view was due after 30."
                )
            } else if facts.media.contains(where: { $0.start <= before.time && $0.end >= after.time }) {
                doubt("DV12", "Media is loaded in the pause of \(view.name); it may be no pause.")
            } else if !facts.media.isEmpty {
                pass("DV12", [before, after], "A pause of \(gap) s adds no seconds.")
            }
        }
    }

    private mutating func judgeSeeks(_ view: WireView) {
        for ping in view.pings {
            for event in ping.ping.playerEvents where event.name == "RW" || event.name == "FW" {
                guard event.numbers.count == 4 else { continue }
                let (new, old, distance) = (event.numbers[1], event.numbers[2], event.numbers[3])
                let moved =
                    event.name == "RW" ? old.subtractingReportingOverflow(new) : new.subtractingReportingOverflow(old)
                let isRight = !moved.overflow && moved.partialValue == distance && distance >= 0
                let what = "evdata tells \(event.name) from \(old) to \(new) by \(distance) s."
                decide("DV14", [ping], isRight, "Seeks tell the new position.", else: what)
            }
        }
    }

    private mutating func judgeLive(_ view: WireView) {
        guard view.isAd != true, let first = view.first else { return }
        let (length, isLive) = (first.ping.number(.sd), first.ping.text(.c58) == "true")
        let isLong = length == 86_400
        guard isLive || isLong else { return }
        let told = first.ping.text(.sd) ?? ""
        let what = isLive ? "is live, and its length is \(told)" : "has a length of 86400, and is not live"
        let right = "Live content says so, and has a length of \(length ?? 0)."
        decide("DV17", [first], isLive && (isLong || length == 0), right, else: "\(view.name) \(what).")
    }

    private mutating func judgeFilled(_ view: WireView) {
        let isAd = view.isAd == true || view.asset.flatMap { list.row(of: $0)?.isAd } ?? false
        let names: [SeenName] = isAd ? [.ai] : [.tl, .cg, .ai, .sd, .c53, .c54, .c57]
        guard let first = view.first else { return }
        let empty = names.filter { !first.ping.isFilled($0) }.map(\.text)
        let shown = empty.joined(separator: ", ") + " of \(view.shortName) \(empty.count == 1 ? "is" : "are") empty."
        decide("DV18", empty.isEmpty, "What is mandatory has values.", else: first, shown)
    }

    // MARK: - Ads

    private mutating func judgeAd(_ view: WireView, _ views: [WireView], _ session: WireSession) {
        let byList = view.asset.flatMap { list.row(of: $0)?.isAd }
        if let byList {
            let wrong = view.pings.filter { $0.ping.isAd != byList }
            if let first = wrong.first {
                let (told, right) = (first.ping.text(.c3) ?? "", byList ? "st,a" : "st,c")
                fail(
                    "DV7",
                    wrong,
                    "c3=st,\(told) in pings of \(view.shortName), "
                        + "which the list calls \(byList ? "an ad" : "content"); \(right) is right."
                )
            }
        }
        guard view.isAd == true || byList == true else { return }
        let isOver = view.hasEnded || views.contains { $0.began > (view.last?.made ?? 0) && $0.id != view.id }
        if view.view == nil {
            if shows(view.began, of: session) {
                fail("DV7", view.entries, "The ad \(view.shortName) has no ping at its start.")
            }
        } else if view.durations.isEmpty {
            if isOver {
                fail("DV7", view.entries, "The ad \(view.shortName) has no D ping with its seconds.")
            } else {
                doubt("DV7", "The ad \(view.shortName) is open at the end of the capture.")
            }
        } else {
            pass("DV7", view.entries, "Ads have a ping at their start, and one with their seconds.")
        }
    }

    private mutating func judgeAdLoad(_ views: [WireView]) {
        let ads = views.filter { $0.isAd == true }
        for ad in ads where ad.id == nil || ad.asset?.isEmpty ?? true {
            fail("DV19", ad.entries, "An ad has no asset or no view of its own.")
        }
        var before: Int64 = .min
        for content in views where content.isAd == false {
            let asset = content.asset.flatMap { list.row(of: $0)?.isAd }
            guard asset != true, let last = content.last, !content.durations.isEmpty else { continue }
            let told = content.durations.compactMap { $0.ping.number(.c52) }
            // An ad of the last second may have run before the end or behind it.
            let ran = ads.filter { $0.began > before && $0.began <= last.made }
            let counts = Int64(ran.count { $0.began < last.made })...Int64(ran.count)
            before = last.made
            guard !told.isEmpty else { continue }
            let (most, sum) = (told.max() ?? 0, told.reduce(0) { $0 &+ min($1, 10_000) })
            if counts.contains(most) || counts.contains(sum) {
                if counts.upperBound > 0 { pass("DV19", content.pings, "Content counts the ads that there were.") }
            } else {
                fail(
                    "DV19",
                    content.entries,
                    "c52 of \(content.shortName) is noad,\(most), and \(ran.count) of the views before its end are ads."
                )
            }
        }
    }

    // MARK: - Ends

    private mutating func judgeEnd(_ view: WireView, _ views: [WireView]) {
        guard let last = view.last else { return }
        let name = view.shortName
        for ping in view.durations where ping.seconds > 300 {
            fail("DV5", [ping], "A D ping of \(name) reports \(ping.seconds) s; five minutes are the most.")
        }
        judgeGaps(view, views)
        let end = view.pings.firstIndex { $0.ping.isEnd }
        if let end, end + 1 < view.pings.count {
            // Two ends of one view, as after a film that was complete, are one.
            let after = view.pings[(end + 1)...].filter { !($0.ping.isEnd && $0.seconds == 0) }
            if !after.isEmpty {
                fail("DV6", [view.pings[end]] + after, "Pings of \(name) follow its last one.")
            }
        }
        if !view.durations.isEmpty { pass("DV5", view.durations, "D pings come in time.") }
        if end != nil {
            pass("DV6", [last], "Views end with a last D ping.")
            return
        }
        let next = views.first { other in
            other.began >= last.made && other.id != view.id && (view.isAd == true || other.isAd != true)
        }
        if let next {
            if view.durations.isEmpty {
                fail("DV6", view.entries, "\(view.shown) has no last D ping, and \(next.asset ?? "another") follows.")
            } else {
                pass("DV6", [last], "Views end with a last D ping.")
            }
        }
        guard let until = facts.mediaEnd(from: last.time) else {
            if next == nil { doubt("DV6", "\(view.shown) is open at the end of the capture.") }
            if view.durations.isEmpty { doubt("DV5", "The capture does not show whether \(name) played on.") }
            return
        }
        let played = min(until, next.map { $0.first?.time ?? until } ?? until) - last.time
        if played > Self.longestPlay {
            fail(
                "DV5",
                [last],
                "\(name) plays on for \(played / 1000) s after entry \(last.entry), and no D ping comes within five minutes."
            )
            if next == nil {
                fail("DV6", [last], "\(view.shown) has no last D ping, though media is loaded until its end.")
            }
        } else if next == nil {
            doubt("DV6", "\(view.shown) is open at the end of the capture.")
            if view.durations.isEmpty { doubt("DV5", "The capture ends before five minutes of \(name).") }
        }
    }

    /// Finds what no D ping reports between two pings, though media was loaded all the time.
    private mutating func judgeGaps(_ view: WireView, _ views: [WireView]) {
        for (before, after) in zip(view.pings, view.pings.dropFirst()) where !before.isOffline && !after.isOffline {
            guard after.time - before.time > Self.longestPlay, let until = facts.mediaEnd(from: before.time) else {
                continue
            }
            let passed = (min(until, after.time) - before.time) / 1000
            // The pings of ads report what is theirs.
            let ads = views.lazy.filter { $0.isAd == true && $0.id != view.id }.flatMap(\.durations)
                .filter { $0.time > before.time && $0.time <= after.time }
            let told = ads.reduce(after.seconds) { $0 &+ $1.seconds }
            guard passed &- told >= 270 else { continue }
            fail(
                "DV5",
                [before, after],
                "\(view.shortName) plays for \(passed) s between entries \(before.entry) and \(after.entry), "
                    + "and \(told) s are reported; a D ping is missing."
            )
        }
    }

    private mutating func judgeNewViews(_ views: [WireView]) {
        for view in views {
            let starts = view.pings.filter(\.isView)
            if starts.count > 1 { fail("DV15", starts, "\(view.shown) begins \(starts.count) times with one c59.") }
        }
        let content = views.filter { $0.isAd != true }
        if content.count > 1 { pass("DV15", content.compactMap(\.first), "Each has a view of its own.") }
    }
}
