// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// Numbers at the ends of the range in which one multiplication gives the nearest fraction.
struct JSONNumberTests {
    /// Digits around the largest number up to which a fraction has every whole number, and powers of ten around the
    /// largest that a fraction has exactly.
    @Test(
        arguments: [
            "1", "3", "17", "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995",
            "9465584126119367", "10144032119158665", "13128218672954475", "15234783577036915", "18014398509481983",
            "9999999999999999999", "10000000000000000001",
        ]
    )
    func aNumberIsTheOneThatTheSystemReads(_ digits: String) throws {
        #expect(try JSONValue(jsonText: digits).doubleValue == Double(digits))
        for power in -30...30 {
            let texts = [
                "\(digits)e\(power)", "-\(digits)E\(power)", "\(digits).5e\(power)", "0.\(digits)e+\(abs(power))",
            ]
            for text in texts {
                let value = try #require(Double(text))
                #expect(try JSONValue(jsonText: text).doubleValue == value, "\(text)")
            }
        }
    }

    /// An exponent may have any number of digits, and zeros in front of it.
    @Test(
        arguments: [
            ("1e00000000000000000003", 1_000), ("0e999999999999999999999", 0), ("1e-999999999999999999999", 0),
            ("100000e-5", 1), ("0.00001e5", 1),
        ]
    )
    func aLongExponentIsRead(_ text: String, _ value: Double) throws {
        #expect(try JSONValue(jsonText: text).doubleValue == value)
    }

    /// As many digits behind the point as an exponent makes up for, and an exponent that none make up for.
    @Test func anExponentCountsWithAllItsDigits() throws {
        let zeros = String(repeating: "0", count: 99_999)
        #expect(try JSONValue(jsonText: "0.\(zeros)1e100000") == 1)
        #expect(throws: JSONConversionError.self) { try JSONValue(jsonText: "0.\(zeros)1e1000001") }
        #expect(try JSONValue(jsonText: "0.\(zeros)1e-1000001") == 0)
        let long = String(repeating: "9", count: 1_000)
        #expect(throws: JSONConversionError.self) { try JSONValue(jsonText: "1e\(long)") }
        #expect(try JSONValue(jsonText: "1e-\(long)") == 0)
    }
}
