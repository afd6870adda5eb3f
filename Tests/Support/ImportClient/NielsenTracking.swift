// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import NielsenTracking

/// An app that asks for permission to track before its first session, where the system has such a question.
enum AskingApp {
    static func environment() -> NielsenEnvironment {
        var environment = NielsenEnvironment()
        environment.holdFirstSession(forAtMost: .seconds(30))
        #if canImport(AppTrackingTransparency)
            environment.requestTracking()
        #endif
        return environment
    }
}
