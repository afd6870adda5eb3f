// SPDX-License-Identifier: Apache-2.0

/// A recorder of what components report.
package protocol ReportReceiver: AnyObject, Sendable {
    /// Receives a report, on the thread on which it was made.
    ///
    /// The implementation only stores it: whoever reports waits for it, and may hold locks.
    ///
    /// - Parameters:
    ///   - report: The report, of a type that the component defines.
    ///   - name: The name of the channel, where it has one.
    /// - Returns: False to receive no more until ``ReportChannel/wake(_:)``, because there is too much.
    func receive(_ report: any Sendable, from name: String?) -> Bool

    /// Writes everything that it has received before it returns.
    func flush()
}
