// SPDX-License-Identifier: Apache-2.0

/// Dates as servers write them: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads a date.
    ///
    /// - Parameter text: In the form above; the two older forms are not read.
    /// - Returns: Seconds since 1970, or nil.
    static func seconds(_ text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])),
            let day = Int64(words[1]), (1...31).contains(day), let year = Int64(words[3]), (1970...9999).contains(year)
        else { return nil }
        let time = words[4].split(separator: ":").map { Int64($0) ?? -1 }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        // Years that begin in March have the odd day at their end.
        let shifted = month < 2 ? year - 1 : year
        let monthFromMarch = Int64((month + 10) % 12)
        let days =
            shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (monthFromMarch * 153 + 2) / 5 + day - 719_469
        return days * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }
}
