// SPDX-License-Identifier: Apache-2.0

/// A watermark's payload: seven fields between six slashes.
///
/// `www.nielsen.com/<PC CID>/<FD CID>/<watermark>/<PC offset>/<FD offset>/<breakout>`
///
/// The fields are read where they stand; only the payload itself is kept.
public struct NielsenID3Tag: Sendable, Hashable {
    /// The payload without white space.
    public let payload: String
    /// The programme's offset in seconds.
    public let programContentOffset: Int
    /// The final distributor's offset in seconds.
    public let finalDistributorOffset: Int
    /// Where the fields begin and end in the payload.
    private let slashes: NielsenID3Slashes

    /// The content identifier that stands for none.
    public static let nullContentID = "X100zdCIGeIlgZnkYj6UvQ=="

    /// How many characters the payloads in use have.
    public static let usualLength = 249

    /// Reads a payload. White space anywhere in it is left out: payloads are often wrapped.
    ///
    /// - Parameter payload: The text, as the stream's metadata carries it.
    /// - Throws: ``NielsenError`` 3 that says which field is wrong.
    public init(_ payload: String) throws(NielsenError) {
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

    /// The content identifier of the programme, base64 that is safe for URLs.
    public var programContentID: String { field(slashes.first + 1, slashes.second) }
    /// The content identifier of the final distributor, base64 that is safe for URLs.
    public var finalDistributorID: String { field(slashes.second + 1, slashes.third) }
    /// The watermark itself.
    public var watermark: String { field(slashes.third + 1, slashes.fourth) }
    /// The breakout code, two digits.
    public var breakout: String { String(payload.suffix(2)) }

    /// True where no programme was recognized.
    public var hasNullProgramContentID: Bool { isNull(slashes.first + 1, slashes.second) }
    /// True where no final distributor was recognized.
    public var hasNullFinalDistributorID: Bool { isNull(slashes.second + 1, slashes.third) }

    private func field(_ start: Int, _ end: Int) -> String {
        String(decoding: payload.utf8.dropFirst(start).prefix(end - start), as: UTF8.self)
    }

    private func isNull(_ start: Int, _ end: Int) -> Bool {
        payload.utf8.dropFirst(start).prefix(end - start).elementsEqual(Self.nullContentID.utf8)
    }

    /// Finds what is wrong with a payload, warnings included.
    ///
    /// - Parameter payload: The text, as the stream's metadata carries it.
    /// - Returns: What was found, the most important first; empty for a payload as it should be.
    public static func issues(in payload: String) -> [NielsenValidationIssue] {
        var issues: [NielsenValidationIssue] = []
        _ = NielsenID3Parser.parse(payload) { issues.append($0) }
        return issues
    }
}

/// Where the first four slashes of a payload are. What follows them has fixed lengths.
struct NielsenID3Slashes: Sendable, Hashable {
    var first: Int
    var second: Int
    var third: Int
    var fourth: Int
}
