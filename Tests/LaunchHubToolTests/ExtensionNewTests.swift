// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport
import Testing

/// `extension new`, whose package builds and passes its own tests, as `Tests/Integration` shows.
struct ExtensionNewTests {
    private func make(_ folder: TemporaryFolder, _ words: String...) async throws -> ToolRun {
        try await ToolRun(["extension", "new"] + words + ["--in", folder.url.path])
    }

    @Test func aPackageHasItsFilesAndItsNames() async throws {
        let folder = try TemporaryFolder()
        let run = try await make(folder, "TVGuide", "--package", PackageFolder.root.path)
        #expect(run.code == 0 && run.error.isEmpty)
        let source = try String(
            contentsOf: folder.file("TVGuide/Sources/TVGuide/TVGuideExtension.swift"),
            encoding: .utf8
        )
        #expect(source.contains("final class TVGuideExtension: HubExtension"))
        #expect(source.contains("extensionName = \"com.example.tvGuide\""))
        let manifest = try String(contentsOf: folder.file("TVGuide/Package.swift"), encoding: .utf8)
        let here = PackageFolder.root.resolvingSymlinksInPath().path
        #expect(manifest.contains(".package(name: \"launch-hub\", path: \"\(here)\")"))
    }

    @Test func nothingThatExistsIsOverwritten() async throws {
        let folder = try TemporaryFolder()
        #expect(try await make(folder, "Watchlist").code == 0)
        let file = try folder.write("mine", to: "Watchlist/README.md")
        try FileManager.default.createDirectory(at: folder.file("Empty"), withIntermediateDirectories: true)
        try folder.write("", to: "File")
        for name in ["Watchlist", "Empty", "File"] {
            let run = try await make(folder, name)
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(run.error.contains("\(name) exists already, and nothing is overwritten"))
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    }

    @Test(arguments: [
        ("watch-list", "begin with a capital letter. WatchList would be right."),
        ("my.extension", "MyExtension would be right."), ("../Escape", "Escape would be right."),
        ("Über", "letters and digits of ASCII"), ("2Fast", "cannot be the name of a module"),
        ("LaunchHub", "\"LaunchHub\" is the name of a module or of a type"), ("Event", "such as MyEvent"),
        ("Foundation", "use another one"),
    ])
    func aNameThatCannotBeIsRefusedBeforeAnythingIsMade(name: String, says: String) async throws {
        let folder = try TemporaryFolder()
        let run = try await make(folder, name)
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.error.contains(says), "\(run.error)")
        #expect(run.error.hasSuffix(" See launchhub extension new --help.\n"))
        #expect(try folder.contents.isEmpty)
    }
}
