// SPDX-License-Identifier: Apache-2.0

/// The hub behind the static methods, of which a process has one: tests that replace it take turns.
package actor SharedHub {
    private static let shared = SharedHub()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs a closure while nobody else has the shared hub.
    package static func alone<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        await shared.take()
        do {
            let value = try await body()
            await shared.give()
            return value
        } catch {
            await shared.give()
            throw error
        }
    }

    private func take() async {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
    }

    private func give() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
