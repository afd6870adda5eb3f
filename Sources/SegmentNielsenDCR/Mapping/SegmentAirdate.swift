// SPDX-License-Identifier: Apache-2.0

/// A converter of dates in tracking plans to the form that the SDK requires.
enum SegmentAirdate {
    /// Returns a date as `yyyyMMdd HH:mm:ss` in UTC.
    ///
    /// It reads `yyyy-MM-dd`, optionally followed by `T`, `t` or a space and a time, with or without seconds and their
    /// fraction, and `Z`, `z`, `±hh`, `±hhmm` or `±hh:mm`; without an offset the time is UTC.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The date, or the text itself if it is not such a date or not a day of the calendar.
    static func normalized(_ text: String) -> String {
        guard (10...64).contains(text.utf8.count) else { return text }
        var scanner = Scanner(rest: Array(text.utf8)[...])
        return scanner.date()?.text ?? text
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func date() -> CivilDate? {
            guard let year = number(4), scan(UInt8(ascii: "-")), let month = number(2), scan(UInt8(ascii: "-")),
                let day = number(2)
            else { return nil }
            if rest.isEmpty { return CivilDate(year, month, day) }
            guard scanOne(of: [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")]) != nil,
                let hour = number(2), scan(UInt8(ascii: ":")), let minute = number(2)
            else { return nil }
            var second = 0
            if scan(UInt8(ascii: ":")) {
                guard let number = number(2), skipFraction() else { return nil }
                second = number
            }
            guard let offset = offset(), rest.isEmpty else { return nil }
            return CivilDate(year, month, day, hour, minute, second)?.fromLocal(offset: offset)
        }

        private mutating func skipFraction() -> Bool {
            guard scanOne(of: [UInt8(ascii: "."), UInt8(ascii: ",")]) != nil else { return true }
            let digits = rest.prefix { $0 &- 0x30 < 10 }.count
            rest = rest.dropFirst(digits)
            return digits > 0
        }

        /// Reads an offset in minutes east of Greenwich; nil if there is no valid offset.
        private mutating func offset() -> Int? {
            if rest.isEmpty || scanOne(of: [UInt8(ascii: "Z"), UInt8(ascii: "z")]) != nil { return 0 }
            guard let sign = scanOne(of: [UInt8(ascii: "+"), UInt8(ascii: "-")]), let hours = number(2) else {
                return nil
            }
            var minutes = 0
            if !rest.isEmpty {
                _ = scan(UInt8(ascii: ":"))
                guard let number = number(2) else { return nil }
                minutes = number
            }
            // No place on earth has a larger offset.
            guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
            return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
        }

        private mutating func number(_ digits: Int) -> Int? {
            guard rest.count >= digits else { return nil }
            var number = 0
            for byte in rest.prefix(digits) {
                guard byte &- 0x30 < 10 else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
            rest = rest.dropFirst(digits)
            return number
        }

        private mutating func scan(_ byte: UInt8) -> Bool { scanOne(of: [byte]) != nil }

        private mutating func scanOne(of bytes: [UInt8]) -> UInt8? {
            guard let first = rest.first, bytes.contains(first) else { return nil }
            rest = rest.dropFirst()
            return first
        }
    }
}
