// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import HubServices
    import TestSupport
    import Testing

    /// The folders in which a new extension is made.
    @Suite(.enabled(if: Executable.url != nil, "the program is not built beside the tests"))
    struct ExtensionFolderTests {
        private static let files = [
            "Package.swift", ".gitignore", "README.md", "Sources/One/OneExtension.swift",
            "Tests/OneTests/OneExtensionTests.swift",
        ]

        @Test(arguments: ["", "/"])
        func foldersThatAreMissingAreMade(_ end: String) throws {
            let folder = try TemporaryFolder()
            let parent = folder.url.path + "/some/where" + end
            let hub = folder.url.path + "/hub"
            try folder.write(#"let package = Package(name: "launch-hub")"#, to: "hub/Package.swift")
            let made = try Executable.objects(["extension", "new", "One", "--in", parent, "--package", hub])
            let shown = folder.url.path + "/some/where/One"
            let expected: JSONObject = [
                "kind": "created", "folder": .string(shown), "files": .array(Self.files.map { .string($0) }),
                "package": .string(folder.url.resolvingSymlinksInPath().path + "/hub"),
            ]
            #expect(made == [expected])
            let found = FileManager.default.subpaths(atPath: shown) ?? []
            #expect(Set(Self.files).isSubset(of: found))
            #expect(found.count == Self.files.count + 4)
        }

        @Test func aFolderWithoutThePackageIsNoneAndNothingIsMade() throws {
            let folder = try TemporaryFolder()
            let run = try Executable.run([
                "extension", "new", "One", "--in", folder.url.path, "--package", folder.url.path,
            ])
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(
                run.error
                    == "launchhub: \(folder.url.path) is not the folder of launch-hub; it has no Package.swift of "
                    + "it. See launchhub extension new --help.\n"
            )
            #expect(try folder.contents.isEmpty)
        }
    }
#endif
