// SPDX-License-Identifier: Apache-2.0

/// A state behind a lock whose changes leave steps that one thread at a time carries out, in order, outside the lock.
///
/// ```swift
/// state.change { $0.add(input) } carryOut: { perform($0) }
/// ```
///
/// A step may change the state again, and so may any thread. The thread that is carrying out steps carries out the new
/// ones too, so that steps keep their order and no thread waits for a step.
@usableFromInline package protocol SteppedState {
    /// Something to carry out outside the lock.
    associatedtype Step

    /// Whether a thread is carrying out steps.
    var isDraining: Bool { get set }

    /// Removes the next step and returns it.
    ///
    /// - Returns: The step; nil if everything has been carried out.
    mutating func nextStep() -> Step?
}

extension SteppedState {
    /// Removes the next step and returns it to the thread that carries out the steps.
    ///
    /// - Returns: The step; nil if everything has been carried out, which ends that thread's turn.
    @inlinable
    package mutating func advance() -> Step? {
        let step = nextStep()
        isDraining = step != nil
        return step
    }
}

extension Locked where Value: SteppedState {
    /// Changes the state and carries out the resulting steps, unless a thread is doing so.
    ///
    /// - Parameters:
    ///   - change: Receives the state, under the lock.
    ///   - carryOut: Receives each step, outside the lock.
    @inlinable
    package func change(_ change: (inout Value) -> Void, carryOut: (Value.Step) -> Void) {
        if let step = begin(change) { drain(from: step, carryOut) }
    }

    /// Changes the state and begins a turn, for a caller that carries out the steps elsewhere.
    ///
    /// - Parameter change: Receives the state, under the lock.
    /// - Returns: The first step, with which ``drain(from:_:)`` must be called; nil if the change leaves no step, or if
    ///   a thread is already carrying out steps.
    @inlinable
    package func begin(_ change: (inout Value) -> Void) -> Value.Step? {
        withLock { state in
            change(&state)
            return state.isDraining ? nil : state.advance()
        }
    }

    /// Carries out steps until the state has no more.
    ///
    /// - Parameters:
    ///   - first: The step that the turn began with.
    ///   - carryOut: Receives each step, outside the lock.
    @inlinable
    package func drain(from first: Value.Step, _ carryOut: (Value.Step) -> Void) {
        var step: Value.Step? = first
        while let current = step {
            carryOut(current)
            step = withLock { $0.advance() }
        }
    }
}
