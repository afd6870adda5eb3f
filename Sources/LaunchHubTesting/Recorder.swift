// SPDX-License-Identifier: Apache-2.0

import HubServices

/// Keeps, in order, what any number of threads give it, and lets a test wait for it.
///
/// ```swift
/// let answers = Recorder<RequestOutcome>()
/// hub.request(question, completion: answers.append)
/// #expect(await answers.waits(for: 1))
/// ```
public final class Recorder<Element: Sendable>: Sendable {
    private struct Waiter {
        let serial: UInt64
        let condition: @Sendable ([Element]) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var elements: [Element] = []
        var waiters: [Waiter] = []
        var nextSerial: UInt64 = 0
    }

    private let state = Locked(State())

    /// Makes an empty recorder.
    public init() {}

    /// Everything so far, in the order in which it came.
    public var elements: [Element] { state.withLock { $0.elements } }

    /// How many elements there are.
    public var count: Int { state.withLock { $0.elements.count } }

    /// True where nothing has come yet.
    public var isEmpty: Bool { count == 0 }

    /// Keeps one more element.
    ///
    /// - Parameter element: What to keep. Called on any thread.
    public func append(_ element: Element) {
        let (elements, waiters) = state.withLock { state -> ([Element], [Waiter]) in
            state.elements.append(element)
            return state.waiters.isEmpty ? ([], []) : (state.elements, state.waiters)
        }
        guard !waiters.isEmpty else { return }
        // Conditions are the test's own code, so they are asked while nobody holds the lock.
        for waiter in waiters where waiter.condition(elements) { finish(waiter.serial, true) }
    }

    /// Lets go of everything so far.
    public func removeAll() {
        let removed = state.withLock { state in
            defer { state.elements = [] }
            return state.elements
        }
        _ = consume removed
    }

    /// Waits until there are at least so many elements.
    ///
    /// - Parameters:
    ///   - count: How many to wait for.
    ///   - limit: How long to wait at most, on the machine's clock: a test that passes never waits that long.
    /// - Returns: False where the time was over first.
    public func waits(for count: Int, within limit: Duration = .seconds(300)) async -> Bool {
        await waits(within: limit) { $0.count >= count }
    }

    /// Waits until a condition holds for what was kept.
    ///
    /// - Parameters:
    ///   - limit: How long to wait at most, on the machine's clock.
    ///   - condition: Asked now and after each new element, on any thread.
    /// - Returns: False where the time was over first.
    public func waits(
        within limit: Duration = .seconds(300),
        until condition: @escaping @Sendable ([Element]) -> Bool
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let (serial, elements) = state.withLock { state -> (UInt64, [Element]) in
                let serial = state.nextSerial
                state.nextSerial += 1
                state.waiters.append(Waiter(serial: serial, condition: condition, continuation: continuation))
                return (serial, state.elements)
            }
            if condition(elements) { return finish(serial, true) }
            _ = SystemClock().schedule(after: limit) { [weak self] in self?.finish(serial, false) }
        }
    }

    /// Lets one waiter go on, unless it does already.
    private func finish(_ serial: UInt64, _ holds: Bool) {
        let waiter = state.withLock { state -> Waiter? in
            guard let place = state.waiters.firstIndex(where: { $0.serial == serial }) else { return nil }
            return state.waiters.remove(at: place)
        }
        waiter?.continuation.resume(returning: holds)
    }
}
