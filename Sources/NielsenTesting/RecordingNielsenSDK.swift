// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubTesting
public import NielsenAppApi

/// An SDK that measures nothing and records its calls.
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

    /// The app information, or an empty dictionary.
    public let appInfo: [String: String]

    /// The value of ``optOutURL``.
    public let optOutURL: String

    /// Makes an SDK without recorded calls.
    ///
    /// - Parameters:
    ///   - appInfo: The app information.
    ///   - optOutURL: The address of the opt-out page.
    ///   - reaction: Called after a call was recorded, on any thread; does nothing by default.
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

    /// The number of calls.
    public var count: Int { recorder.count }

    /// Removes all recorded calls.
    public func removeAll() {
        recorder.removeAll()
    }

    /// Waits until a condition holds for the calls, for code that runs by itself.
    ///
    /// - Parameters:
    ///   - limit: The longest time to wait, on the system's clock: a test that passes never waits that long.
    ///   - condition: Evaluated now and after each new call, on any thread.
    /// - Returns: False if the time passed first.
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

    /// Returns the strings of a dictionary; other values are left out.
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

    /// Records a call of `play`.
    public func play(_ channelInfo: Any?) { keep(.play(strings(channelInfo))) }

    /// Records a call of `loadMetadata`.
    public func loadMetadata(_ metadata: Any?) { keep(.loadMetadata(strings(metadata))) }

    /// Records a call of `playheadPosition`.
    public func playheadPosition(_ playheadPos: Int64) { keep(.playheadPosition(playheadPos)) }

    /// Records a call of `sendID3`.
    public func sendID3(_ data: String) { keep(.sendID3(data)) }

    /// Records a call of `stop`.
    public func stop() { keep(.stop) }

    /// Records a call of `end`.
    public func end() { keep(.end) }

    /// Records a call of `staticEnd`.
    public func staticEnd() { keep(.staticEnd) }

    /// Records a call of `updateOTT`.
    public func updateOTT(_ ottInfo: Any) { keep(.updateOTT(strings(ottInfo))) }

    /// Records a call of `userOptOut`.
    ///
    /// - Returns: Whether the text was one of the two accepted ones.
    @discardableResult
    public func userOptOut(_ optOut: String) -> Bool {
        let isChoice = optOut == "nielsenappsdk://1" || optOut == "nielsenappsdk://0"
        if isChoice { optedOut.withLock { $0 = optOut == "nielsenappsdk://1" } }
        keep(.userOptOut(optOut))
        return isChoice
    }

    /// The last choice of the user.
    public var optOutStatus: Bool { optedOut.withLock { $0 } }
}
