// SPDX-License-Identifier: Apache-2.0

import HubServices
public import NielsenAppApi

/// An SDK that measures nothing and keeps the calls that it gets.
///
/// ```swift
/// let sdk = RecordingNielsenSDK()
/// sdk.play(["channelName": "News"])
/// #expect(sdk.calls == [.play(["channelName": "News"])])
/// ```
public final class RecordingNielsenSDK: NielsenMeasurementSDK {
    private let recorder = Recorder<NielsenCall>()
    private let optedOut = Locked(false)
    private let reaction: (@Sendable (NielsenCall) -> Void)?

    /// What the SDK was told of the app; empty where nobody said.
    public let appInfo: [String: String]

    /// What ``optOutURL`` answers.
    public let optOutURL: String

    /// Makes an SDK that has got no call.
    ///
    /// - Parameters:
    ///   - appInfo: What it was told of the app.
    ///   - optOutURL: What it answers for the opt-out page.
    ///   - reaction: What it does besides, after it has kept a call; nothing by default. Called on any thread.
    public init(
        appInfo: [String: String] = [:],
        optOutURL: String = "http://127.0.0.1/optout",
        reaction: (@Sendable (NielsenCall) -> Void)? = nil
    ) {
        self.appInfo = appInfo
        self.optOutURL = optOutURL
        self.reaction = reaction
    }

    /// Every call so far, in order.
    public var calls: [NielsenCall] { recorder.elements }

    /// How many calls there were.
    public var count: Int { recorder.count }

    /// Lets go of every call so far.
    public func removeAll() {
        recorder.removeAll()
    }

    /// Waits until a condition holds for the calls; for code that runs by itself.
    ///
    /// - Parameters:
    ///   - limit: How long to wait at most, on the machine's clock.
    ///   - condition: Asked now and after each new call, on any thread.
    /// - Returns: False where the time was over first.
    public func waits(
        within limit: Duration = .seconds(30),
        until condition: @escaping @Sendable ([NielsenCall]) -> Bool
    ) async -> Bool {
        await recorder.waits(within: limit, until: condition)
    }

    private func keep(_ call: NielsenCall) {
        recorder.append(call)
        reaction?(call)
    }

    /// The strings of what was handed over; other values are left out.
    private func strings(_ untyped: Any?) -> [String: String] {
        if let strings = untyped as? [String: String] { return strings }
        guard let members = untyped as? [AnyHashable: Any] else { return [:] }
        var strings: [String: String] = [:]
        for (key, value) in members {
            if let key = key.base as? String, let text = value as? String { strings[key] = text }
        }
        return strings
    }

    // MARK: - The SDK

    /// Keeps a call of `play`.
    public func play(_ channelInfo: Any?) { keep(.play(strings(channelInfo))) }

    /// Keeps a call of `loadMetadata`.
    public func loadMetadata(_ metadata: Any?) { keep(.loadMetadata(strings(metadata))) }

    /// Keeps a call of `playheadPosition`.
    public func playheadPosition(_ playheadPos: Int64) { keep(.playheadPosition(playheadPos)) }

    /// Keeps a call of `sendID3`.
    public func sendID3(_ data: String) { keep(.sendID3(data)) }

    /// Keeps a call of `stop`.
    public func stop() { keep(.stop) }

    /// Keeps a call of `end`.
    public func end() { keep(.end) }

    /// Keeps a call of `staticEnd`.
    public func staticEnd() { keep(.staticEnd) }

    /// Keeps a call of `updateOTT`.
    public func updateOTT(_ ottInfo: Any) { keep(.updateOTT(strings(ottInfo))) }

    /// Keeps a call of `userOptOut`.
    ///
    /// - Returns: True where the text was one of the two that are accepted.
    @discardableResult
    public func userOptOut(_ optOut: String) -> Bool {
        let isChoice = optOut == "nielsenappsdk://1" || optOut == "nielsenappsdk://0"
        if isChoice { optedOut.withLock { $0 = optOut == "nielsenappsdk://1" } }
        keep(.userOptOut(optOut))
        return isChoice
    }

    /// The last choice that was handed over.
    public var optOutStatus: Bool { optedOut.withLock { $0 } }
}
