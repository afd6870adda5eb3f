// SPDX-License-Identifier: Apache-2.0

package import HubStorage

/// The reason why the event history could not do something, with its values.
package enum HistoryFault: Sendable, Hashable {
    /// The user opted out.
    case optedOut
    /// The history was closed.
    case closed
    /// The data has no leaf with a text.
    case nothingToRecord
    /// A request asks for data without a leaf.
    case emptyRequest(place: Int)
    /// The file does not work.
    case storageFailed(SQLiteError)
}

extension LaunchRuleError {
    /// Makes an error of the event history.
    ///
    /// - Parameter fault: The reason with its values.
    package init(_ fault: HistoryFault) {
        switch fault {
        case .optedOut:
            self.init(
                .optedOut,
                "the user opted out, so nothing is recorded; record again once the privacy status allows it"
            )
        case .closed:
            self.init(.closed, "the event history is closed; make a new one on the same file")
        case .nothingToRecord:
            self.init(
                .nothingToRecord,
                "there is nothing to record: the data has no value besides null and empty text, or the mask names none"
            )
        case .emptyRequest(let place):
            self.init(
                .emptyRequest,
                "request \(place) asks for nothing: its mask has no value besides null and empty text"
            )
        case .storageFailed(let error):
            self.init(
                .storageFailed,
                """
                the event history cannot be stored; it is kept in memory and written when the file works again: \(error)
                """
            )
        }
    }
}
