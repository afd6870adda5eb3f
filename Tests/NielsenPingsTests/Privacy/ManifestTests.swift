// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import NielsenAppApi
import TestSupport
import Testing

/// The files for the app stores say what the code says.
struct ManifestTests {
    private func read(_ data: Data) throws -> [String: Any] {
        try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    }

    @Test(arguments: NielsenFlavor.allCases)
    func theFileOfAFlavorIsWhatTheFlavorDeclares(_ flavor: NielsenFlavor) throws {
        let data = try NielsenResources.privacyManifest(of: flavor)
        #expect(String(decoding: data, as: UTF8.self) == NielsenPrivacyManifest(flavor: flavor).propertyList)
    }

    @Test(arguments: NielsenFlavor.allCases)
    func theListSaysWhatIsCollectedAndWhy(_ flavor: NielsenFlavor) throws {
        let list = try read(NielsenResources.privacyManifest(of: flavor))
        let isTracking = flavor == .ad
        #expect(list["NSPrivacyTracking"] as? Bool == isTracking)
        #expect(list["NSPrivacyTrackingDomains"] as? [String] == (isTracking ? ["vtwenty.com"] : []))
        let collected = try #require(list["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        var rows: [String] = []
        for data in collected {
            let type = try #require(data["NSPrivacyCollectedDataType"] as? String)
            let linked = try #require(data["NSPrivacyCollectedDataTypeLinked"] as? Bool)
            let tracking = try #require(data["NSPrivacyCollectedDataTypeTracking"] as? Bool)
            let purposes = try #require(data["NSPrivacyCollectedDataTypePurposes"] as? [String])
            #expect(purposes == ["NSPrivacyCollectedDataTypePurposeAnalytics"])
            rows.append("\(type.dropFirst(26)) \(linked ? "linked" : "-") \(tracking ? "tracking" : "-")")
        }
        switch flavor {
        case .ad: #expect(rows == ["DeviceID linked tracking", "ProductInteraction linked -"])
        case .noAd: #expect(rows == ["DeviceID linked -", "ProductInteraction linked -"])
        case .noID: #expect(rows == ["ProductInteraction - -"])
        }
    }

    /// What is declared is what pings do: a flavor declares a device id where it sends identifiers, and tracking where
    /// the user's permission decides about them.
    @Test(arguments: NielsenFlavor.allCases)
    func theDeclarationIsWhatLeaves(_ flavor: NielsenFlavor) throws {
        let manifest = NielsenPrivacyManifest(flavor: flavor)
        let bench = PrivacyBench(flavor)
        _ = try bench.session()
        let sendsDevice = bench.takePings().contains { $0["c9"].count > "devid,".count }
        #expect(manifest.collected.contains { $0.type == "NSPrivacyCollectedDataTypeDeviceID" } == sendsDevice)
        bench.device = PrivacyBench.device(.denied)
        _ = try bench.session()
        let sendsWithoutPermission = bench.takePings().contains { $0["c9"].count > "devid,".count }
        #expect(manifest.isTracking == (sendsDevice && !sendsWithoutPermission))
    }

    @Test func anAppNamesItsOwnCollectors() throws {
        let manifest = NielsenPrivacyManifest(flavor: .ad, trackingDomains: ["a.example", "<b>&.example"])
        let list = try read(Data(manifest.propertyList.utf8))
        #expect(list["NSPrivacyTrackingDomains"] as? [String] == ["a.example", "<b>&.example"])
        #expect(NielsenPrivacyManifest(flavor: .noAd, trackingDomains: ["a.example"]).trackingDomains.isEmpty)
    }

    /// The system calls that must be explained are those that the SDK's code has, no more and no fewer.
    @Test func theExplainedCallsAreThoseOfTheCode() throws {
        let calls: [(category: String, names: [String])] = [
            ("NSPrivacyAccessedAPICategoryUserDefaults", ["UserDefaults"]),
            (
                "NSPrivacyAccessedAPICategoryFileTimestamp",
                ["attributesOfItem(", "creationDate", "contentModificationDate", "modificationDate", "stat("]
            ),
            (
                "NSPrivacyAccessedAPICategoryDiskSpace",
                ["attributesOfFileSystem", "volumeAvailableCapacity", "volumeTotalCapacity", "statfs(", "statvfs("]
            ),
            ("NSPrivacyAccessedAPICategorySystemBootTime", ["systemUptime", "mach_absolute_time"]),
            ("NSPrivacyAccessedAPICategoryActiveKeyboards", ["activeInputModes"]),
        ]
        var found: Set<String> = []
        for target in [
            "HubServices", "HubStorage", "NielsenModel", "NielsenMeasurement", "NielsenPings", "NielsenDelivery",
            "NielsenAppApi",
        ] {
            let folder = PackageFolder.root.appending(path: "Sources/\(target)")
            let files = try #require(FileManager.default.enumerator(atPath: folder.path))
            for case let path as String in files where path.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                for call in calls where code.contains(where: { line in call.names.contains { line.contains($0) } }) {
                    found.insert(call.category)
                }
            }
        }
        #expect(found == Set(NielsenPrivacyManifest(flavor: .ad).accessed.map(\.category)))
        #expect(NielsenPrivacyManifest(flavor: .ad).accessed.map(\.reasons) == [["C617.1"], ["CA92.1"]])
    }
}
