// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The sample player as a value: a channel's script in, what an app asks of the SDK out.
///
/// The app is a correct one, unless the channel has faults.
///
/// Source: "iOS SDK API Reference", "Nielsen Sample Applications", for what the player can do; "DCR & DTVR iOS Adobe
/// Launch Extension", "Event Types", for the events.
package struct ScriptedPlayer {
    /// A stretch in which the player waits for data.
    struct Stall {
        let start: Int64
        let end: Int64
    }

    let file: ChannelFile
    let start: Int64
    var channel: Channel

    var plan: [SessionRunner.Planned] = []
    /// The faults of each channel, with the first of its steps.
    private var faults: [(first: Int, faults: PlayerFaults)] = []
    /// Seconds since the session began, and at which of them the channel was chosen.
    var now: Int64 = 0
    private var chosen: Int64 = 0

    var instance = "instance-1"
    var instanceCount = 1
    /// Whether the app has been killed and not launched again.
    var isKilled = false

    var isOpen = false
    /// Whether a playhead was the last thing that was reported of the stream.
    var isMoving = false
    var isPlaying = false
    /// The interruptions that go on, and whether something was played when the first of them began.
    var interruptions: [UserAction.Interruption] = []
    var playsOn = false
    var isPictureInPicture = false
    var stall: Stall?
    /// The second of the content that is played next; of live streams, the seconds since they were tuned in.
    var position: Int64 = 0
    /// How many seconds of the content are played in a second, and the part of one that was not played yet.
    var rate = 1.0
    private var remainder = 0.0
    /// The seconds by which the clock of the device was changed.
    var clockChange: Int64 = 0
    var nextAd = 0
    var adPosition: Int64?
    var page: JSONObject?
    var pageInBackground: JSONObject?
    /// The data that accompanies the next event.
    var riders: JSONObject = [:]

    private init(_ file: ChannelFile, _ channel: Channel, start: Int64) {
        self.file = file
        self.channel = channel
        self.start = start
    }

    /// Works out what the player asks for.
    ///
    /// - Parameters:
    ///   - channel: The channel that is chosen first.
    ///   - file: The file that it is in.
    ///   - start: The time of day at which the session begins, in milliseconds since 1970; live playheads go by it.
    ///   - flow: The way in which the player speaks to the SDK.
    /// - Returns: The steps, in order of time. The first makes an instance, the last removes it.
    package static func plan(
        _ channel: Channel,
        of file: ChannelFile,
        start: Int64 = SessionHeader.defaultStart,
        flow: PlayerFlow = .events
    ) -> [SessionRunner.Planned] {
        var player = ScriptedPlayer(file, channel, start: start)
        player.run()
        return player.spoken(flow)
    }

    /// The largest number of channel changes of a script: two channels may name each other.
    private static let mostChannels = 32
    /// The longest time of a session, in seconds.
    static let longest: Int64 = 86_400

    private mutating func run() {
        faults = [(0, channel.faults)]
        ask(.instantiateLocal, ["data": .object(file.appInfo)])
        var visits = 0
        while visits < Self.mostChannels, now < Self.longest, let next = playScript() {
            visits += 1
            choose(next)
        }
        finish()
        leavePage()
        if !isKilled { ask(.remove) }
    }

    /// Plays the channel's script to its end, or to the first change of the channel.
    ///
    /// - Returns: The next channel.
    private mutating func playScript() -> Channel? {
        for action in channel.script {
            play(until: chosen + action.time)
            if case .channel(let name) = action.kind {
                return try? file.channel(named: name)
            }
            perform(action.kind)
        }
        // What plays at the end of the script plays to its own end, where it has one.
        if isPlaying, channel.length != nil { play(until: Self.longest) }
        return nil
    }

    private mutating func choose(_ next: Channel) {
        finish()
        leavePage()
        faults.append((plan.count, next.faults))
        channel = next
        chosen = now
        position = 0
        rate = 1
        nextAd = 0
        adPosition = nil
    }

    /// The steps as the player says them, with the faults of the channel that each is of.
    private func spoken(_ flow: PlayerFlow) -> [SessionRunner.Planned] {
        var voice = ClassicVoice()
        var steps: [FaultyStep] = []
        for (place, planned) in plan.enumerated() {
            let faults = self.faults.last { $0.first <= place }?.faults ?? PlayerFaults()
            let said = flow == .classic ? voice.steps(for: planned) : FaultyStep.event(planned).map { [$0] } ?? []
            steps += said.map { step in
                var step = step
                step.faults = faults
                return step
            }
        }
        return FaultyStep.plan(steps)
    }

    // MARK: - Playing

    /// Plays second by second.
    private mutating func play(until end: Int64) {
        while now < min(end, Self.longest) {
            guard isPlaying else {
                if end == Self.longest { return }
                now = min(end, Self.longest)
                return
            }
            if wait() { continue }
            tick()
            now += isPlaying || adPosition != nil ? 1 : 0
        }
    }

    /// Lets a second pass in which the player waits for data; returns whether it did.
    private mutating func wait() -> Bool {
        guard let stall else { return false }
        guard now < stall.end else {
            self.stall = nil
            note("bufferEnd")
            return false
        }
        // Buffering that lasts longer than 30 seconds is an interruption.
        if now - stall.start == Self.longestStall { trackPause() }
        now += 1
        return true
    }

    private static let longestStall: Int64 = 31

    mutating func tick() {
        if let ad = currentAd {
            if let second = adPosition, second >= ad.length {
                track("adStop", "ad", position: second)
                adPosition = nil
                nextAd += 1
                return tick()
            }
            let second = adPosition ?? 0
            adPosition = second + 1
            // Before a preroll the content is loaded too, so it has to be ended.
            if ad.position != nil { isOpen = true }
            track("playhead", "ad", position: second)
            return
        }
        guard !isOver else {
            if isOpen { close() }
            if currentAd == nil { isPlaying = false } else { tick() }
            return
        }
        var extra: JSONObject = [:]
        // A live stream goes on while it is paused.
        let second = channel.stream == .live ? now - chosen : position
        if let payload = channel.tags.lazy.compactMap({ $0.payload(at: second) }).first {
            extra["id3Data"] = .string(payload)
        }
        isOpen = true
        track("playhead", "content", position: playhead, extra)
        let exact = remainder + rate
        position += Int64(exact.rounded(.down))  // in range: the rate is at most 16
        remainder = exact - exact.rounded(.down)
    }

    /// The position of the content that is reported now.
    var playhead: Int64 { channel.stream == .live ? start / 1000 + clockChange + now : position }

    private var isOver: Bool { channel.length.map { position >= $0 } ?? false }

    /// The ad that is due: one whose place was reached, or one after the end.
    var currentAd: Channel.Ad? {
        guard channel.ads.indices.contains(nextAd) else { return nil }
        let ad = channel.ads[nextAd]
        guard let place = ad.position else { return isOver && !isOpen ? ad : nil }
        return position >= place ? ad : nil
    }

    /// Ends the content; ads that come after it are still to play.
    private mutating func close() {
        track("complete", "content", position: isPlaying ? playhead : nil)
        isOpen = false
    }

    mutating func finish() {
        if let adPosition { track("adStop", "ad", position: isPlaying ? adPosition : nil) }
        let wasAd = adPosition != nil
        adPosition = nil
        if isOpen {
            track("complete", "content", position: isPlaying && !wasAd ? playhead : nil)
            isOpen = false
        }
        isPlaying = false
        stall = nil
    }
}
