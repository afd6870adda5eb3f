// SPDX-License-Identifier: Apache-2.0

/// How much of an input is read. Metadata travels with each record, so whatever is taken is paid for again and again.
extension NielsenInput {
    /// With more keys than that, only documented ones are read.
    static let maximumKeys = 1_000
    /// JSON text with more values than that is not read.
    static let maximumTextValues = 10_000

    /// Every key that some document has, whatever kind of input it is for.
    private static let documentedKeys =
        Array(
            Set(NielsenMetadataKey.allCases.map(\.name))
                .union(NielsenMetadata.alternatives.keys)
                .union(NielsenAppInfoRules.documentedKeys)
                .union(NielsenValidator.deviceKeys)
        )
        .sorted()

    /// What is taken of an object with too many keys.
    ///
    /// - Parameters:
    ///   - count: How many keys there are.
    ///   - member: The value of a key.
    /// - Returns: The documented keys and their values; nil where there are not too many.
    static func documented<Value>(of count: Int, _ member: (String) -> Value?) -> [(String, Value)]? {
        guard count > maximumKeys else { return nil }
        return documentedKeys.compactMap { key in member(key).map { (key, $0) } }
    }

    /// What is wrong with JSON text that would take too long to read; nil where it is read.
    static func refusal(ofText text: String, _ subject: String) -> NielsenValidationIssue? {
        guard hasTooMany(text) else { return nil }
        return NielsenValidationIssue(.tooManyKeys, subject: subject, detail: "more than \(maximumTextValues)")
    }

    /// Counts commas in one walk: reading the text costs about a thousand times as much.
    private static func hasTooMany(_ text: String) -> Bool {
        NielsenText.withBytes(text) { bytes in
            var count = 0
            // A value and what separates it from the next one have at least two bytes.
            guard bytes.count > maximumTextValues * 2 else { return false }
            var isInString = false
            var isEscaped = false
            for byte in bytes {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = isInString
                } else if byte == UInt8(ascii: "\"") {
                    isInString.toggle()
                } else if !isInString, byte == UInt8(ascii: ",") {
                    count += 1
                    if count >= maximumTextValues { return true }
                }
            }
            return false
        }
    }
}
