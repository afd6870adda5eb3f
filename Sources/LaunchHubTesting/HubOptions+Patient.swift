// SPDX-License-Identifier: Apache-2.0

public import LaunchHub

extension HubOptions {
    /// Returns options for a test with a hub that runs by itself: nothing exceeds its time, however busy the machine
    /// is.
    ///
    /// Such a hub measures its budgets and deadlines with the system's clock, and a machine that builds and tests at
    /// the same time may exceed the usual ones although nothing is wrong.
    ///
    /// - Parameter listenerBudget: The budget of one call of a listener. An hour, unless the test is about it.
    /// - Returns: Options that wait an hour for initializers and responses.
    public static func patient(listenerBudget: Duration = .seconds(3_600)) -> HubOptions {
        HubOptions(listenerBudget: listenerBudget, bootDeadline: .seconds(3_600), requestTimeout: .seconds(3_600))
    }
}
