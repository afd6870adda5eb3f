// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Each day of the four centuries in which the calendar repeats, and some around them.
struct CalendarWalkTests {
    /// The days from the 1st of January of a year up to a year, counted by hand.
    private func firstFault(from first: Int, to last: Int, number: Int64) -> String? {
        var number = number
        for year in first..<last {
            for month in 1...12 {
                for day in 1...CivilDay.days(of: month, in: year) {
                    let date = CivilDay(year: Int64(year), month: Int64(month), day: Int64(day))
                    guard date.number == number, CivilDay(number: number) == date else {
                        return "\(year)-\(month)-\(day)"
                    }
                    number += 1
                }
            }
        }
        return nil
    }

    @Test func theDaysOfFourCenturiesFollowEachOther() {
        #expect(firstFault(from: 1970, to: 2371, number: 0) == nil)
    }

    @Test func daysBeforeTheFirstYearFollowEachOther() {
        #expect(firstFault(from: -5, to: 5, number: -719_528 - 5 * 365 - 1) == nil)
    }
}
