// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The statements about watermarked streams, and about time-shifted viewing.
extension WireJudge {
    mutating func judgeStreams(_ session: WireSession) {
        let streams = session.views.filter { $0.product == .dtvr }
        guard !streams.isEmpty else { return }
        for stream in streams {
            judgeStart(of: stream, session)
            judgeCredits(of: stream)
            for ping in stream.pings { judgeIdentity(ofStream: ping) }
            judgeQuarterHours(of: stream, streams)
        }
        let sides = Set(streams.compactMap(\.side))
        if !sides.isSuperset(of: ["FD", "PC"]), let one = sides.first, !session.isCut {
            let other = one == "FD" ? "PC" : "FD"
            fail("TV2", streams.flatMap(\.entries), "Only \(one) is reported; \(other) is missing.")
        }
        judgeLinearLoad(streams, session.views.filter { $0.product == .dcrVideo })
    }

    private mutating func judgeStart(of stream: WireView, _ session: WireSession) {
        guard let first = stream.first else { return }
        let name = stream.name.prefix(32)
        let impression = stream.pings.first { $0.ping.cadence == "impression" }
        if let impression {
            if impression.entry == first.entry || impression.made <= first.made {
                pass("TV2", [impression], "Impressions come first, for FD and PC.")
            } else {
                fail("TV2", [first, impression], "The impression of \(name) is not its first ping.")
            }
        } else if !facts.greetings.isEmpty || !facts.shifted.isEmpty, !session.isCut {
            fail("TV2", [first], "\(name) has no impression.")
        }
        let view = stream.pings.first { $0.isView }
        let durations = stream.pings.filter { $0.ping.cadence == "duration" }
        guard let view else {
            let since = (stream.last?.made ?? 0) - first.made
            if let late = durations.first, impression != nil {
                fail("TV3", [late], "\(name) has D pings and no view ping.")
            } else if impression != nil, since > 300 {
                fail("TV3", stream.entries, "\(name) has no view ping in \(since) s.")
            }
            return
        }
        if let impression, view.made - impression.made < 29 {
            fail("TV3", [impression, view], "The view ping of \(name) comes before a minute is credited.")
        } else if let impression, view.made - impression.made > 360, durations.isEmpty {
            doubt("TV3", "The view ping of \(name) comes late; the minutes before may not have been credited.")
        } else {
            pass("TV3", [view], "The view ping comes after the first minute.")
        }
        if let early = durations.first(where: { $0.made < view.made }) {
            fail("TV4", [early, view], "A D ping of \(name) comes before the view is won.")
        }
        let small = stream.pings.filter { $0.ping.cadence == "small-view" }
        if let late = small.first(where: { $0.made > view.made }) {
            fail("TV4", [view, late], "An S ping of \(name) comes after the view is won.")
        }
        for ping in durations + small where ping.seconds > 300 {
            fail("TV4", [ping], "A ping of \(name) reports \(ping.seconds) s; 300 are the most.")
        }
        if !durations.isEmpty { pass("TV4", durations, "D pings follow the view in time.") }
    }

    private mutating func judgeCredits(of stream: WireView) {
        for ping in stream.pings where ping.ping.cadence == "duration" {
            guard let places = ping.ping.credit?.places else { continue }
            guard places.isEmpty else { continue }
            fail("TV4", [ping], as: .warning, "A D ping of \(stream.name.prefix(32)) credits no minute.")
        }
    }

    private mutating func judgeIdentity(ofStream ping: WirePing) {
        let id = ping.ping.text(.ca) ?? ""
        let rest = id.dropFirst(3)
        let isNull = rest.isEmpty || ["null", "nil", "na", "undefined", "0"].contains(rest.lowercased())
        if !id.hasPrefix("FD_") && !id.hasPrefix("PC_") || isNull {
            fail("TV5", [ping], "ca is \"\(id.prefix(48))\"; FD_ or PC_ and an id are right.")
        }
        let model = ping.ping.credit?.model
        if let model, let right = list.adModel, model != right {
            fail("TV5", [ping], "The ad model in cr is \(model), and the list says \(right).")
        } else if let model, !["0", "1", "2"].contains(model) {
            fail("TV5", [ping], "The ad model in cr is \"\(model.prefix(16))\"; 1 or 2 is right.")
        } else if model == nil {
            fail("TV5", [ping], "cr is \"\((ping.ping.text(.cr) ?? "").prefix(32))\"; six parts are right.")
        }
        pass("TV5", "ca has its side and an id, and cr its ad model.")
    }

