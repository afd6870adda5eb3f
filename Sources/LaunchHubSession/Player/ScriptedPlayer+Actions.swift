// SPDX-License-Identifier: Apache-2.0

import HubServices

/// What the user, the system and the network do, and what the app does then.
extension ScriptedPlayer {
    mutating func perform(_ action: UserAction.Kind) {
        guard !isKilled || action == .relaunch else { return }
        switch action {
        case .play: resume()
        case .resume:
            note("userResume")
            resume()
        case .pause:
            note("userPause")
            pause()
        case .seek(let second): seek(to: second)
        case .skip(let seconds): skip(by: seconds)
        case .rate(let rate): self.rate = rate
        case .buffer(let seconds): buffer(seconds)
        case .background: goToBackground()
        case .foreground: comeBack()
        case .interrupt(let interruption): interrupt(interruption)
        case .goOn(let interruption): goOn(interruption)
        case .pictureInPicture(let isOn):
            isPictureInPicture = isOn
            note(isOn ? "pipStart" : "pipEnd")
        case .kill: kill()
        case .relaunch: relaunch()
        case .clock(let seconds):
            clockChange += seconds
            note("clock", [.int(seconds)])
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
        case .sdk(let name, let arguments): call(name, arguments)
        case .stop: finish()
        }
    }

    private mutating func resume() {
        if channel.stream == .static { open(page: channel.metadata) } else { isPlaying = true }
    }

    private mutating func pause() {
        guard isPlaying else { return }
        isPlaying = false
        if stall != nil {
            stall = nil
            note("bufferEnd")
        }
        trackPause()
    }

    /// Reports that playback does not go on, and where it has got to.
    mutating func trackPause() {
        track("pause", adPosition == nil ? "content" : "ad", position: adPosition ?? playhead)
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

    /// Skips some seconds forward or back; a stop before a short skip distinguishes it from late playheads.
    private mutating func skip(by seconds: Int64) {
        guard channel.stream == .vod, adPosition == nil else { return }
        if isPlaying { trackPause() }
        seek(to: max(0, position + seconds))
    }

    private mutating func buffer(_ seconds: Int64) {
        guard isPlaying, stall == nil else { return }
        note("bufferStart")
        stall = Stall(start: now, end: now + seconds)
    }

    // MARK: - Interruptions

    private mutating func goToBackground() {
        note("background")
        pageInBackground = page
        leavePage()
        guard !isPictureInPicture else { return }
        hold(.background)
    }

    private mutating func comeBack() {
        note("foreground")
        release(.background)
        if let metadata = pageInBackground { open(page: metadata) }
        pageInBackground = nil
    }

    private mutating func interrupt(_ interruption: UserAction.Interruption) {
        note(interruption.rawValue)
        if interruption == .lock, isPictureInPicture { return }
        hold(interruption)
    }

    private mutating func goOn(_ interruption: UserAction.Interruption) {
        note(interruption.end)
        release(interruption)
    }

    private mutating func hold(_ interruption: UserAction.Interruption) {
        if interruptions.isEmpty { playsOn = isPlaying }
        interruptions.append(interruption)
        pause()
    }

    private mutating func release(_ interruption: UserAction.Interruption) {
        guard let place = interruptions.firstIndex(of: interruption) else { return }
        interruptions.remove(at: place)
        guard interruptions.isEmpty else { return }
        if playsOn { isPlaying = true }
        playsOn = false
    }

    /// Ends the process without another call.
    private mutating func kill() {
        playsOn = isPlaying
        isPlaying = false
        stall = nil
        interruptions = []
        note("kill")
        pageInBackground = page
        page = nil
        isKilled = true
    }

    private mutating func relaunch() {
        guard isKilled else { return }
        isKilled = false
        instanceCount += 1
        instance = "instance-\(instanceCount)"
        ask(.instantiateLocal, ["data": .object(file.appInfo)])
        if playsOn { isPlaying = true }
        playsOn = false
        if let metadata = pageInBackground { open(page: metadata) }
        pageInBackground = nil
    }

    // MARK: - Pages

    private mutating func open(page metadata: JSONObject) {
        page = metadata
        track("playhead", "static")
    }

    mutating func leavePage() {
        guard page != nil else { return }
        track("complete", "static")
        page = nil
    }

    // MARK: - The SDK

    /// The choice rides on a playhead; without playback it goes out with a pause, which then changes nothing.
    private mutating func choose(optOut: Bool) {
        ride("optout", .string(optOut ? "true" : "false"))
        // What was asked after the choice must see it.
        if isPlaying, stall == nil, now < Self.longest {
            tick()
            now += 1
        }
        ask(.optOutStatus)
    }

    private mutating func ride(_ key: String, _ value: JSONValue) {
        riders[key] = value
        if !isPlaying || stall != nil { track("pause", "content") }
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

    mutating func ask(_ call: DocumentedCall, _ data: JSONObject = [:], identifier: String? = nil) {
        guard !isKilled else { return }
        var data = data
        if call != .instantiateLocal, call != .instantiateRemote {
            data["identifier"] = .string(identifier ?? instance)
        }
        let name = call == .instantiateLocal ? instance : nil
        plan.append(.init(time: now * 1000, command: SessionCommand(call.event, data), identifier: name))
    }

    /// Notes what the player or the system did.
    mutating func note(_ event: String, _ arguments: [JSONValue] = []) {
        let call = SessionCall(instance: instance, name: event, arguments: arguments, isLifecycle: true)
        plan.append(.init(time: now * 1000, call: call))
    }

    private mutating func call(_ name: String, _ arguments: [JSONValue]) {
        plan.append(
            .init(time: now * 1000, call: SessionCall(instance: instance, name: name, arguments: arguments))
        )
    }

    mutating func track(
        _ event: String,
        _ type: String,
        position: Int64? = nil,
        _ extra: JSONObject = [:]
    ) {
        var position = position
        if type != "static" {
            // A position that was reported is not reported again.
            if event != "playhead", !isMoving { position = nil }
            isMoving = event == "playhead"
        }
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
