// SPDX-License-Identifier: Apache-2.0

/// Times within texts, counted from the beginning of a session instead of from 1970.
enum RelativeTimes {
    /// As long after its beginning, in seconds, a number may be a time of the session.
    private static let longest: Int64 = 7 * 86_400

    /// Replaces what is a time of a session: `stop,14,1772481616` becomes `stop,14,00:16`.
    ///
    /// - Parameters:
    ///   - text: Any text. A number of ten digits can be a time in seconds, one of thirteen in milliseconds.
    ///   - start: The beginning of the session, in milliseconds since 1970.
    /// - Returns: The text; numbers that are no time of the session stay.
    static func text(_ text: String, since start: Int64) -> String {
        var result = ""
        var rest = text[...]
        while let first = rest.firstIndex(where: isDigit) {
            result += rest[..<first]
            let number = rest[first...].prefix(while: isDigit)
            result += time(number, since: start / 1_000) ?? String(number)
            rest = rest[number.endIndex...]
        }
        return result + rest
    }

    private static func time(_ number: Substring, since start: Int64) -> String? {
        guard let value = Int64(number), [10, 13].contains(number.utf8.count) else { return nil }
        let seconds = (number.utf8.count == 13 ? value / 1_000 : value).subtractingReportingOverflow(start)
        guard !seconds.overflow, (0...longest).contains(seconds.partialValue) else { return nil }
        return TimeText.clock(seconds.partialValue * 1_000)
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
