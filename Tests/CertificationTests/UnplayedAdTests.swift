// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import Testing

/// An ad that is loaded and not played, between two parts of the content.
struct UnplayedAdTests {
    /// What was played before the ad ended with its own stop; the stop of the ad says nothing about its last position.
    @Test(arguments: [true, false])
    func theContentBeforeAnAdIsNotJudgedByTheStopBehindIt(_ hasAd: Bool) {
        let judged = Log.playing { log in
            log.call("stop")
            if hasAd { log.load(Log.ad) }
            log.wait(2)
            log.call("stop")
            log.load(Log.content)
            log.watch(22...40)
        }
        #expect(judged.rules == [])
    }
}
