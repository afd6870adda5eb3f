// SPDX-License-Identifier: Apache-2.0

/// The values that a recording replaces before they are written.
///
/// Equal values are replaced by equal words, `redacted-` and eight digits, so that what belongs together can still be
/// found. The words of two recordings have nothing in common.
public struct RecordingRedaction: Sendable, Hashable {
    /// Whether the identifiers of the device and its user are replaced, wherever they occur: in metadata, in events, in
    /// results, and in the addresses of pings.
    public var replacesIdentifiers: Bool
    /// The names of further members whose values are replaced, in any capitals.
    public var keys: Set<String>

    /// Replaces the identifiers.
    public static let identifiers = RecordingRedaction()

    /// Replaces nothing.
    ///
    /// Such a recording says who watched what; treat it accordingly.
    public static let none = RecordingRedaction(replacesIdentifiers: false)

    /// Makes a redaction.
    ///
    /// - Parameters:
    ///   - replacesIdentifiers: Whether the identifiers of the device and its user are replaced.
    ///   - keys: The names of further members whose values are replaced, in any capitals.
    public init(replacesIdentifiers: Bool = true, keys: Set<String> = []) {
        self.replacesIdentifiers = replacesIdentifiers
        self.keys = keys
    }
}
