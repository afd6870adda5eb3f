// SPDX-License-Identifier: Apache-2.0

public import HubServices
public import NielsenAppApi

/// A wrapper around an SDK that requires metadata after each `play` and `stop`, which loads the last metadata again if
/// the caller does not.
///
/// The vendor's documents require `play`, `loadMetadata` and then playheads when playback resumes; the published
/// integrations only call `play`. An SDK that follows the documents would lose those playheads, so the wrapper loads
/// the last metadata again right before them. Calls in the documented order pass through unchanged.
///
/// Source: "iOS SDK API Reference", "As soon as the playback resumes, call play, loadMetadata and playheadPosition".
public final class NielsenResumingSDK: NielsenMeasurementSDK {
    private enum Phase: Sendable {
        /// Playheads belong to the loaded metadata.
        case loaded
        /// `play` was called, and nothing has been loaded since.
        case played
        /// `stop` was called. A playhead that follows is either the last one of the stopped asset, reported again, or
        /// the first one of a resumption without other calls; the next call shows which.
        case stopped(held: Held?)
    }

    /// A playhead that waits, with the time at which playback was there.
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

    /// Wraps an SDK.
    ///
    /// - Parameters:
    ///   - sdk: The SDK that receives the calls.
    ///   - clock: The clock for playheads that wait.
    public init(_ sdk: any NielsenMeasurementSDK, clock: any HubClock) {
        self.sdk = sdk
        self.clock = clock
    }

    /// Wraps an SDK, with the system's clock.
    ///
    /// - Parameter sdk: The SDK that receives the calls.
    public convenience init(_ sdk: any NielsenMeasurementSDK) {
        self.init(sdk, clock: SystemClock())
    }

    /// Forwards a call that was due a while ago.
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

    /// Forwards a call of `play`.
    public func play(_ channelInfo: Any?) {
        noteTurn { $0.phase = .played }
        sdk.play(channelInfo)
    }

    /// Forwards a call of `loadMetadata`.
    ///
    /// Metadata of pages is not part of playback and is not kept.
    public func loadMetadata(_ metadata: Any?) {
        if let values = metadata as? [String: String] { noteLoad(values) }
        sdk.loadMetadata(metadata)
    }

    /// Forwards a call of `playheadPosition`, after loading the last metadata again if necessary.
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

    /// Forwards a call of `stop`.
    public func stop() {
        noteTurn { $0.phase = .stopped(held: nil) }
        sdk.stop()
    }

    /// Forwards a call of `end`, after which nothing is loaded again.
    public func end() {
        noteTurn { $0 = State() }
        sdk.end()
    }

    /// Forwards a call of `sendID3`.
    public func sendID3(_ data: String) { sdk.sendID3(data) }

    /// Forwards a call of `staticEnd`.
    public func staticEnd() { sdk.staticEnd() }

    /// Forwards a call of `updateOTT`.
    public func updateOTT(_ ottInfo: Any) { sdk.updateOTT(ottInfo) }

    /// Forwards a call of `userOptOut`.
    @discardableResult
    public func userOptOut(_ optOut: String) -> Bool { sdk.userOptOut(optOut) }

    /// The address of the opt-out page.
    public var optOutURL: String { sdk.optOutURL }

    /// Whether the user has opted out.
    public var optOutStatus: Bool { sdk.optOutStatus }
}
