// SPDX-License-Identifier: Apache-2.0

/// What code that drives the classic API needs of an SDK, under the documented names.
///
/// ``NielsenAppApi`` is one. Others stand in for it: a recorder in tests, or an instance that is reached through a hub.
/// Every method may be called from any thread; the one who drives an SDK makes its calls one at a time and in order.
///
/// Source: "iOS SDK API Reference", "NielsenAppApi Class Description".
public protocol NielsenMeasurementSDK: AnyObject, Sendable {
    /// Says that a new stream begins.
    ///
    /// - Parameter channelInfo: nil, or a dictionary of strings; `channelName` names the channel.
    func play(_ channelInfo: Any?)

    /// Says what is played from now on: content, an ad, or a static page.
    ///
    /// - Parameter metadata: A dictionary of strings.
    func loadMetadata(_ metadata: Any?)

    /// Says where the playhead is.
    ///
    /// - Parameter playheadPos: Seconds from the start of the asset, or seconds since 1970 for live streams.
    func playheadPosition(_ playheadPos: Int64)

    /// Hands over a watermark.
    ///
    /// - Parameter data: The payload.
    func sendID3(_ data: String)

    /// Says that playback is paused or interrupted, or that an ad is over.
    func stop()

    /// Says that the content is over.
    func end()

    /// Says that the static page is left.
    func staticEnd()

    /// Says that a remote device was connected or disconnected.
    ///
    /// - Parameter ottInfo: A dictionary of strings.
    func updateOTT(_ ottInfo: Any)

    /// Hands over the user's choice on the opt-out page.
    ///
    /// - Parameter optOut: Exactly `nielsenappsdk://1` to opt out, exactly `nielsenappsdk://0` to opt in.
    /// - Returns: True where the text was one of the two.
    @discardableResult
    func userOptOut(_ optOut: String) -> Bool

    /// Makes a call that is held as a value and was due a while ago.
    ///
    /// Measurement credits the time that passed, so a call that had to wait says for how long.
    ///
    /// - Parameters:
    ///   - call: Which call, with its arguments.
    ///   - age: How long ago it was due; zero and less mean now.
    func make(_ call: NielsenCall, age: Duration)

    /// Where the opt-out page is; empty where that is not known.
    var optOutURL: String { get }

    /// True where the user has opted out.
    var optOutStatus: Bool { get }
}

extension NielsenMeasurementSDK {
    /// Does nothing: watermarks are for those who measure them.
    public func sendID3(_ data: String) {}

    /// Does nothing.
    public func staticEnd() {}

    /// Does nothing.
    public func updateOTT(_ ottInfo: Any) {}

    /// Makes the call as of now: an SDK that does not measure has no use for the age.
    public func make(_ call: NielsenCall, age: Duration) {
        make(call)
    }

    /// Makes a call that is held as a value.
    ///
    /// - Parameter call: Which call, with its arguments.
    public func make(_ call: NielsenCall) {
        switch call {
        case .play(let channel): play(channel)
        case .loadMetadata(let metadata): loadMetadata(metadata)
        case .playheadPosition(let position): playheadPosition(position)
        case .sendID3(let payload): sendID3(payload)
        case .stop: stop()
        case .end: end()
        case .staticEnd: staticEnd()
        case .updateOTT(let info): updateOTT(info)
        case .userOptOut(let text): userOptOut(text)
        }
    }
}

extension NielsenAppApi: NielsenMeasurementSDK {
    /// Makes a call that is held as a value and was due a while ago.
    ///
    /// - Parameters:
    ///   - call: Which call, with its arguments.
    ///   - age: How long ago it was due; zero and less mean now.
    public func make(_ call: NielsenCall, age: Duration) {
        instance.make(call, age: age, deliver)
    }
}
