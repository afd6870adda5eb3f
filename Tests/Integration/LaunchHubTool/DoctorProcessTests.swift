// SPDX-License-Identifier: Apache-2.0

// Where a system keeps the data of a user's apps can be chosen for a process on this one only.
#if os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// `launchhub doctor` for a user with apps.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct DoctorProcessTests {
        @Test func withoutAFolderThoseOfThisUsersAppsAreListed() throws {
            let folder = try TemporaryFolder()
            let apps = folder.file("data/launch-hub")
            for name in ["player", "news"] {
                let app = apps.appending(path: name)
                try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
            }
            let run = try Executable.shell("XDG_DATA_HOME=$PWD/data launchhub doctor --port 0 --json", in: folder.url)
            let rows = try run.output.split(separator: "\n").map { try JSONObject(jsonText: String($0)) }
            let listed = rows.filter { $0["subject"] == "app" }
            #expect(listed.map { $0["message"]?.stringValue?.hasSuffix("/launch-hub/news") } == [true, false])
            #expect(listed.map { $0["cure"]?.stringValue?.hasPrefix("launchhub doctor \"") } == [true, true])
            #expect(run.code == 0)
        }
    }
#endif
