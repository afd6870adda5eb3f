// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import LaunchHubTool

/// Where a new package finds this one.
struct PackageReferenceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(#"let package = Package(name: "launch-hub")"#, to: "hub/Package.swift")
        try folder.write(#"let package = Package(name: "launch-pad")"#, to: "pad/Package.swift")
        try folder.write("", to: "new/inner/file")
    }

    private func reference(_ given: String?, from name: String, program: String? = nil) -> PackageReference {
        PackageReference(
            given: given.map { folder.file($0).path },
            from: folder.url.appending(path: name, directoryHint: .isDirectory),
            program: program.map { folder.file($0) }
        )
    }

    private var absolute: String { folder.file("hub").resolvingSymlinksInPath().path }

    @Test func aPackageBesideTheNewOneIsNamedByItsFolder() {
        let beside = reference("hub", from: "made")
        #expect(beside.path == "../hub" && beside.isThere)
        let inner = reference("hub", from: "new/made")
        #expect(inner.path == absolute && inner.isThere)
    }

    @Test func aFolderWithoutThePackageIsNamedAndIsNotThere() {
        for name in ["pad", "new", "gone"] {
            let other = reference(name, from: "made")
            #expect(other.path == "../\(name)" && !other.isThere)
        }
    }

    @Test func thePackageIsLookedForAboveTheProgram() throws {
        for program in ["hub/launchhub", "hub/.build/debug/launchhub"] {
            let found = reference(nil, from: "new/made", program: program)
            #expect(found.path == absolute && found.isThere)
        }
        for program in [nil, "pad/.build/launchhub", "new/inner/launchhub"] {
            let none = reference(nil, from: "new/made", program: program)
            #expect(none.path == "../launch-hub" && !none.isThere)
        }
    }
}
