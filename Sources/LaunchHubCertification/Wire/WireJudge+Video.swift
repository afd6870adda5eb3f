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
                verdicts.fail(
                    "DV1",
                    [first.entry],
                    "\(view.shown) begins with \(first.ping.cadence), and no view ping."
                )
            } else {
                verdicts.doubt("DV1", "\(view.shown) may have begun before the capture.")
            }
            return
        }
        let ping = first.ping
        var wrong: [String] = []
        if ping.text(.at) != "view" { wrong.append("at is \"\(ping.text(.at) ?? "")\"") }
        if ping.seconds != 0 { wrong.append("c27 is \"\(ping.text(.c27) ?? "")\"") }
        if let davty = ping.number(.davty), davty != 0 { wrong.append("davty is \(davty)") }
        if let credit = ping.credit, credit.letter == "V", credit.window == 1 {
        } else {
            wrong.append("cr is \"\(ping.text(.cr) ?? "")\"")
        }
        if wrong.isEmpty {
            verdicts.pass("DV1", [first.entry], "Views begin with at=view, no seconds, V1 and davty 0.")
        } else {
            let what = wrong.joined(separator: ", ")
            verdicts.fail("DV1", [first.entry], "The view ping of \(view.asset ?? "") is wrong: \(what).")
        }
    }

    private mutating func judgeOrder(_ view: WireView) {
        guard let first = view.view else { return }
        if let before = view.durations.first, before.made < first.made {
            verdicts.fail(
                "DV2",
                [before.entry, first.entry],
                "A duration ping of \(view.asset ?? "") comes before its view."
            )
        }
        var last: WirePing?
        for ping in view.pings.sorted(by: WirePing.isSentBefore) where !ping.isOffline {
            if let last, ping.made + 2 < last.made {
                verdicts.fail(
                    "DV2",
                    [last.entry, ping.entry],
                    "createtm of \(view.asset ?? "") goes back from \(last.made) to \(ping.made)."
                )
            }
            last = ping
        }
        verdicts.pass("DV2", view.entries, "The view ping comes first, and times do not go back.")
    }

    private mutating func judgeParameters(_ view: WireView) {
        for ping in view.pings where ping.isView || ping.isDuration {
            let id = ping.isView ? "DV3" : "DV4"
            let missing = Self.mandatory.filter { !ping.ping.has($0) }.map(\.text)
            var wrong = missing.isEmpty ? [] : ["\(missing.joined(separator: ", ")) not there"]
            if ping.ping.text(.st) != "dcr" { wrong.append("st is \"\(ping.ping.text(.st) ?? "")\"") }
            let at = ping.isView ? "view" : "timer"
            if ping.ping.text(.at) != at { wrong.append("at is \"\(ping.ping.text(.at) ?? "")\"") }
            if wrong.isEmpty {
                verdicts.pass(id, "All that is mandatory is there.")
            } else {
                verdicts.fail(
                    id,
                    [ping.entry],
                    "A ping of \(view.asset ?? "") is wrong: \(wrong.joined(separator: ", "))."
                )
            }
        }
    }

    private mutating func judgeIdentity(_ view: WireView) {
        guard let first = view.first else { return }
        for name in Self.constant {
            let (bytes, value) = (first.ping.bytes(name), first.ping.plain(name))
            let other = view.pings.first { $0.ping.bytes(name) != bytes && $0.ping.plain(name) != value }
            guard let other else { continue }
            verdicts.fail(
                "DV8",
                [first.entry, other.entry],
                "\(name.text) of \(view.asset ?? "") changes from \"\((value ?? "").prefix(48))\" to "
                    + "\"\((other.ping.plain(name) ?? "").prefix(48))\"."
            )
        }
        verdicts.pass("DV8", "Nothing changes within a view.")
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
        if let told = list.client, told != client { wrong.append("ci is \"\(client)\", and the list says \(told)") }
        if let told = list.brand, told != brand {
            wrong.append("the brand in c6 is \"\(brand)\", and the list says \(told)")
        }
        if wrong.isEmpty {
            verdicts.pass("DV10", "ch, ca and c6 agree with client and brand.")
        } else {
            verdicts.fail("DV10", [ping.entry], wrong.joined(separator: "; ") + ".")
        }
    }

    private mutating func judgeList(_ view: WireView) {
        guard list.rows != nil, let asset = view.asset else { return }
        guard let row = list.row(of: asset) else {
            verdicts.fail("DV9", view.entries, "The asset \"\(asset.prefix(64))\" is not in the list.")
            return
        }
        for (name, right) in row.values {
            let wrong = view.pings.filter { !WireForm.areEqual($0.ping.plain(named: name) ?? "", right) }
            guard let first = wrong.first else { continue }
            let told = first.ping.plain(named: name) ?? ""
            verdicts.fail(
                "DV9",
                wrong.map(\.entry),
                "\(name) of \(asset.prefix(64)) is \"\(told.prefix(64))\", and the list says \"\(right.prefix(64))\"."
            )
        }
        verdicts.pass("DV9", "Pings say what the list says.")
    }

    private mutating func judgeCredit(_ view: WireView) {
        var sum: Int64 = 0
        // Of each window the seconds that no minute of an earlier ping explains: they count for a minute seen later.
        var rest: [Int64: Int64] = [:]
        for ping in view.pings where ping.isDuration {
            sum += ping.seconds
            let entry = [ping.entry]
            guard let credit = ping.ping.credit, let places = credit.places else {
                let told = ping.ping.text(.cr) ?? ""
                verdicts.fail(
                    "DV11",
                    entry,
                    "cr is \"\(told.prefix(32))\"; a digit 0 or 1 for each of five minutes is due."
                )
                continue
            }
            let (ones, seconds) = (Int64(places.count), ping.seconds)
            let played = seconds + rest[credit.window ?? 0, default: 0]
            rest[credit.window ?? 0] = max(0, min(played - ones * 30, (5 - ones) * 29))
            if ones * 30 > played || seconds > 300 {
                verdicts.fail("DV11", entry, "cr credits \(ones) minutes, and c27 is \(seconds) s.")
            } else if seconds > ones * 60 + (5 - ones) * 29 {
                verdicts.fail("DV11", entry, "cr credits only \(ones) minutes of the \(seconds) s of c27.")
            }
            if ping.made > 0, view.began > 0, sum > ping.made - min(view.began, view.first?.made ?? view.began) + 2 {
                verdicts.fail(
                    "DV11",
                    entry,
                    "c27 adds up to \(sum) s, and \(max(0, ping.made - view.began)) s have passed since the view began."
                )
            }
            verdicts.pass("DV11", "Minutes, seconds and the clock agree.")
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
            verdicts.fail(
                "DV11",
                steps[start...index].map(\.ping.entry),
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
                verdicts.fail(
                    "DV12",
                    [before.entry, after.entry],
                    "\(view.shown) goes on after a pause of \(gap / 60) minutes; a new view was due after 30."
                )
            } else if facts.media.contains(where: { $0.start <= before.time && $0.end >= after.time }) {
                verdicts.doubt("DV12", "Media is loaded in the pause of \(view.asset ?? ""); it may be no pause.")
            } else if !facts.media.isEmpty {
                verdicts.pass("DV12", [before.entry, after.entry], "A pause of \(gap) s adds no seconds.")
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
                if moved.overflow || moved.partialValue != distance || distance < 0 {
                    verdicts.fail(
                        "DV14",
                        [ping.entry],
                        "evdata tells \(event.name) from \(old) to \(new) by \(distance) s."
                    )
                } else {
                    verdicts.pass("DV14", [ping.entry], "Seeks tell the new position.")
                }
            }
        }
    }

    private mutating func judgeLive(_ view: WireView) {
        guard view.isAd != true, let first = view.first else { return }
        let (length, isLive) = (first.ping.number(.sd), first.ping.text(.c58) == "true")
        let isLong = length == 86_400
        guard isLive || isLong else { return }
        if isLive, isLong || length == 0 {
            verdicts.pass("DV17", [first.entry], "Live content says so, and has a length of \(length ?? 0).")
        } else {
            let what =
                isLive
                ? "is live, and its length is \(first.ping.text(.sd) ?? "")" : "has a length of 86400, and is not live"
            verdicts.fail("DV17", [first.entry], "\(view.asset ?? "") \(what).")
        }
    }

    private mutating func judgeFilled(_ view: WireView) {
        let isAd = view.isAd == true || view.asset.flatMap { list.row(of: $0)?.isAd } ?? false
        let names: [SeenName] = isAd ? [.ai] : [.tl, .cg, .ai, .sd, .c53, .c54, .c57]
        guard let first = view.first else { return }
        let empty = names.filter { !first.ping.isFilled($0) }.map(\.text)
        if empty.isEmpty {
            verdicts.pass("DV18", "What is mandatory has values.")
        } else {
            let names = empty.joined(separator: ", ")
            verdicts.fail(
                "DV18",
                [first.entry],
                "\(names) of \((view.asset ?? "").prefix(64)) \(empty.count == 1 ? "is" : "are") empty."
            )
        }
    }

    // MARK: - Ads

    private mutating func judgeAd(_ view: WireView, _ views: [WireView], _ session: WireSession) {
        let byList = view.asset.flatMap { list.row(of: $0)?.isAd }
        if let byList {
            let wrong = view.pings.filter { $0.ping.isAd != byList }
            if let first = wrong.first {
                let (told, right) = (first.ping.text(.c3) ?? "", byList ? "st,a" : "st,c")
                verdicts.fail(
                    "DV7",
                    wrong.map(\.entry),
                    "c3=st,\(told) in pings of \((view.asset ?? "").prefix(64)), "
                        + "which the list calls \(byList ? "an ad" : "content"); \(right) is right."
                )
            }
        }
        guard view.isAd == true || byList == true else { return }
        let isOver = view.hasEnded || views.contains { $0.began > (view.last?.made ?? 0) && $0.id != view.id }
        if view.view == nil {
            if shows(view.began, of: session) {
                verdicts.fail("DV7", view.entries, "The ad \((view.asset ?? "").prefix(64)) has no ping at its start.")
            }
        } else if view.durations.isEmpty {
            if isOver {
                verdicts.fail(
                    "DV7",
                    view.entries,
                    "The ad \((view.asset ?? "").prefix(64)) has no D ping with its seconds."
                )
            } else {
                verdicts.doubt("DV7", "The ad \((view.asset ?? "").prefix(64)) is open at the end of the capture.")
            }
        } else {
            verdicts.pass("DV7", view.entries, "Ads have a ping at their start, and one with their seconds.")
        }
    }

    private mutating func judgeAdLoad(_ views: [WireView]) {
        let ads = views.filter { $0.isAd == true }
        for ad in ads where ad.id == nil || ad.asset?.isEmpty ?? true {
            verdicts.fail("DV19", ad.entries, "An ad has no asset or no view of its own.")
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
                if counts.upperBound > 0 {
                    verdicts.pass("DV19", content.entries, "Content counts the ads that there were.")
                }
            } else {
                verdicts.fail(
                    "DV19",
                    content.entries,
                    "c52 of \((content.asset ?? "").prefix(64)) is noad,\(most), and \(ran.count) of the views before its end "
                        + "are ads."
                )
            }
        }
    }

    // MARK: - Ends

    private mutating func judgeEnd(_ view: WireView, _ views: [WireView]) {
        guard let last = view.last else { return }
        let name = (view.asset ?? "").prefix(64)
        for ping in view.durations where ping.seconds > 300 {
            verdicts.fail(
                "DV5",
                [ping.entry],
                "A D ping of \(name) reports \(ping.seconds) s; five minutes are the most."
            )
        }
        judgeGaps(view, views)
        let end = view.pings.firstIndex { $0.ping.isEnd }
        if let end, end + 1 < view.pings.count {
            // Two ends of one view, as after a film that was complete, are one.
            let after = view.pings[(end + 1)...].filter { !($0.ping.isEnd && $0.seconds == 0) }
            if !after.isEmpty {
                verdicts.fail(
                    "DV6",
                    [view.pings[end].entry] + after.map(\.entry),
                    "Pings of \(name) follow its last one."
                )
            }
        }
        if !view.durations.isEmpty { verdicts.pass("DV5", view.durations.map(\.entry), "D pings come in time.") }
        if end != nil {
            verdicts.pass("DV6", [last.entry], "Views end with a last D ping.")
            return
        }
        let next = views.first { other in
            other.began >= last.made && other.id != view.id && (view.isAd == true || other.isAd != true)
        }
        if let next {
            if view.durations.isEmpty {
                verdicts.fail(
                    "DV6",
                    view.entries,
                    "\(view.shown) has no last D ping, and \(next.asset ?? "another") follows."
                )
            } else {
                verdicts.pass("DV6", [last.entry], "Views end with a last D ping.")
            }
        }
        guard let until = facts.mediaEnd(from: last.time) else {
            if next == nil { verdicts.doubt("DV6", "\(view.shown) is open at the end of the capture.") }
            if view.durations.isEmpty { verdicts.doubt("DV5", "The capture does not show whether \(name) played on.") }
            return
        }
        let played = min(until, next.map { $0.first?.time ?? until } ?? until) - last.time
        if played > Self.longestPlay {
            verdicts.fail(
                "DV5",
                [last.entry],
                "\(name) plays on for \(played / 1000) s after entry \(last.entry), and no D ping comes within five minutes."
            )
            if next == nil {
                verdicts.fail(
                    "DV6",
                    [last.entry],
                    "\(view.shown) has no last D ping, though media is loaded until its end."
                )
            }
        } else if next == nil {
            verdicts.doubt("DV6", "\(view.shown) is open at the end of the capture.")
            if view.durations.isEmpty { verdicts.doubt("DV5", "The capture ends before five minutes of \(name).") }
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
            verdicts.fail(
                "DV5",
                [before.entry, after.entry],
                "\((view.asset ?? "").prefix(64)) plays for \(passed) s between entries \(before.entry) and \(after.entry), "
                    + "and \(told) s are reported; a D ping is missing."
            )
        }
    }

    private mutating func judgeNewViews(_ views: [WireView]) {
        for view in views {
            let starts = view.pings.filter(\.isView)
            if starts.count > 1 {
                verdicts.fail("DV15", starts.map(\.entry), "\(view.shown) begins \(starts.count) times with one c59.")
            }
        }
        let content = views.filter { $0.isAd != true }
        if content.count > 1 {
            verdicts.pass("DV15", content.compactMap { $0.first?.entry }, "Each has a view of its own.")
        }
    }
}
