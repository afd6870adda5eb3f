// SPDX-License-Identifier: Apache-2.0

import HubServices
public import NielsenAppApi

/// Stands before an SDK that wants metadata after each `play` and `stop`, and hands it the last one again where a caller
/// does not.
///
/// The vendor's documents ask for `play`, `loadMetadata` and then playheads when playback resumes; the published
/// integrations only call `play`. Playheads of an SDK that follows the documents would be lost, so the last metadata is
/// loaded again right before them. Calls in the documented order pass through unchanged.
///
/// Source: S1, "As soon as the playback resumes, call play, loadMetadata and playheadPosition".
public final class NielsenResumingSDK: NielsenMeasurementSDK {
    private enum Phase: Sendable {
        /// Playheads belong to what was loaded.
        case loaded
        /// `play` was called, and nothing was loaded since.
        case played
        /// `stop` was called. A playhead that comes now is either the last of what was stopped, told once more, or the
        /// first of what goes on without a word; the call after it shows which.
        case stopped(held: Int64?)
    }

    private struct State {
        var phase = Phase.loaded
        var last: [String: String]?
    }

    private let sdk: any NielsenMeasurementSDK
    private let state = Locked(State())

    /// Stands before an SDK.
    ///
    /// - Parameter sdk: Gets the calls.
    public init(_ sdk: any NielsenMeasurementSDK) {
        self.sdk = sdk
    }

    /// Passes a call of `play` on.
    public func play(_ channelInfo: Any?) {
        state.withLock { $0.phase = .played }
        sdk.play(channelInfo)
    }

    /// Passes a call of `loadMetadata` on. Pages do not take part in playback and are not kept.
    public func loadMetadata(_ metadata: Any?) {
        if let values = metadata as? [String: String], values["type"] != "static" {
            state.withLock { state in
                state.last = values
                state.phase = .loaded
            }
        }
        sdk.loadMetadata(metadata)
    }

    /// Passes a call of `playheadPosition` on, after loading the last metadata again where that is missing.
    public func playheadPosition(_ playheadPos: Int64) {
        let (again, held, passes) = state.withLock { state -> ([String: String]?, Int64?, Bool) in
            guard let last = state.last else { return (nil, nil, true) }
            switch state.phase {
            case .loaded:
                return (nil, nil, true)
            case .played:
                state.phase = .loaded
                return (last, nil, true)
            case .stopped(nil):
                state.phase = .stopped(held: playheadPos)
                return (nil, nil, false)
            case .stopped(let held):
                state.phase = .loaded
                return (last, held, true)
            }
        }
        if let again { sdk.loadMetadata(again) }
        if let held { sdk.playheadPosition(held) }
        if passes { sdk.playheadPosition(playheadPos) }
    }

    /// Passes a call of `stop` on.
    public func stop() {
        state.withLock { $0.phase = .stopped(held: nil) }
        sdk.stop()
    }

    /// Passes a call of `end` on, after which nothing is loaded again.
    public func end() {
        state.withLock { $0 = State() }
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
