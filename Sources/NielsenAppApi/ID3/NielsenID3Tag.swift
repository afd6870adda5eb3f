// SPDX-License-Identifier: Apache-2.0

/// A watermark's payload: seven fields between six slashes.
///
/// `www.nielsen.com/<PC CID>/<FD CID>/<watermark>/<PC offset>/<FD offset>/<breakout>`
public struct NielsenID3Tag: Sendable, Hashable {
    /// The content identifier of the programme, base64 that is safe for URLs.
    public let programContentID: String
    /// The content identifier of the final distributor, base64 that is safe for URLs.
    public let finalDistributorID: String
    /// The watermark itself.
    public let watermark: String
    /// The programme's offset in seconds.
    public let programContentOffset: Int
    /// The final distributor's offset in seconds.
    public let finalDistributorOffset: Int
    /// The breakout code, two digits.
    public let breakout: String

    /// The content identifier that stands for none.
    public static let nullContentID = "X100zdCIGeIlgZnkYj6UvQ=="

    /// How many characters the payloads in use have.
    public static let usualLength = 249

    private static let host = "www.nielsen.com"
    /// No payload is nearly as long; anything longer is not looked at.
    private static let longest = 4096

    /// Reads a payload. White space anywhere in it is left out: payloads are often wrapped.
    ///
    /// - Parameter payload: The text, as the stream's metadata carries it.
    /// - Throws: ``NielsenError`` 3 that says which field is wrong.
    public init(_ payload: String) throws(NielsenError) {
        guard payload.utf8.count <= Self.longest else {
            throw Self.error("it has \(payload.utf8.count) bytes, a payload has about \(Self.usualLength)")
        }
        let text = String(payload.unicodeScalars.filter { !$0.properties.isWhitespace })
        let fields = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard fields.first == Self.host else {
            throw Self.error("it does not begin with \(Self.host)", rule: "ID3_PREFIX")
        }
        guard fields.count == 7 else {
            throw Self.error("it has \(fields.count) fields between slashes, 7 are right", rule: "ID3_SEGMENT_COUNT")
        }
        programContentID = try Self.identifier(fields[1], "PC CID")
        finalDistributorID = try Self.identifier(fields[2], "FD CID")
        watermark = try Self.identifier(fields[3], "watermark")
        programContentOffset = try Self.offset(fields[4], "PC offset")
        finalDistributorOffset = try Self.offset(fields[5], "FD offset")
        guard fields[6].utf8.count == 2, fields[6].utf8.allSatisfy(Self.isDigit) else {
            throw Self.error("the breakout code \"\(fields[6].prefix(16))\" is not two digits")
        }
        breakout = fields[6]
    }

    private static func error(_ detail: String, rule: String? = nil) -> NielsenError {
        NielsenError(.failedProcessID3, "the ID3 payload cannot be read: \(detail)", rule: rule)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func identifier(_ field: String, _ name: String) throws(NielsenError) -> String {
        guard !field.isEmpty else { throw error("the \(name) is empty") }
        let isBase64 = field.utf8.allSatisfy { byte in
            isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "=")
        }
        guard isBase64 else { throw error("the \(name) has characters that URL-safe base64 does not have") }
        return field
    }

    private static func offset(_ field: String, _ name: String) throws(NielsenError) -> Int {
        guard field.utf8.count == 5, field.utf8.allSatisfy(isDigit), let value = Int(field) else {
            throw error("the \(name) \"\(field.prefix(16))\" is not five digits")
        }
        return value
    }

    /// The payload without white space.
    public var payload: String {
        [
            Self.host, programContentID, finalDistributorID, watermark, Self.fiveDigits(programContentOffset),
            Self.fiveDigits(finalDistributorOffset), breakout,
        ].joined(separator: "/")
    }

    private static func fiveDigits(_ value: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }
}
