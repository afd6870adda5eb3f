// SPDX-License-Identifier: Apache-2.0

package import LaunchHub

extension CompiledRules {
    /// Returns a stage of its own that evaluates these rules, for those who measure it.
    ///
    /// - Parameter history: What historical conditions ask, and what is written.
    /// - Returns: The stage.
    package func stage(_ history: any RuleHistoryRecorder) -> any EventStage {
        RuleStage(self, history, RuleStageMemory())
    }
}
