// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The place that the lines of a recording go to.
public struct RecordingDestination: Sendable {
    enum Kind: Sendable {
        case file(URL, limit: Int)
        case tool(URL)
    }

    let kind: Kind

    /// A file, which survives the end of the process at any moment.
    ///
    /// When the file has half of the limit, it is renamed, `evening.jsonl` to `evening.1.jsonl`, in the place of the one
    /// that was renamed before, and a new one continues it; so is a file that is there when the recording begins. What was
    /// written survives a loss of power after a second at most.
    ///
    /// - Parameters:
    ///   - url: The file; its folder must exist.
    ///   - megabytes: The limit of both files together, at least 1.
    /// - Returns: The destination.
    public static func file(_ url: URL, megabytes: Int = 16) -> RecordingDestination {
        RecordingDestination(kind: .file(url, limit: min(max(megabytes, 1), 65_536) << 20))
    }

    /// The server of `launchhub serve`.
    ///
    /// Lines wait in memory, 4 MB of them at most, while the server cannot be reached; of more the oldest are dropped, and
    /// the recording says how many.
    ///
    /// - Parameter url: The address that the server shows, such as `http://127.0.0.1:8642`.
    /// - Returns: The destination.
    public static func tool(_ url: URL) -> RecordingDestination {
        RecordingDestination(kind: .tool(url))
    }
}
