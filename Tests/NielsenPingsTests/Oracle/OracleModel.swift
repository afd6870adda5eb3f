// SPDX-License-Identifier: Apache-2.0

/// The measurement as the documents have it, in the plainest form: what is credited, and what is reported when.
///
/// It is written from the catalog's articles and shares nothing with the SDK, so that the two can be compared.
struct OracleModel {
    private enum State { case idle, processing, disabled }
    private var state = State.idle
    /// Milliseconds.
    private var time: Int64 = 0
    private var isOptedOut = false
    private var isConnected = false

    /// Every view, in the order in which its asset was loaded.
    private var views: [OracleView] = []
    /// When the last call about content or ads came.
    private var lastCall: Int64 = 0
    /// The open views, as places in ``views``.
    private var content: Int?
    private var ad: Int?
    private var page: Int?
    private var pageLoaded: Int64 = 0
    private var pageBegan: Int64 = 0
    private var pageSeen: Int64 = 0
    private var sessionBegan: Int64 = 0
    /// When the day ends; the clock starts at 22:13:20.
    private var midnight: Int64 = 6_400_000
    /// What is played: the content, the ad, or nothing.
    private var current: Int?
    private var sides = [OracleTags("FD"), OracleTags("PC")]
    private var ear = OracleEar()
    private var tagMarks = ["", ""]

    /// The records and the pings, each in their order.
    private(set) var records: [String] = []
    private(set) var pings: [String] = []

    /// The views in which something was played.
    var credits: [String] {
        var copy = self
        copy.playPage()
        for view in [copy.content, copy.ad].compactMap({ $0 }) { copy.views[view].pause(at: copy.time) }
        return copy.views.filter { $0.seconds > 0 || $0.lane == "static" }.map { view in
            let asset = view.asset.drop { $0 != "/" }.dropFirst()
            return
                "\(view.lane) \(view.lane == "static" ? String(asset) : view.asset): \(view.seconds) s, \(view.credited.sorted())\(view.isEnded ? ", over" : "")"
        }
    }

    // MARK: - Calls

    mutating func apply(_ step: OracleStep) {
        switch step {
        case .run(let from, let count, let by):
            for index in 0..<Int64(count) {
                use()
                playhead(from + index * by)
                pass(max(by, 1) * 1_000)
            }
        case .uneven(let from, let gaps):
            for (position, gap) in zip(from..., gaps) {
                use()
                playhead(position)
                pass(gap)
            }
        case .timer(let from, let gaps):
            for (position, gap) in OracleStep.timed(from: from, gaps) {
                use()
                playhead(position)
                pass(gap)
            }
        case .tags(let from, let count, let by, let fd, let pc):
            for index in 0..<count {
                use()
                hear(.tags(from: from + index * by, count: 1, by: 1, fd: fd, pc: pc))
                pass(Int64(by) * 1_000)
            }
        case .wait(let seconds): pass(seconds * 1_000)
        case .pass(let milliseconds): pass(milliseconds)
        case .disable, .enable: call(step)
        // What was earned before a choice is reported as such; then everything begins again.
        case .optOut(let isOut):
            playPage()
            guard isOptedOut != isOut else { break }
            beginSession { $0.isOptedOut = isOut }
        case .ott:
            playPage()
            call(step)
        default:
            use()
            call(step)
        }
    }

    /// Whether anything goes on that ends with a ping.
    private var isOpen: Bool {
        [content, ad].contains { $0.map { views[$0].isSeen } ?? false } || ear.isOpen || page != nil
    }

    /// Something is played or shown: after half an hour without, or a day, that is a new session.
    private mutating func use() {
        if page != nil { pageSeen = time }
        playPage()
        guard !isOpen, state != .disabled else { return }
        let silence = time - max(lastCall, pageSeen)
        if time - sessionBegan >= 86_400_000 || silence > 1_800_000 { beginSession() }
    }

    /// Ends everything, and begins new views of what is loaded.
    private mutating func beginSession(_ change: (inout Self) -> Void = { _ in }) {
        let shown = page.map { views[$0].asset }
        end()
        close(\.page)
        change(&self)
        sessionBegan = time
        (pageSeen, pageBegan) = (time, time)
        guard let shown, pageLimit > 0 else { return }
        page = open("static", shown)
        see(views.count - 1)
    }