    private mutating func judgeQuarterHours(of stream: WireView, _ streams: [WireView]) {
        let quarters = streams.flatMap(\.pings).filter { $0.ping.cadence == "quarter-hour" }
        if let first = quarters.first {
            pass("TV9", quarters, "Entry \(first.entry) reports a quarter hour.")
            return
        }
        // The seconds of each quarter hour that lie within periods that are credited as a whole.
        var credited: [Int64: Int64] = [:]
        for ping in stream.pings where ping.isDuration && ping.seconds > 0 && ping.ping.credit?.places?.count == 5 {
            var start = ping.made - ping.seconds
            while start < ping.made {
                let next = min(ping.made, (start / 900 + 1) * 900)
                credited[start / 900, default: 0] += next - start
                start = next
            }
        }
        if let full = credited.first(where: { $0.value >= 360 }) {
            let what = "\(full.value / 60) minutes of a quarter hour of \(stream.name.prefix(32)) are credited"
            fail("TV9", stream.pings, what + ", and no quarter-hour ping came.")
        }
    }

    private mutating func judgeLinearLoad(_ streams: [WireView], _ videos: [WireView]) {
        let linear = videos.filter { $0.isAd != true && $0.first?.ping.number(.c57) == 1 }
        guard !linear.isEmpty else { return }
        let ranges = streams.compactMap { stream -> ClosedRange<Int64>? in
            guard let first = stream.first?.made, let last = stream.last?.made, first <= last else { return nil }
            return first...last
        }
        let wrong = linear.flatMap(\.durations).filter { ping in
            !(ping.ping.credit?.places ?? []).isEmpty && ranges.contains { $0.contains(ping.made) }
        }
        if wrong.isEmpty {
            pass("TV10", "DCR does not credit the minutes of DTVR.")
        } else {
            fail("TV10", wrong, "DCR credits minutes with c57=1 that DTVR credits too.")
        }
    }

    // MARK: - The capture

    mutating func judgeShiftedViewing() {
        guard let stream = facts.firstStream else { return }
        if let first = facts.shifted.first {
            if first.time <= stream.time {
                pass("TS1", [first.entry], "Entry \(first.entry) asks at the first watermark.")
            } else {
                fail("TS1", [stream.entry, first.entry], "The first tsv request comes after pings of the stream.")
            }
        } else if list.product == .vod {
            fail("TS1", [stream.entry], "No tsv request is there.")
        }
        let flags = facts.shifted.compactMap(\.flag)
        guard let final = flags.last else {
            doubt("TS2", "The capture has no answer to a tsv request.")
            doubt("TS3", "The capture has no answer to a tsv request.")
            return
        }
        let entries = facts.shifted.map(\.entry)
        if final == "03" || final == "07" {
            pass("TS2", entries, "The flag is \(final).")
        } else if entries.count > 1 {
            pass("TS2", entries, "It is asked for again.")
        }
    }

    mutating func judgeWatermarks() {
        let channels = facts.watermarks.filter { $0.channel != nil }
        if channels.count > 1 {
            let names = Set(channels.compactMap(\.channel))
            let shown = names.sorted().prefix(3).joined(separator: ", ")
            let what = "The channel has several names: \(shown)."
            decide("TV6", channels, names.count == 1, "The channel is \(shown).", else: what)
        } else {
            doubt("TV6", "Pings do not have the channel; certify the log of the app's calls.")
        }
        for watermark in facts.watermarks where watermark.channel == nil {
            let text = watermark.text
            guard !text.hasPrefix("www.nielsen.com/") || text.utf8.count != 249 else { continue }
            let what = "The watermark has \(text.utf8.count) characters and begins \"\(text.prefix(16))\""
            fail("TV7", [watermark], what + "; 249 from www.nielsen.com/ on are right.")
        }
        doubt("TV7", "Gaps show in the log of the app's calls alone.")
    }
}
