// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import Testing

struct AirdateTests {
    @Test(arguments: [
        "2022-03-21T10:05:00", "2022-03-2110:05:00", "2022-03-21T10:05:00+05:30", "2022-03-21T10:05:00-08:00",
        "2022032110:05:00", "20220321 10:05:00", "20220321100500", "03-21-2022", "03/21/2022", "20220321",
        "20240229", "20000229", "19700101 00:00:01", "20220321 23:59:59", "2022-03-21T10:05:00+14:00",
    ])
    func theDocumentedFormatsAreAccepted(_ airdate: String) {
        #expect(Samples.found("airdate", airdate).isEmpty)
    }

    @Test(arguments: [
        "2023-02-30T10:00:00", "20230229", "19000229", "02/30/2023", "13-01-2022", "00-01-2022", "20220021", "20220300",
        "20221332", "00000101", "20220431", "2022-03-21T24:00:00", "2022-03-21T10:60:00", "20220321 10:05:60",
        "2022-03-21T10:05:00+15:00", "2022-03-21T10:05:00+05:60", "2022-03-21T10:05:00-12:01",
    ])
    func whatNoCalendarHasIsAnError(_ airdate: String) {
        #expect(Samples.found("airdate", airdate) == ["AIRDATE_FORMAT"])
    }

    @Test(arguments: [
        "this is not a valid date", "2022", "2022-3-21", "2022/03/21", "21.03.2022", "2022-03-21",
        "2022-03-21 10:05:00",
        "2022-03-21T10:05", "2022-03-21t10:05:00", "2022-03-21T10:05:00.000Z", "20220321 100500", "2022032a",
        "٢٠٢٢٠٣٢١", " 20220321", "2022-03-21T10:05:00 05:30", "Mon, 21 Mar 2022 10:05:00", "1647857100",
    ])
    func otherFormatsAreErrors(_ airdate: String) {
        let issues = NielsenValidator().validate(.content, Samples.content("airdate", airdate))
        #expect(issues.map(\.rule) == ["AIRDATE_FORMAT"])
        #expect(issues.first?.severity == .error)
    }

    @Test func zuluTimeIsReadWithAWarning() {
        let issues = NielsenValidator().validate(.content, Samples.content("airdate", "2022-03-21T10:05:00Z"))
        #expect(issues.map(\.rule) == ["AIRDATE_Z_SUFFIX_NOT_LISTED"])
        #expect(issues.areValid)
        #expect(Samples.found("airdate", "2022-02-30T10:05:00Z") == ["AIRDATE_FORMAT"])
    }

    @Test func everyDayOfFourCenturiesIsInTheCalendar() {
        var days = 0
        for year in 1800..<2200 {
            for month in 1...12 {
                for day in 1...31 {
                    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
                    if Samples.found("airdate", "\(year)\(padded(month))\(padded(day))").isEmpty { days += 1 }
                }
            }
        }
        // The Gregorian calendar repeats after 400 years.
        #expect(days == 146_097)
    }
}
