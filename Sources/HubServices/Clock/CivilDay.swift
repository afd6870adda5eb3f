// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar, converted to and from the number of days since 1970 without a formatter.
///
/// Days are counted in eras of 400 years that begin on the first of March, so that the leap day is the last one.
@usableFromInline package struct CivilDay: Sendable, Hashable {
    /// The year; the calendar is continued backwards beyond its introduction.
    @usableFromInline package let year: Int64
    /// The month, 1 to 12.
    @usableFromInline package let month: Int64
    /// The day of the month, 1 to 31.
    @usableFromInline package let day: Int64

    /// Makes a day that is known to exist.
    @inlinable
    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Makes the day that a number of days after 1970-01-01 is.
    ///
    /// - Parameter number: The number of days, negative before 1970; any for which seconds do not overflow.
    @inlinable
    package init(number: Int64) {
        let shifted = number + 719_468
        let era = Self.quotient(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    }

    /// The number of days after 1970-01-01.
    @inlinable
    package var number: Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = Self.quotient(shifted, 400)
        let yearOfEra = shifted - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the number of days in a month.
    ///
    /// - Parameters:
    ///   - month: The month, 1 to 12.
    ///   - year: The year.
    /// - Returns: 28 to 31.
    @inlinable
    package static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the quotient, rounded down.
    @inlinable
    package static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((-(value + 1)) / divisor) - 1
    }
}
