// SPDX-License-Identifier: Apache-2.0

/// The interface of an SDK for code that drives the classic API, under the documented names.
///
/// ``NielsenAppApi`` conforms to it. Others replace it, such as a recorder in tests or an instance behind a hub. Every
/// method may be called on any thread; the caller makes the calls one at a time and in order.
///
/// Source: "iOS SDK API Reference", "NielsenAppApi Class Description".
public protocol NielsenMeasurementSDK: AnyObject, Sendable {
    /// Starts a new stream.
    ///
    /// - Parameter channelInfo: A dictionary of strings, or nil; `channelName` names the channel.
    func play(_ channelInfo: Any?)

    /// Loads the metadata of what is played from now on: content, an ad, or a static page.
    ///
    /// - Parameter metadata: A dictionary of strings.
    func loadMetadata(_ metadata: Any?)

    /// Reports the position of the playhead.
    ///
    /// - Parameter playheadPos: Seconds from the start of the asset, or seconds since 1970 for live streams.
    func playheadPosition(_ playheadPos: Int64)

    /// Reports a watermark.
    ///
    /// - Parameter data: The payload.
    func sendID3(_ data: String)

    /// Reports that playback is paused or interrupted, or that an ad has ended.
    func stop()

    /// Reports that the content has ended.
    func end()

    /// Reports that the user left the static page.
    func staticEnd()

    /// Reports that a remote device was connected or disconnected.
    ///
    /// - Parameter ottInfo: A dictionary of strings.
    func updateOTT(_ ottInfo: Any)

    /// Sets the user's choice on the opt-out page.
    ///
    /// - Parameter optOut: Exactly `nielsenappsdk://1` to opt out, exactly `nielsenappsdk://0` to opt in.
    /// - Returns: Whether the text was one of the two.
    @discardableResult
    func userOptOut(_ optOut: String) -> Bool

    /// Makes a call, given as a value, that was due a while ago.
    ///
    /// Measurement credits the time that passed, so a call that had to wait says how long it waited.
    ///
    /// - Parameters:
    ///   - call: The call, with its arguments.
    ///   - age: How long ago it was due; zero or less means now.
    func make(_ call: NielsenCall, age: Duration)

    /// The address of the opt-out page; empty if it is not known.
    var optOutURL: String { get }

    /// Whether the user has opted out.
    var optOutStatus: Bool { get }
}

extension NielsenMeasurementSDK {
    /// Does nothing, because only SDKs that measure watermarks need them.
    public func sendID3(_ data: String) {}

    /// Does nothing.
    public func staticEnd() {}

    /// Does nothing.
    public func updateOTT(_ ottInfo: Any) {}

    /// Makes the call as of now, because an SDK that does not measure has no use for the age.
    public func make(_ call: NielsenCall, age: Duration) {
        make(call)
    }

    /// Makes a call, given as a value.
    ///
    /// - Parameter call: The call, with its arguments.
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
    /// Makes a call, given as a value, that was due a while ago.
    ///
    /// - Parameters:
    ///   - call: The call, with its arguments.
    ///   - age: How long ago it was due; zero or less means now.
    public func make(_ call: NielsenCall, age: Duration) {
        instance.make(call, age: age)
    }
}
