// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A recorder that collects elements from any number of threads, in order, and lets a test wait for them.
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

    /// All elements so far, in the order of their arrival.
    public var elements: [Element] { state.withLock { $0.elements } }

    /// The number of elements.
    public var count: Int { state.withLock { $0.elements.count } }

    /// Whether there are no elements yet.
    public var isEmpty: Bool { count == 0 }

    /// Adds an element.
    ///
    /// - Parameter element: The element. This method may be called on any thread.
    public func append(_ element: Element) {
        let (elements, waiters) = state.withLock { state -> ([Element], [Waiter]) in
            state.elements.append(element)
            return state.waiters.isEmpty ? ([], []) : (state.elements, state.waiters)
        }
        guard !waiters.isEmpty else { return }
        // Conditions are the test's own code, so they are asked while nobody holds the lock.
        for waiter in waiters where waiter.condition(elements) { finish(waiter.serial, true) }
    }

    /// Removes all elements.
    public func removeAll() {
        let removed = state.withLock { state in
            defer { state.elements = [] }
            return state.elements
        }
        _ = consume removed
    }

    /// Waits until there are at least a number of elements.
    ///
    /// - Parameters:
    ///   - count: The number of elements to wait for.
    ///   - limit: The longest time to wait, on the system's clock; ten minutes by default, which no busy machine exceeds.
    /// - Returns: False if the time passed first.
    public func waits(for count: Int, within limit: Duration = .seconds(600)) async -> Bool {
        await waits(within: limit) { $0.count >= count }
    }

    /// Waits until a condition holds for the elements.
    ///
    /// - Parameters:
    ///   - limit: The longest time to wait, on the system's clock; ten minutes by default, which no busy machine exceeds.
    ///   - condition: Evaluated now and after each new element, on any thread.
    /// - Returns: False if the time passed first.
    public func waits(
        within limit: Duration = .seconds(600),
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

    /// Resumes one waiter, unless it has been resumed.
    private func finish(_ serial: UInt64, _ holds: Bool) {
        let waiter = state.withLock { state -> Waiter? in
            guard let place = state.waiters.firstIndex(where: { $0.serial == serial }) else { return nil }
            return state.waiters.remove(at: place)
        }
        waiter?.continuation.resume(returning: holds)
    }
}
