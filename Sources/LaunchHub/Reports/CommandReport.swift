// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// A report of an extension about a command, whichever way it came.
package enum CommandReport: Sendable {
    /// A command begins; with the name and the data of the event that it is, or that it mirrors.
    case began(id: UInt64, name: String, data: JSONObject, isCall: Bool)
    /// A command is done; with its result.
    case ended(id: UInt64, result: JSONObject)
}
