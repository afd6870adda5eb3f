// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import TestSupport
import Testing

/// The configurations that are published with this package.
struct RemoteConfigTests {
    private let source: ConfigurationSource

    init() throws {
        let base = PackageFolder.root.appending(path: "RemoteConfig", directoryHint: .isDirectory)
        source = try ConfigurationSource(baseURL: base)
    }

    private func layers(_ name: String) throws -> ConfigurationLayers {
        let appID = try AppIdentifier("example-property/launch-EN-example-\(name)")
        let reports = Locked<[ConfigurationReport]>([])
        let loader = ConfigurationLoader(
            PublishedConfigurations(from: source),
            client: ScriptedClient()
        ) { report in reports.withLock { $0.append(report) } }
        loader.load(appID)
        var layers = ConfigurationLayers()
        for report in reports.withLock({ $0 }) {
            try #require(report.error == nil, "\(String(describing: report.error))")
            layers.apply(report)
        }
        return layers
    }

    @Test(arguments: [
        ("production", ConfigurationEnvironment.production, 300), ("staging", .staging, 60),
        ("development", .development, 10),
    ])
    func exampleHoldsItsEnvironment(_ name: String, _ environment: ConfigurationEnvironment, _ timeout: Int) throws {
        let layers = try layers(name)
        #expect(layers.environment == environment)
        let value = try #require(layers.value(forKey: "lifecycle.sessionTimeout"))
        #expect(value.value.intValue == Int64(timeout))
        #expect(value.origin == .remote)
        #expect(layers.resolved()["__dev__lifecycle.sessionTimeout"] == nil)
        #expect(layers.resolved()["global.privacy"]?.stringValue == "optedin")
        #expect(layers.resolved()["property.id"]?.stringValue?.isEmpty == false)
    }

    @Test(arguments: ["production", "staging", "development"], ["nielsen.ios", "nielsen.android"])
    func exampleHasTheMeasurementSettings(_ name: String, _ key: String) throws {
        let settings = try #require(try layers(name).resolved()[key]?.objectValue)
        let appid = try #require(settings["appid"]?.stringValue)
        #expect(appid.wholeMatch(of: /P[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) != nil)
        for required in ["appname", "appversion", "sfcode"] {
            #expect(settings[required]?.stringValue?.isEmpty == false, "\(required)")
        }
        #expect(settings["nol_devDebug"]?.stringValue == (name == "development" ? "DEBUG" : nil))
    }
}
