// SPDX-License-Identifier: Apache-2.0

import ACPLifecycle
import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import Testing

/// The kind of process that a session says it belongs to.
@Suite struct RunModeTests {
    @Test(arguments: [(false, "Application"), (true, "Extension")])
    func anExtensionOfAnAppSaysThatItIsNotTheApp(_ isExtension: Bool, _ mode: String) throws {
        let test = TestHub()
        let app = LifecycleApp(name: "Player", system: "iOS 17.0.0", locale: "en-GB", isExtension: isExtension)
        try LifecycleExtension.register(with: test.hub, app: app, timeZone: .gmt)
        test.start()
        let context = test.hub.state(of: LifecycleExtension.name).values?["lifecyclecontextdata"]
        #expect(context?["runmode"]?.stringValue == mode)
    }
}
