// SPDX-License-Identifier: Apache-2.0

public import LaunchHub

extension HubOptions {
    /// Options for a test whose hub runs by itself: nothing is overdue, however busy the machine is.
    ///
    /// A hub that runs by itself keeps its budgets and deadlines by the machine's clock, and a machine that builds and
    /// tests at the same time may pass any of the usual ones without anything being wrong.
    ///
    /// - Parameter listenerBudget: How long one call of a listener may take. An hour unless the test is about it.
    /// - Returns: Options that wait an hour for initializers and for answers.
    public static func patient(listenerBudget: Duration = .seconds(3_600)) -> HubOptions {
        HubOptions(listenerBudget: listenerBudget, bootDeadline: .seconds(3_600), requestTimeout: .seconds(3_600))
    }
}