    /// How long the page may still be credited.
    private var pageLimit: Int64 { max(0, 86_400_000 - (pageBegan - pageLoaded)) }

    /// Something changes that pings tell: what was earned is reported before.
    private mutating func closePeriods() {
        for view in [ad, content].compactMap({ $0 }) where views[view].isSeen {
            views[view].settle(at: time)
            tellRest(view)
        }
        if let page {
            playPage()
            tellRest(page)
        }
        for side in sides.indices { tell(side, sides[side].takePeriod()) }
    }

    private mutating func tellRest(_ view: Int) {
        tellDurations(view)
        if views[view].hasUntold { tell(view, "duration", views[view].takeRest()) }
    }

    /// Time goes by: a page's five minutes are reported when they are over, and a stream that nobody says anything of
    /// for more than half an hour is over.
    private mutating func pass(_ milliseconds: Int64) {
        let end = time + milliseconds
        while true {
            let isStreamOpen = [content, ad].contains { $0.map { views[$0].isSeen } ?? false } || ear.isOpen
            let forgotten = isStreamOpen && state != .disabled ? lastCall + 1_800_000 : .max
            var due = page.map { pageBegan + (views[$0].total / 300_000 + 1) * 300_000 } ?? .max
            if due != .max, due - pageBegan > pageLimit { due = .max }
            let day = isOpen ? midnight : .max
            let session = isOpen ? sessionBegan + 86_400_000 : .max
            let next = min(due, forgotten, day, session)
            guard next < end || next == end && next != forgotten else { break }
            time = max(time, next)
            if page != nil { pageSeen = time }
            if next == day {
                closePeriods()
                midnight += 86_400_000
            } else if next == due {
                playPage()
            } else if next == forgotten {
                forget()
            } else {
                playPage()
                beginSession()
            }
        }
        time = end
        // Nothing goes on over these.
        while midnight <= time { midnight += 86_400_000 }
    }

    /// What is loaded stays loaded, and its next playhead begins a new view.
    private mutating func forget() { end() }

    /// Ends the stream; what is loaded and goes on begins a new view.
    private mutating func end() {
        let loaded = current == nil ? [] : [content, ad].map { $0.map { views[$0] } }
        let isAd = current != nil && current == ad
        close(\.ad)
        close(\.content)
        for side in sides.indices { tell(side, sides[side].finish()) }
        ear = OracleEar()
        guard current != nil else { return }
        content = loaded[0].map { open($0.lane, $0.asset) }
        ad = loaded[1].map { open($0.lane, $0.asset) }
        current = isAd ? ad : content
    }

    private mutating func call(_ step: OracleStep) {
        switch step {
        case .play, .stop, .content, .ad, .end: lastCall = time
        default: break
        }
        switch step {
        case .enable where state == .disabled: state = .idle
        case _ where state == .disabled: break
        case .ott(let isOn) where isOn != isConnected:
            closePeriods()
            isConnected = isOn
        case .play:
            // What is loaded and has not begun stays loaded.
            if let current, state == .processing, !views[current].isRunning {} else { stop() }
            state = .processing
            ear = OracleEar()
        case .stop: stop()
        case .content(let number): load(content: OracleStep.contents[number])
        case .ad(let number): load(ad: OracleStep.ads[number].id)
        case .page(let number):
            let asset = OracleStep.pages[number].joined(separator: "/")
            if let page, views[page].asset == asset { break }
            close(\.page)
            page = open("static", asset)
            (pageLoaded, pageBegan) = (time, time)
            see(views.count - 1)
        case .staticEnd: close(\.page)
        // A stream of watermarks alone has neither.
        case .end where state == .processing || content != nil || ad != nil || ear.isOpen: endStream()
        case .disable:
            // What is played is over before the page.
            endStream()
            playPage()
            close(\.page)
            state = .disabled
        default: break
        }
    }

    private mutating func stop() {
        guard state == .processing else { return }
        state = .idle
        for view in [content, ad].compactMap({ $0 }) {
            views[view].pause(at: time)
            tellDurations(view)
        }
        // A postroll without content has nothing to come back to.
        if let current, current == ad, content == nil, views[current].asset == "post" { close(\.ad) }
        current = nil
    }

    private mutating func endStream() {
        close(\.ad)
        close(\.content)
        (state, current) = (.idle, nil)
        for side in sides.indices { tell(side, sides[side].finish()) }
        ear = OracleEar()
    }

