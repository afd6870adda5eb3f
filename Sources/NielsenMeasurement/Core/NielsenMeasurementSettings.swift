// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

/// The part of a configuration that measurement depends on.
package struct NielsenMeasurementSettings: Sendable, Hashable {
    /// The numbers that crediting and checking go by.
    var thresholds: NielsenThresholds
    /// What to do with values that are not strings.
    var inputMode: NielsenInputMode
    /// The settings of viewability measurement.
    var viewability: NielsenViewabilitySettings
    /// The calls that resume a session after an interruption.
    var resumeCalls: NielsenResumeCalls

    /// Makes settings of their parts.
    package init(
        thresholds: NielsenThresholds,
        inputMode: NielsenInputMode,
        viewability: NielsenViewabilitySettings,
        resumeCalls: NielsenResumeCalls
    ) {
        self.thresholds = thresholds
        self.inputMode = inputMode
        self.viewability = viewability
        self.resumeCalls = resumeCalls
    }
}
