// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Tests of the process-wide facades, as a client of the products sees them.
///
/// There is one `ACPCore` in a process, so these run one after the other, and not beside others that use it.
@Suite(.serialized, .sharedHub)
enum ClientTests {}

/// Lets each test have the shared hub for itself.
struct SharedHubTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await SharedHub.alone { try await function() }
    }
}

extension Trait where Self == SharedHubTrait {
    static var sharedHub: Self { Self() }
}
