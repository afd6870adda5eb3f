// SPDX-License-Identifier: Apache-2.0

public import HubServices
package import HubStorage

/// The reason why the event history could not do something.
public struct HubHistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
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

    /// The reason with its values.
    package let reason: Reason

    /// Makes an error.
    ///
    /// - Parameter reason: The reason with its values.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The code of the error.
    public var code: HubErrorCode<HubHistoryError> {
        switch reason {
        case .optedOut: .optedOut
        case .closed: .closed
        case .nothingToRecord: .nothingToRecord
        case .emptyRequest: .emptyRequest
        case .storageFailed: .storageFailed
        }
    }

    /// A description of what is wrong and what would be right.
    public var description: String {
        switch reason {
        case .optedOut:
            "the user opted out, so nothing is recorded; record again once the privacy status allows it"
        case .closed:
            "the event history is closed; make a new one on the same file"
        case .nothingToRecord:
            "there is nothing to record: the data has no value besides null and empty text, or the mask names none"
        case .emptyRequest(let place):
            "request \(place) asks for nothing: its mask has no value besides null and empty text"
        case .storageFailed(let error):
            "the event history cannot be stored; it is kept in memory and written when the file works again: \(error)"
        }
    }
}

extension HubErrorCode where Failure == HubHistoryError {
    /// The user opted out.
    public static var optedOut: Self { Self("optedOut") }
    /// The history was closed.
    public static var closed: Self { Self("closed") }
    /// The data has no leaf with a text.
    public static var nothingToRecord: Self { Self("nothingToRecord") }
    /// A request asks for data without a leaf.
    public static var emptyRequest: Self { Self("emptyRequest") }
    /// The file does not work.
    public static var storageFailed: Self { Self("storageFailed") }
}
