// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Objects for `trackEvent`, one a line: all forms are read the same, and time bounds what is credited.
struct TrackEventTarget: FuzzTarget {
    private var count = 0
    private var instance = FuzzedInstance()
    private var tracker: NielsenEventTracker?

    mutating func run(_ input: Data) {
        if count % 500 == 0 {
            tracker?.shutdown()
            instance = FuzzedInstance()
            tracker = NielsenEventTracker(
                appInfo: FuzzedInstance.appInfo,
                delegate: nil,
                environment: instance.environment
            )
        }
        count += 1
        guard let tracker else { fail("the app information is refused") }
        for line in input.split(separator: UInt8(ascii: "\n")).prefix(64) {
            guard let event = FuzzChecks.object(Data(line)) else {
                instance.clock.advance(by: .milliseconds(Int(line.first ?? 0) * 10))
                continue
            }
            let issues = NielsenValidator.validate(.event, .object(event))
            let ofText = NielsenValidator.validate(.event, .string(event.jsonText))
            require(issues == ofText, "an object is judged otherwise than its text")
            for issue in issues { FuzzChecks.message(issue.description) }
            tracker.trackEvent(event.anyDictionary)
            instance.clock.advance(by: .seconds(1))
        }
        instance.check()
    }
}
