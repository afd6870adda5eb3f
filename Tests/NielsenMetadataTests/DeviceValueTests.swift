// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi
import Testing

/// Values of the device and of the configuration, as pings and measurement have them.
struct DeviceValueTests {
    @Test(arguments: [
        ("US", "usa"), ("us", "usa"), ("De", "deu"), ("AD", "and"), ("AZ", "aze"), ("BA", "bih"), ("BS", "bhs"),
        ("YT", "myt"), ("ZW", "zwe"), ("XX", "XX"), ("usa", "usa"), ("", ""),
    ])
    func aCountryHasThreeLetters(_ code: String, _ letters: String) {
        #expect(CountryCode.threeLetters(code) == letters)
    }

    /// Whatever an app sets, what is counted with does not overflow.
    @Test func thresholdsAreHeldBetweenNothingAndABillion() {
        #expect(NielsenThresholds().held == NielsenThresholds())
        let paths: [WritableKeyPath<NielsenThresholds, Int>] = [
            \.creditSeconds, \.segmentSeconds, \.segmentsPerDuration, \.maximumPlayheadStep, \.id3IntervalGapSeconds,
            \.pauseTimeoutSeconds, \.sessionMaximumSeconds, \.bufferingTimeoutSeconds, \.longAdSeconds,
            \.hashedIdentifierLimit, \.addressLength, \.staticMaximumSeconds, \.maximumSegmentsKept,
            \.maximumAssetsKept, \.firstPartyIdDays, \.pendingPingsLimit, \.pendingPingsDelaySeconds,
            \.offlinePingsLimit, \.tvOSOfflinePingsLimit,
        ]
        let values = [
            (Int.min, 0), (-1, 0), (0, 0), (1, 1), (1_000_000_000, 1_000_000_000), (1_000_000_001, 1_000_000_000),
            (.max, 1_000_000_000),
        ]
        for path in paths {
            for (given, held) in values {
                var thresholds = NielsenThresholds()
                thresholds[keyPath: path] = given
                var expected = NielsenThresholds()
                expected[keyPath: path] = held
                #expect(thresholds.held == expected, "\(path) \(given)")
            }
        }
    }
}
