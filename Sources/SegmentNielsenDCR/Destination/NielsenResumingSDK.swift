// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import NielsenAppApi

/// Stands before an SDK that wants metadata after each `play` and `stop`, and hands it the last one again where a caller
/// does not.
///
/// The vendor's documents ask for `play`, `loadMetadata` and then playheads when playback resumes; the published
/// integrations only call `play`. Playheads of an SDK that follows the documents would be lost, so the last metadata is
/// loaded again right before them. Calls in the documented order pass through unchanged.
///
/// Source: "iOS SDK API Reference", "As soon as the playback resumes, call play, loadMetadata and playheadPosition".
public final class NielsenResumingSDK: NielsenMeasurementSDK {
    private enum Phase: Sendable {
        /// Playheads belong to what was loaded.
        case loaded
        /// `play` was called, and nothing was loaded since.
        case played
        /// `stop` was called. A playhead that comes now is either the last of what was stopped, told once more, or the
        /// first of what goes on without a word; the call after it shows which.
        case stopped(held: Held?)
    }

    /// A playhead that waits, and when playback was there.
    private struct Held: Sendable {
        let position: Int64
        let at: Instant
    }

    private struct State {
        var phase = Phase.loaded
        var last: [String: String]?
    }

    private let sdk: any NielsenMeasurementSDK
    private let clock: any HubClock
    private let state = Locked(State())

    /// Stands before an SDK.
    ///
    /// - Parameters:
    ///   - sdk: Gets the calls.
    ///   - clock: Where the time comes from for playheads that wait.
    public init(_ sdk: any NielsenMeasurementSDK, clock: any HubClock) {
        self.sdk = sdk
        self.clock = clock
    }

    /// Stands before an SDK, with the system's clock.
    ///
    /// - Parameter sdk: Gets the calls.
    public convenience init(_ sdk: any NielsenMeasurementSDK) {
        self.init(sdk, clock: SystemClock())
    }

    /// Passes a call on that was due a while ago.
    public func make(_ call: NielsenCall, age: Duration) {
        switch call {
        case .playheadPosition(let position): playhead(position, age: age)
        case .play(let channel):
            noteTurn { $0.phase = .played }
            sdk.make(.play(channel), age: age)
        case .loadMetadata(let values):
            noteLoad(values)
            sdk.make(call, age: age)
        case .stop:
            noteTurn { $0.phase = .stopped(held: nil) }
            sdk.make(call, age: age)
        case .end:
            noteTurn { $0 = State() }
            sdk.make(call, age: age)
        case .sendID3, .staticEnd, .updateOTT, .userOptOut: sdk.make(call, age: age)
        }
    }

    private func noteTurn(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    private func noteLoad(_ values: [String: String]) {
        guard values["type"] != "static" else { return }
        noteTurn { state in
            state.last = values
            state.phase = .loaded
        }
    }

    /// Passes a call of `play` on.
    public func play(_ channelInfo: Any?) {
        noteTurn { $0.phase = .played }
        sdk.play(channelInfo)
    }

    /// Passes a call of `loadMetadata` on. Pages do not take part in playback and are not kept.
    public func loadMetadata(_ metadata: Any?) {
        if let values = metadata as? [String: String] { noteLoad(values) }
        sdk.loadMetadata(metadata)
    }

    /// Passes a call of `playheadPosition` on, after loading the last metadata again where that is missing.
    public func playheadPosition(_ playheadPos: Int64) {
        playhead(playheadPos, age: .zero)
    }

    private func playhead(_ position: Int64, age: Duration) {
        let now = clock.now
        let (again, held, passes) = state.withLock { state -> ([String: String]?, Held?, Bool) in
            guard let last = state.last else { return (nil, nil, true) }
            switch state.phase {
            case .loaded:
                return (nil, nil, true)
            case .played:
                state.phase = .loaded
                return (last, nil, true)
            case .stopped(nil):
                state.phase = .stopped(held: Held(position: position, at: now + (.zero - max(.zero, age))))
                return (nil, nil, false)
            case .stopped(let held):
                state.phase = .loaded
                return (last, held, true)
            }
        }
        let heldAge = held.map { now - $0.at } ?? age
        if let again { sdk.make(.loadMetadata(again), age: heldAge) }
        if let held { sdk.make(.playheadPosition(held.position), age: heldAge) }
        if passes { sdk.make(.playheadPosition(position), age: age) }
    }

    /// Passes a call of `stop` on.
    public func stop() {
        noteTurn { $0.phase = .stopped(held: nil) }
        sdk.stop()
    }

    /// Passes a call of `end` on, after which nothing is loaded again.
    public func end() {
        noteTurn { $0 = State() }
        sdk.end()
    }

    /// Passes a call of `sendID3` on.
    public func sendID3(_ data: String) { sdk.sendID3(data) }

    /// Passes a call of `staticEnd` on.
    public func staticEnd() { sdk.staticEnd() }

    /// Passes a call of `updateOTT` on.
    public func updateOTT(_ ottInfo: Any) { sdk.updateOTT(ottInfo) }

    /// Passes a call of `userOptOut` on.
    @discardableResult
    public func userOptOut(_ optOut: String) -> Bool { sdk.userOptOut(optOut) }

    /// Where the opt-out page is.
    public var optOutURL: String { sdk.optOutURL }

    /// True where the user has opted out.
    public var optOutStatus: Bool { sdk.optOutStatus }
}
