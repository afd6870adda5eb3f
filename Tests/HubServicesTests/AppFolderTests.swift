// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import Testing

struct AppFolderTests {
    private func path(_ identifier: String?, _ program: String) -> [String] {
        AppFolder.standard(bundleIdentifier: identifier, program: program).pathComponents.suffix(2)
    }

    @Test func eachAppHasAFolderOfItsOwn() {
        #expect(path("com.example.app", "/usr/bin/app") == ["launch-hub", "com.example.app"])
        #expect(path(nil, "/usr/bin/one") == ["launch-hub", "one"])
        #expect(path("", "two") == ["launch-hub", "two"])
        #expect(AppFolder.standard.pathComponents.dropLast().last == "launch-hub")
    }

    @Test func noNameLeadsElsewhere() {
        #expect(path("../other", "/usr/bin/one") == ["launch-hub", "one"])
        #expect(path("..", "") == ["launch-hub", "app"])
        #expect(path(nil, "/..") == ["launch-hub", "app"])
    }
}
