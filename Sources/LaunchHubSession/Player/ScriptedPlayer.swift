// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The sample player as a value: a channel's script in, what a correct app asks of the extension out.
///
/// Source: "iOS SDK API Reference", "Nielsen Sample Applications", for what the player can do; "DCR & DTVR iOS Adobe
/// Launch Extension", "Event Types", for the events.
package struct ScriptedPlayer {
    private let file: ChannelFile
    private let start: Int64
    private var channel: Channel

    private var plan: [SessionRunner.Planned] = []
    /// Seconds since the session began, and at which of them the channel was chosen.
    private var now: Int64 = 0
    private var chosen: Int64 = 0

    private let instance = "instance-1"
    private var instanceCount = 1

    private var isOpen = false
    private var isPlaying = false
    private var playsOn = false
    /// The second of the content that is played next; of live streams, the seconds since they were tuned in.
    private var position: Int64 = 0
    private var nextAd = 0
    private var adPosition: Int64?
    private var page: JSONObject?
    private var pageInBackground: JSONObject?
    /// The data that accompanies the next event.
    private var riders: JSONObject = [:]

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
    /// - Returns: The steps, in order of time. The first makes an instance, the last removes it.
    package static func plan(
        _ channel: Channel,
        of file: ChannelFile,
        start: Int64 = SessionHeader.defaultStart
    ) -> [SessionRunner.Planned] {
        var player = ScriptedPlayer(file, channel, start: start)
        player.run()
        return player.plan
    }

    /// The largest number of channel changes of a script: two channels may name each other.
    private static let mostChannels = 32
    /// The longest time of a session, in seconds.
    private static let longest: Int64 = 86_400

    private mutating func run() {
        ask(.instantiateLocal, ["data": .object(file.appInfo)])
        var visits = 0
        while visits < Self.mostChannels, now < Self.longest, let next = playScript() {
            visits += 1
            choose(next)
        }
        finish()
        leavePage()
        ask(.remove)
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
        channel = next
        chosen = now
        position = 0
        nextAd = 0
        adPosition = nil
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
            tick()
            now += isPlaying || adPosition != nil ? 1 : 0
        }
    }

    private mutating func tick() {
        if let ad = currentAd {
            if let second = adPosition, second >= ad.length {
                track("adStop", "ad")
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
        position += 1
    }

    private var playhead: Int64 { channel.stream == .live ? start / 1000 + now : position }

    private var isOver: Bool { channel.length.map { position >= $0 } ?? false }

    /// The ad that is due: one whose place was reached, or one after the end.
    private var currentAd: Channel.Ad? {
        guard channel.ads.indices.contains(nextAd) else { return nil }
        let ad = channel.ads[nextAd]
        guard let place = ad.position else { return isOver && !isOpen ? ad : nil }
        return position >= place ? ad : nil
    }

    /// Ends the content; ads that come after it are still to play.
    private mutating func close() {
        track("complete", "content")
        isOpen = false
    }

    private mutating func finish() {
        if adPosition != nil { track("adStop", "ad") }
        adPosition = nil
        if isOpen { close() }
        isPlaying = false
    }

    // MARK: - What the user does

    private mutating func perform(_ action: UserAction.Kind) {
        switch action {
        case .play, .resume: resume()
        case .pause: pause()
        case .seek(let second): seek(to: second)
        case .background: goToBackground()
        case .foreground: comeBack()
        case .channel: break
        case .page(let metadata): open(page: metadata)
        case .leavePage: leavePage()
        case .optOut: choose(optOut: true)
        case .optIn: choose(optOut: false)
        case .disable: setDisabled(true)
        case .enable: setDisabled(false)
        case .ott(let data): ride("ottData", .object(data))
        case .info: showInfo()
        case .remote: visitRemote()
        case .track(let data): ask(.track, ["data": .object(data)])
        case .stop: finish()
        }
    }

    private mutating func resume() {
        if channel.stream == .static { open(page: channel.metadata) } else { isPlaying = true }
    }

    private mutating func pause() {
        guard isPlaying else { return }
        isPlaying = false
        track("pause", adPosition == nil ? "content" : "ad")
    }

    private mutating func seek(to second: Int64) {
        guard channel.stream == .vod else { return }
        position = second
        // Ads that were jumped over do not come later.
        while channel.ads.indices.contains(nextAd), adPosition == nil,
            let place = channel.ads[nextAd].position, place < second
        {
            nextAd += 1
        }
    }

    private mutating func goToBackground() {
        playsOn = isPlaying
        pause()
        pageInBackground = page
        leavePage()
    }

    private mutating func comeBack() {
        if playsOn { isPlaying = true }
        playsOn = false
        if let metadata = pageInBackground { open(page: metadata) }
        pageInBackground = nil
    }

    private mutating func open(page metadata: JSONObject) {
        page = metadata
        track("playhead", "static")
    }

    private mutating func leavePage() {
        guard page != nil else { return }
        track("complete", "static")
        page = nil
    }

    /// The choice rides on a playhead; without playback it goes out with a pause, which then changes nothing.
    private mutating func choose(optOut: Bool) {
        ride("optout", .string(optOut ? "true" : "false"))
        // What was asked after the choice must see it.
        if isPlaying, now < Self.longest {
            tick()
            now += 1
        }
        ask(.optOutStatus)
    }

    private mutating func ride(_ key: String, _ value: JSONValue) {
        riders[key] = value
        if !isPlaying { track("pause", "content") }
    }

    private mutating func setDisabled(_ isDisabled: Bool) {
        ask(.setAppDisable, ["app_disable": .int(isDisabled ? 1 : 0)])
        ask(.appDisable)
    }

    private mutating func showInfo() {
        for call in [DocumentedCall.meterVersion, .demographicId, .optOutURL, .optOutStatus] { ask(call) }
    }

    private mutating func visitRemote() {
        instanceCount += 1
        let identifier = "instance-\(instanceCount)"
        ask(.instantiateRemote)
        ask(.meterVersion, identifier: identifier)
        ask(.remove, identifier: identifier)
    }

    // MARK: - Commands

    private mutating func ask(_ call: DocumentedCall, _ data: JSONObject = [:], identifier: String? = nil) {
        var data = data
        if call != .instantiateLocal, call != .instantiateRemote {
            data["identifier"] = .string(identifier ?? instance)
        }
        plan.append(.init(time: now * 1000, command: SessionCommand(call.event, data)))
    }

    private mutating func track(
        _ event: String,
        _ type: String,
        position: Int64? = nil,
        _ extra: JSONObject = [:]
    ) {
        var metadata: JSONObject = [:]
        // An ad after the end has no content any more.
        if type != "static", isOpen || currentAd?.position != nil { metadata["content"] = .object(channel.metadata) }
        if type == "ad", let ad = currentAd { metadata["ad"] = .object(ad.metadata) }
        if type == "static", let page { metadata["static"] = .object(page) }
        var data: JSONObject = ["event": .string(event), "type": .string(type)]
        if !metadata.isEmpty { data["metadata"] = .object(metadata) }
        data["playheadPosition"] = position.map { .string(String($0)) }
        data = data.merging(extra).merging(riders)
        riders = [:]
        ask(.track, ["data": .object(data)])
    }
}