    private mutating func load(content asset: String) {
        state = .processing
        close(\.ad)
        if let content, views[content].asset == asset {
            reload(content)
        } else {
            close(\.content)
            content = open("content", asset)
        }
        current = content
    }

    private mutating func load(ad asset: String) {
        state = .processing
        if let content {
            views[content].pause(at: time)
            tellDurations(content)
        }
        if let ad, views[ad].asset == asset {
            reload(ad)
        } else {
            close(\.ad)
            ad = open("ad", asset)
        }
        current = ad
    }

    /// The same asset again: it goes on after a break, and needlessly otherwise.
    private mutating func reload(_ view: Int) {
        if current == view { views[view].reload() }
        views[view].mayBeginAgain = true
    }

    private mutating func playhead(_ position: Int64) {
        lastCall = time
        guard state == .processing, position >= 0, var view = current else { return }
        let before = views[view]
        if before.lane == "ad", before.mayBeginAgain, let last = before.last,
            position * 2 < last || position == last && before.seconds <= 1
        {
            close(\.ad)
            ad = open("ad", before.asset)
            current = ad
            view = views.count - 1
        }
        views[view].playhead(position, at: time)
        if !views[view].isSeen { see(view) }
        tellDurations(view)
    }

    // MARK: - Views

    private mutating func open(_ lane: String, _ asset: String) -> Int {
        views.append(OracleView(lane: lane, asset: asset))
        return views.count - 1
    }

    private mutating func see(_ view: Int) {
        views[view].isSeen = true
        tell(view, "view", ([], 0))
    }

    private mutating func close(_ place: WritableKeyPath<Self, Int?>) {
        guard let view = self[keyPath: place] else { return }
        self[keyPath: place] = nil
        guard views[view].isSeen else { return }
        views[view].isEnded = true
        views[view].pause(at: time)
        tellDurations(view)
        tell(view, "end", views[view].takeRest())
    }

    private mutating func tellDurations(_ view: Int) {
        while let period = views[view].takePeriod() { tell(view, "duration", period) }
    }

    /// The seconds of the open page up to now, for a day at most.
    private mutating func playPage() {
        guard let page else { return }
        // Every five minutes are reported as such.
        while views[page].total < min(time - pageBegan, pageLimit) {
            let done = views[page].total
            views[page].count(done, min(min(time - pageBegan, pageLimit), (done / 300_000 + 1) * 300_000) - done)
            if views[page].total % 300_000 == 0 {
                tell(page, "duration", views[page].takePeriod() ?? views[page].takeRest())
            }
        }
    }

    private var marks: String { (isOptedOut ? " opted out" : "") + (isConnected ? " connected" : "") }

    private mutating func tell(_ view: Int, _ kind: String, _ period: (segments: [Int64], seconds: Int)) {
        let seen = views[view]
        let (segments, seconds) = period
        let mark = kind == "view" ? "V1" : "D\(seen.number)"
        records.append("\(kind) \(seen.lane) \(seen.asset) \(segments) \(seconds) s\(marks)")
        let davty = ["view": 0, "duration": 1, "end": 2][kind] ?? 9
        pings.append("\(seen.lane) \(seen.asset) \(mark) \(segments.count * 60) \(seconds) \(davty)\(marks)")
    }

    // MARK: - Watermarks

    private mutating func hear(_ tag: OracleStep) {
        lastCall = time
        guard state == .processing else { return }
        for (tag, at) in ear.take(tag, at: time) { hear(new: tag, at: at) }
    }

    private mutating func hear(new tag: OracleStep, at time: Int64) {
        guard case .tags(let offset, _, _, let fd, let pc) = tag else { return }
        // What is over is reported before what begins.
        for (side, identifier) in zip(sides.indices, [fd, pc]) where sides[side].isOver(before: identifier, at: time) {
            tell(side, sides[side].finish())
        }
        for (side, identifier) in zip(sides.indices, [fd, pc]) where identifier != 0 {
            tagMarks[side] = marks
            tell(side, sides[side].hear(identifier, Int64(offset), at: time))
        }
    }

    /// What is reported of a side has the marks of its last watermark.
    private mutating func tell(_ side: Int, _ made: [String]) { pings += made.map { $0 + tagMarks[side] } }
}
