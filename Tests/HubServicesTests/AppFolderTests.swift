// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

struct AppFolderTests {
    @Test func aNameOfItsOwnHoldsWhateverTheProgramIsCalled() {
        let folders = ["/bin/player", "/bin/player-2", "renamed"].map {
            AppFolder.standard(name: "com.example.player", bundleIdentifier: nil, program: $0)
        }
        #expect(Set(folders).count == 1)
        #expect(folders[0].pathComponents.suffix(2) == ["launch-hub", "com.example.player"])
    }

    @Test(arguments: ["", "..", "a/b", "a\0b", "../\u{301}x", "a/\u{301}b", "a\0\u{301}"])
    func aNameThatLeadsElsewhereIsNotUsed(_ name: String) {
        let folder = AppFolder.standard(name: name, bundleIdentifier: nil, program: "/bin/player")
        #expect(folder.lastPathComponent == "player")
        #expect(!AppFolder.use(name: name))
        #expect(!AppFolder.use(appGroup: name))
    }

    #if !canImport(Darwin)
        @Test func programsOfOneGroupShareAFolder() {
            let folders = ["/bin/app", "/bin/widget"].map {
                AppFolder.standard(name: $0, appGroup: "group.example", bundleIdentifier: $0, program: $0)
            }
            #expect(Set(folders).count == 1)
            #expect(folders[0].lastPathComponent == "group.example")
        }
    #endif

    @Test func aFolderThatIsNamedHoldsAndAnEmptyOneKeepsNothing() {
        #expect(AppFolder.current(variables: ["LAUNCH_HUB_FOLDER": "/x/y"])?.path == "/x/y")
        #expect(AppFolder.current(variables: ["LAUNCH_HUB_FOLDER": ""]) == nil)
    }

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

    @Test func othersLoseTheirRightsToWhatIsTheLibrarysOwn() throws {
        let folder = try TemporaryFolder()
        func mode(_ url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        // A folder that an app has named may be for others too.
        for (name, later) in [("launch-hub/app", 0o700), ("named", 0o755)] {
            let made = folder.file(name)
            try PrivateFile.makeFolder(made)
            #expect(try mode(made) == 0o700)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: made.path)
            try PrivateFile.makeFolder(made)
            #expect(try mode(made) == later)
        }
    }
}
