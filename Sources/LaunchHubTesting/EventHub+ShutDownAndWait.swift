// SPDX-License-Identifier: Apache-2.0

public import LaunchHub

extension EventHub {
    /// Ends the hub and waits until all is over, however busy the machine is.
    ///
    /// `shutDown()` waits a second for accepted events and for the last calls of extensions. A test that looks at either
    /// of them afterwards would fail where a thread gets no turn for so long.
    ///
    /// - Returns: How many deliveries were dropped because a listener did not return within an hour.
    @discardableResult
    public func shutDownAndWait() async -> Int {
        await shutDown(deadline: .seconds(3_600))
    }
}
