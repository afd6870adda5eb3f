// SPDX-License-Identifier: Apache-2.0

/// The documented table of states and calls, and nothing else.
///
/// Source: "iOS SDK API Reference", "Finite-state machine table". Where the table says that no call is expected, the
/// call is ignored and logged. The static lane has no state of its own here: static pages never move the instance.
package struct NielsenStateMachine: Sendable, Hashable {
    /// The calls that the table distinguishes.
    package enum Input: String, Sendable, Hashable, CaseIterable {
        /// The initialization succeeded.
        case initialized
        /// The initialization failed.
        case initializationFailed
        /// `play`
        case play
        /// `loadMetadata` of content or of an ad.
        case loadMetadata
        /// `loadMetadata` of a static page.
        case loadStatic
        /// `playheadPosition`
        case playheadPosition
        /// `sendID3`
        case sendID3
        /// `stop`
        case stop
        /// `end`
        case end
        /// `staticEnd`
        case staticEnd
        /// `updateOTT`
        case updateOTT
        /// `userOptOut`
        case userOptOut
        /// `appDisableApi` set to true.
        case disable
        /// `appDisableApi` set to false.
        case enable
    }

    /// The handling of a call.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// The call is carried out.
        case accept
        /// A stop is missing: it is carried out first, then the call.
        case acceptAfterStop
        /// The call is not expected here; it is logged and has no effect.
        case ignore
    }

    /// The state after a call, and the handling of the call.
    package struct Transition: Sendable, Hashable {
        /// The state after the call.
        package let next: NielsenState
        /// The handling of the call.
        package let verdict: Verdict

        /// Makes a transition.
        ///
        /// - Parameters:
        ///   - next: The state after the call.
        ///   - verdict: The handling of the call.
        package init(_ next: NielsenState, _ verdict: Verdict) {
            self.next = next
            self.verdict = verdict
        }
    }

    /// The state that the machine is in.
    package private(set) var state: NielsenState

    /// Makes a machine.
    ///
    /// - Parameter state: Where it starts.
    package init(state: NielsenState = .initial) {
        self.state = state
    }

    /// Makes a call.
    ///
    /// - Parameter input: The call.
    /// - Returns: The handling of the call.
    package mutating func handle(_ input: Input) -> Verdict {
        let transition = Self.transition(from: state, on: input)
        state = transition.next
        return transition.verdict
    }

    /// Returns one cell of the table.
    ///
    /// - Parameters:
    ///   - state: The state before the call.
    ///   - input: The call.
    /// - Returns: The state after the call, and the handling of the call.
    package static func transition(from state: NielsenState, on input: Input) -> Transition {
        switch state {
        case .initial: initialRow(input)
        case .idle: idleRow(input)
        case .processing: processingRow(input)
        case .disabled: disabledRow(input)
        }
    }

    private static func initialRow(_ input: Input) -> Transition {
        switch input {
        case .initialized: Transition(.idle, .accept)
        case .initializationFailed: Transition(.disabled, .accept)
        case .play, .loadMetadata, .loadStatic, .playheadPosition, .sendID3, .stop, .end, .staticEnd, .updateOTT,
            .userOptOut, .disable, .enable:
            Transition(.initial, .ignore)
        }
    }

    private static func idleRow(_ input: Input) -> Transition {
        switch input {
        case .play, .loadMetadata: Transition(.processing, .accept)
        case .loadStatic, .staticEnd, .updateOTT, .userOptOut: Transition(.idle, .accept)
        case .disable: Transition(.disabled, .accept)
        case .initialized, .initializationFailed, .playheadPosition, .sendID3, .stop, .end, .enable:
            Transition(.idle, .ignore)
        }
    }

    private static func processingRow(_ input: Input) -> Transition {
        switch input {
        case .play: Transition(.processing, .acceptAfterStop)
        case .loadMetadata, .loadStatic, .playheadPosition, .sendID3, .staticEnd, .updateOTT, .userOptOut:
            Transition(.processing, .accept)
        case .stop, .end: Transition(.idle, .accept)
        case .disable: Transition(.disabled, .acceptAfterStop)
        case .initialized, .initializationFailed, .enable: Transition(.processing, .ignore)
        }
    }

    private static func disabledRow(_ input: Input) -> Transition {
        switch input {
        case .enable: Transition(.idle, .accept)
        // The user's choice must never be lost.
        case .userOptOut: Transition(.disabled, .accept)
        case .initialized, .initializationFailed, .play, .loadMetadata, .loadStatic, .playheadPosition, .sendID3, .stop,
            .end, .staticEnd, .updateOTT, .disable:
            Transition(.disabled, .ignore)
        }
    }
}

/// The state of an instance.
///
/// Source: "iOS SDK API Reference", "Nielsen iOS App SDK Application Life Cycle".
public enum NielsenState: String, Sendable, Hashable, CaseIterable {
    /// Not initialized; only the initialization is expected.
    case initial
    /// Initialized, and waiting for something to be played.
    case idle
    /// Something is being played and measured.
    case processing
    /// Switched off, either by the app or because the initialization failed.
    case disabled
}
