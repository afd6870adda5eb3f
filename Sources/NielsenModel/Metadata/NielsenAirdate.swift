// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A broadcast or release date in one of the documented formats.
///
/// Source: "iOS Configure Metadata" and "DCR & DTVR iOS Adobe Launch Extension", "Acceptable Formats".
struct NielsenAirdate: Sendable, Hashable {
    /// The reason why a text is not such a date, as a clause that follows the text.
    struct Problem: Error, Hashable {
        let detail: String

        static let noFormat = Problem(detail: "has none of the documented formats")
        static let noDay = Problem(detail: "is not a day of the calendar")
        static let noTime = Problem(detail: "is not a time of the day")
        static let noOffset = Problem(detail: "has an offset that no place on earth has")
    }

    private(set) var year = 0
    private(set) var month = 0
    private(set) var day = 0
    private(set) var hour = 0
    private(set) var minute = 0
    private(set) var second = 0
    /// The offset in minutes east of Greenwich, if the text has one.
    private(set) var offset: Int?
    /// Whether the text ends in Z, which no documented format does.
    private(set) var isZulu = false

    /// The formats: Y year, M month, D day, H hour, m minute, s second, + a sign, h and o the offset; other characters
    /// represent themselves.
    private static let formats: [[UInt8]] = [
        "YYYY-MM-DDTHH:mm:ss", "YYYY-MM-DDHH:mm:ss", "YYYY-MM-DDTHH:mm:ss+hh:oo", "YYYYMMDDHH:mm:ss",
        "YYYYMMDD HH:mm:ss", "YYYYMMDDHHmmss", "MM-DD-YYYY", "MM/DD/YYYY", "YYYYMMDD", "YYYY-MM-DDTHH:mm:ssZ",
    ].map { Array($0.utf8) }

    private static let longest = 25

    /// Reads a date.
    ///
    /// - Throws: The reason why it is not valid: its form, or a day or time that does not exist.
    init(_ text: String) throws(Problem) {
        guard text.utf8.count <= Self.longest else { throw .noFormat }
        guard let read = NielsenText.withBytes(text, Self.read) else { throw .noFormat }
        self = read
        try check()
    }

    private init() {}

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> NielsenAirdate? {
        for format in formats where format.count == bytes.count {
            if let read = read(bytes, format) { return read }
        }
        return nil
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ format: [UInt8]) -> NielsenAirdate? {
        var date = NielsenAirdate()
        var sign = 1
        for (byte, wanted) in zip(bytes, format) {
            switch wanted {
            case UInt8(ascii: "Z"):
                guard byte == wanted else { return nil }
                date.isZulu = true
                continue
            case UInt8(ascii: "+"):
                guard byte == wanted || byte == UInt8(ascii: "-") else { return nil }
                sign = byte == wanted ? 1 : -1
                date.offset = 0
                continue
            case UInt8(ascii: "T"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: " "):
                guard byte == wanted else { return nil }
                continue
            default:
                break
            }
            guard NielsenText.isDigit(byte) else { return nil }
            let digit = Int(byte - UInt8(ascii: "0"))
            switch wanted {
            case UInt8(ascii: "Y"): date.year = date.year * 10 + digit
            case UInt8(ascii: "M"): date.month = date.month * 10 + digit
            case UInt8(ascii: "D"): date.day = date.day * 10 + digit
            case UInt8(ascii: "H"): date.hour = date.hour * 10 + digit
            case UInt8(ascii: "m"): date.minute = date.minute * 10 + digit
            case UInt8(ascii: "s"): date.second = date.second * 10 + digit
            // The offset is kept as hhmm until it is whole.
            default: date.offset = (date.offset ?? 0) * 10 + digit
            }
        }
        if let hhmm = date.offset {
            guard hhmm % 100 < 60 else {
                date.offset = .max
                return date
            }
            date.offset = sign * (hhmm / 100 * 60 + hhmm % 100)
        }
        return date
    }

    private func check() throws(Problem) {
        guard year >= 1, month >= 1, month <= 12, day >= 1, day <= CivilDay.days(of: month, in: year) else {
            throw .noDay
        }
        guard hour < 24, minute < 60, second < 60 else { throw .noTime }
        if let offset, offset < -12 * 60 || offset > 14 * 60 { throw .noOffset }
    }
}
