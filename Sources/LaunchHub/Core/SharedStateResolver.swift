// SPDX-License-Identifier: Apache-2.0

public import HubServices

/// Sets one version of a state that was announced as pending.
///
/// ```swift
/// let resolver = try runtime.publishPendingState(at: event)
/// fetch { values in try? resolver.resolve(values) }
/// ```
///
/// Safe on any thread.
public struct SharedStateResolver: Sendable {
    let link: HubLink
    let owner: StateName
    let ticket: UInt64

    /// Sets the version, and announces that once.
    ///
    /// - Parameter values: What the others may read from the version's event on.
    /// - Returns: False if the version is not pending any more, or where the hub or the extension has ended.
    /// - Throws: ``HubError`` with the code `dataNotSupported`; the version stays pending then.
    @discardableResult
    public func resolve(_ values: JSONObject) throws(HubError) -> Bool {
        guard let core = link.core, !core.isOver else { return false }
        return try core.resolve(ticket, of: owner, with: values)
    }
}
