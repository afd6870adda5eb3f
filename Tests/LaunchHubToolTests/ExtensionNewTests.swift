// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// `extension new`: a package with an extension, which builds and passes at once.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ExtensionNewTests {
        private func make(_ folder: TemporaryFolder, _ words: String...) throws -> (Int32, String, String) {
            let run = try Executable.run(["extension", "new"] + words + ["--in", folder.url.path])
            return (run.code, run.output, run.error)
        }

        /// Builds this package's libraries anew, in a folder beside the tests that the next run finds again.
        @Test(.enabled(if: MadePackage.swift != nil, "there is no swift on the search path"))
        func whatIsMadeBuildsAndPassesAtOnce() throws {
            let folder = try TemporaryFolder()
            let made = try make(folder, "Watchlist", "--package", MadePackage.root.path)
            #expect(made.0 == 0 && made.2.isEmpty, "\(made.2)")
            let package = folder.url.appending(path: "Watchlist")
            let run = try MadePackage.run("test", package)
            #expect(run.code == 0, "\(run.text.suffix(4_000))")
            #expect(run.text.contains("Test run with 4 tests"))
        }

        @Test func aPackageHasItsFilesAndItsNames() throws {
            let folder = try TemporaryFolder()
            let (code, output, error) = try make(folder, "TVGuide", "--package", MadePackage.root.path)
            #expect(code == 0 && error.isEmpty)
            let files = [
                "Package.swift", ".gitignore", "README.md", "Sources/TVGuide/TVGuideExtension.swift",
                "Tests/TVGuideTests/TVGuideExtensionTests.swift",
            ]
            let path = folder.url.path + "/TVGuide"
            #expect(
                output == "Made \(path):\n" + files.map { "  \($0)\n" }.joined() + "Next: cd \(path) && swift test\n"
            )
            let source = try String(contentsOfFile: "\(path)/\(files[3])", encoding: .utf8)
            #expect(source.contains("final class TVGuideExtension: HubExtension"))
            #expect(source.contains("extensionName = \"com.example.tvGuide\""))
            let manifest = try String(contentsOfFile: "\(path)/Package.swift", encoding: .utf8)
            let here = MadePackage.root.resolvingSymlinksInPath().path
            #expect(manifest.contains(".package(name: \"launch-hub\", path: \"\(here)\")"))
        }

        @Test func nothingThatExistsIsOverwritten() throws {
            let folder = try TemporaryFolder()
            #expect(try make(folder, "Watchlist").0 == 0)
            let file = folder.url.appending(path: "Watchlist/README.md")
            try Data("mine".utf8).write(to: file)
            let (code, output, error) = try make(folder, "Watchlist")
            #expect(code == 2 && output.isEmpty)
            #expect(error.contains("Watchlist exists already, and nothing is overwritten"))
            #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
            // Not even an empty folder, or a file.
            try FileManager.default.createDirectory(at: folder.file("Empty"), withIntermediateDirectories: true)
            try Data().write(to: folder.file("File"))
            for name in ["Empty", "File"] {
                #expect(try make(folder, name).2.contains("\(name) exists already"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("Empty").path).isEmpty)
        }

        static let wrong: [(name: String, says: String)] = [
            ("watch-list", "begin with a capital letter. WatchList would be right."),
            ("watchlist", "Watchlist would be right."), ("my.extension", "MyExtension would be right."),
            ("../Escape", "Escape would be right."), ("Über", "letters and digits of ASCII"),
            ("2Fast", "cannot be the name of a module"), ("a/b", "AB would be right."),
            ("LaunchHub", "\"LaunchHub\" is the name of a module or of a type"), ("Event", "such as MyEvent"),
            ("Testing", "use another one"), ("Foundation", "use another one"),
            (String(repeating: "A", count: 49), "the name has 49 characters; use 48 at most."),
        ]

        @Test(arguments: wrong)
        func aNameThatCannotBeIsRefusedBeforeAnythingIsMade(name: String, says: String) throws {
            let folder = try TemporaryFolder()
            let (code, output, error) = try make(folder, name)
            #expect(code == 2 && output.isEmpty)
            #expect(error.contains(says), "\(error)")
            #expect(error.hasSuffix(" See launchhub extension new --help.\n"))
            #expect(try folder.contents.isEmpty)
        }

        @Test(arguments: [
            (["extension"], "launchhub extension needs new behind it."),
            (["extension", "nwe"], "launchhub extension needs new behind it, not \"nwe\". Did you mean \"new\"?"),
            (["extension", "new"], "launchhub extension new needs a NAME"),
            (["extension", "new", "One", "Two"], "takes one NAME, but got \"One\" and \"Two\"."),
            (["extension", "new", "One", "--package", "/tmp"], "/tmp is not the folder of launch-hub"),
        ])
        func aWrongCommandLineIsSaid(_ words: [String], _ says: String) throws {
            let run = try Executable.run(words)
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(run.error.contains(says), "\(run.error)")
        }

        @Test func withJSONWhatWasMadeIsALine() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run(["--json", "extension", "new", "One", "--in", folder.url.path])
            let line = try JSONObject(jsonText: run.output)
            #expect(line["kind"] == "created" && line["schema"] == "launchhub/1")
            #expect(line["files"]?.arrayValue?.count == 5)
        }
    }
#endif
