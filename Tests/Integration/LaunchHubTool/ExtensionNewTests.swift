// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// `extension new`: a package with an extension, which builds and passes at once.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ExtensionNewTests {
        /// Builds this package's libraries anew, in a folder beside the tests that the next run finds again.
        @Test(.enabled(if: MadePackage.swift != nil, "there is no swift on the search path"))
        func whatIsMadeBuildsAndPassesAtOnce() throws {
            let folder = try TemporaryFolder()
            let words = ["extension", "new", "Watchlist", "--package", MadePackage.root.path, "--in", folder.url.path]
            let made = try Executable.run(words)
            #expect(made.code == 0 && made.error.isEmpty, "\(made.error)")
            let package = folder.url.appending(path: "Watchlist")
            let run = try MadePackage.run("test", package)
            #expect(run.code == 0, "\(run.text.suffix(4_000))")
            #expect(run.text.contains("Test run with 4 tests"))
        }
    }
#endif
