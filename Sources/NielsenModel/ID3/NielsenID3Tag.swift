// SPDX-License-Identifier: Apache-2.0

/// The payload of a watermark: seven fields separated by six slashes.
///
/// `www.nielsen.com/<PC CID>/<FD CID>/<watermark>/<PC offset>/<FD offset>/<breakout>`
///
/// The fields are read in place; only the payload itself is stored.
package struct NielsenID3Tag: Sendable, Hashable {
    /// The payload without white space.
    package let payload: String
    /// The offset of the programme, in seconds.
    package let programContentOffset: Int
    /// The offset of the final distributor, in seconds.
    package let finalDistributorOffset: Int
    /// The boundaries of the fields in the payload.
    private let slashes: NielsenID3Slashes

    /// The content identifier that means "no identifier".
    package static let nullContentID = "X100zdCIGeIlgZnkYj6UvQ=="

    /// The length of the payloads in use, in characters.
    package static let usualLength = 249

    /// Reads a payload, without its white space: payloads are often wrapped.
    ///
    /// - Parameter payload: The text, as the stream's metadata carries it.
    /// - Throws: ``NielsenError`` 3, which says which field is wrong.
    package init(_ payload: String) throws(NielsenError) {
        var found: NielsenValidationIssue?
        let tag = NielsenID3Parser.parse(payload) { issue in
            if issue.severity == .error, found == nil { found = issue }
        }
        guard let tag else {
            throw NielsenError(
                .failedProcessID3,
                found?.message ?? "the ID3 payload cannot be read",
                key: found?.key,
                rule: found?.rule
            )
        }
        self = tag
    }

    init(payload: String, slashes: NielsenID3Slashes, offsets: (Int, Int)) {
        self.payload = payload
        self.slashes = slashes
        programContentOffset = offsets.0
        finalDistributorOffset = offsets.1
    }

    /// The content identifier of the programme, in URL-safe base64.
    package var programContentID: String { field(slashes.first + 1, slashes.second) }
    /// The content identifier of the final distributor, in URL-safe base64.
    package var finalDistributorID: String { field(slashes.second + 1, slashes.third) }
    /// The watermark itself.
    package var watermark: String { field(slashes.third + 1, slashes.fourth) }
    /// The breakout code, two digits.
    package var breakout: String { String(payload.suffix(2)) }

    /// Whether no programme was recognized.
    package var hasNullProgramContentID: Bool { isNull(slashes.first + 1, slashes.second) }
    /// Whether no final distributor was recognized.
    package var hasNullFinalDistributorID: Bool { isNull(slashes.second + 1, slashes.third) }

    private func field(_ start: Int, _ end: Int) -> String {
        String(decoding: payload.utf8.dropFirst(start).prefix(end - start), as: UTF8.self)
    }

    private func isNull(_ start: Int, _ end: Int) -> Bool {
        payload.utf8.dropFirst(start).prefix(end - start).elementsEqual(Self.nullContentID.utf8)
    }

    /// Validates a payload, warnings included.
    ///
    /// - Parameter payload: The text, as the stream's metadata carries it.
    /// - Returns: The issues, the most important first; empty if there are none.
    package static func issues(in payload: String) -> [NielsenValidationIssue] {
        var issues: [NielsenValidationIssue] = []
        _ = NielsenID3Parser.parse(payload) { issues.append($0) }
        return issues
    }
}

/// The positions of the first four slashes of a payload.
///
/// The parts after them have fixed lengths.
struct NielsenID3Slashes: Sendable, Hashable {
    var first: Int
    var second: Int
    var third: Int
    var fourth: Int
}
