// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubProperty
import TestSupport
import Testing

/// The property that is published with this package.
struct ExamplePropertyTests {
    private static let root = PackageFolder.root.appending(path: "RemoteConfig")

    private let folder = PropertyFolder(root: root, name: "example-property")

    @Test func itIsTheOnlyOneInItsFolder() {
        #expect(PropertyFolder.names(in: Self.root) == ["example-property"])
    }

    /// What apps load is what the property builds: byte for byte, in each environment.
    @Test(arguments: ["development", "staging", "production"])
    func whatIsPublishedIsWhatItBuilds(_ name: String) throws {
        let property = try folder.read()
        let environment = try property.environment(name)
        #expect(folder.standing(of: environment) == .current)
        let published = try Data(contentsOf: folder.published(environment))
        #expect(try folder.data(ofBuild: 1, of: environment) == published)
        let configuration = try JSONObject(jsonData: published)
        let draft = try JSONObject(jsonData: try property.draft(for: name).data)
        #expect(ConfigurationDifference.all(from: configuration, to: draft) == [])
        let record = try #require(environment.published)
        let rows = PropertyView(configuration, origins: property.values(of: record, in: environment)).rows
        let origin = rows.first { $0.path == "nielsen.ios/appid" }?.origin
        #expect(origin?.description.contains("nielsen revision 1") == true)
    }

    /// A build in a copy makes nothing new, so that nobody who builds it changes a file under version control.
    @Test func buildingItAnewChangesNothing() throws {
        let copy = try TemporaryFolder()
        let files = copy.file("example-property")
        try FileManager.default.copyItem(at: Self.root.appending(path: "example-property"), to: files)
        let isNew = try PropertyFolder(root: copy.url, name: "example-property")
            .change { (property) throws(PropertyError) in
                let made = try property.build("first")
                return ([made.build], made.isNew)
            }
        #expect(!isNew)
        for name in try FileManager.default.subpathsOfDirectory(atPath: files.path) where name.hasSuffix(".json") {
            let before = try Data(contentsOf: Self.root.appending(path: "example-property/" + name))
            #expect(try Data(contentsOf: files.appending(path: name)) == before, "\(name)")
        }
    }
}
