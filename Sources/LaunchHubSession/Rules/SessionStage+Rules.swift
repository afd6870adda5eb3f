// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchRules
import NielsenAppSDKExtension

extension SessionStage {
    /// Puts the rules of a property in force.
    ///
    /// - Parameter rules: The rules; call it before ``start()`` so that they apply to everything.
    func publish(_ rules: LaunchRuleSet) {
        hub.rules.add(rules, as: "property")
        hub.listen(
            type: NielsenInstanceEvent.type,
            source: NielsenInstanceEvent.source,
            name: "caused events"
        ) { [caused] event in
            guard event.requestKey == nil else { return }
            caused.withLock { $0.append(SessionCommand(event.name, event.data)) }
        }
    }

    /// Lets time pass, has an app make a call, and waits until all that results from it is done.
    ///
    /// - Parameters:
    ///   - call: The call; nil only waits.
    ///   - time: Milliseconds since the session began.
    /// - Returns: The step with its records, pings and notices, and the events to the extension that rules caused.
    /// - Throws: `CancellationError` where the task is cancelled.
    func perform(_ call: AppCall?, time: Int64) async throws -> (step: SessionStep, caused: [SessionCommand]) {
        clock.advance(to: .zero + .milliseconds(time))
        call?.make()
        await hub.idle
        return (try await perform(SessionRunner.Planned(time: time)), caused.removeAll())
    }
}
