// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

@testable import NielsenAppApi

/// The time at which a page made a call that comes late.
struct BridgeMomentTests {
    private let clock = ManualClock()

    init() {
        clock.advance(by: .seconds(200_000))
    }

    /// Seconds that a call waited, and those that count.
    @Test(arguments: [(-5, 0), (0, 0), (10, 10), (86_399, 86_399), (86_400, 86_400), (86_401, 86_400)])
    func aCallWaitsForADayAtMost(_ lag: Int, _ counted: Int) {
        let moment = BridgeMoment(.seconds(lag), agoOn: clock)
        #expect(moment.instant == .zero + .seconds(200_000 - counted))
        #expect(moment.date == clock.date.addingTimeInterval(-Double(counted)))
    }

    @Test func aCallOfThePageHasItsOwnTime() {
        let page = BridgeClock(base: clock)
        #expect(page.now == clock.now && page.date == clock.date)
        let moment = BridgeMoment(.seconds(10), agoOn: clock)
        BridgeMoment.$current.withValue(moment) {
            #expect(page.now == .zero + .seconds(199_990))
            #expect(page.date == clock.date.addingTimeInterval(-10))
        }
        #expect(page.now == clock.now && page.date == clock.date)
    }

    /// Work that a late call asks for is due as if it had not been late.
    @Test(arguments: [(0, 30), (10, 20), (30, 0), (40, 0)])
    func workOfALateCallIsDueEarlier(_ lag: Int, _ seconds: Int) {
        let page = BridgeClock(base: clock)
        let ran = Locked(false)
        BridgeMoment.$current.withValue(BridgeMoment(.seconds(lag), agoOn: clock)) {
            _ = page.schedule(after: .seconds(30)) { ran.withLock { $0 = true } }
        }
        if seconds > 0 {
            clock.advance(by: .seconds(seconds) + .nanoseconds(-1))
            #expect(!ran.withLock { $0 })
        }
        clock.advance(by: .nanoseconds(1))
        #expect(ran.withLock { $0 })
    }

    /// What a page says of its clock, in milliseconds, and how long its call waited.
    @Test(
        arguments: [
            (#""sent": 1000.5"#, #", "offset": 1000"#, .microseconds(500)),
            (#""sent": 1000"#, #", "offset": 1000"#, .zero), (#""sent": 1000"#, #", "offset": 1001"#, .zero),
            (#""sent": 1000"#, "", .zero), (#""version": 1"#, #", "offset": 0.5"#, .zero),
            (#""version": 1"#, "", .zero), (#""sent": 86400000"#, #", "offset": 0"#, .seconds(86_400)),
            (#""sent": 86400001"#, #", "offset": 0"#, .seconds(86_400)),
            (#""sent": 86399999"#, #", "offset": 0"#, .milliseconds(86_399_999)),
        ] as [(String, String, Duration)]
    )
    func aLagIsTheTimeBetweenTheCallAndItsSending(_ sent: String, _ offset: String, _ lag: Duration) throws {
        let text = "{\(sent), \"queue\": [{\"event\": 49, \"param\": 0\(offset)}]}"
        #expect(try NielsenBridgeMessage(text).lags == [lag])
    }
}
