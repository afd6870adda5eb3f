// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "launch-hub",
    platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "HubServices", targets: ["HubServices"]),
        .library(name: "LaunchHub", targets: ["LaunchHub"]),
        .library(name: "ACPCore", targets: ["ACPCore"]),
        .library(name: "NielsenAppApi", targets: ["NielsenAppApi"]),
        .library(name: "NielsenAppSDKExtension", targets: ["NielsenAppSDKExtension"]),
        .library(name: "LaunchHubTesting", targets: ["LaunchHubTesting"]),
        .library(name: "SegmentNielsenDCR", targets: ["SegmentNielsenDCR"]),
        .executable(name: "launchhub", targets: ["LaunchHubTool"]),
        .executable(name: "launchhub-bench", targets: ["LaunchHubBench"]),
    ],
    targets: [
        // What a host gives its extensions.
        .target(name: "CAtomics"),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "HubServices",
            dependencies: [
                "CAtomics", "CSQLite", .target(name: "CCrypto", condition: .when(platforms: [.linux])),
            ]
        ),

        // The hub, and the documented Adobe-style names over it.
        .target(name: "LaunchHub", dependencies: ["HubServices", "CAtomics"]),
        .target(name: "ACPCore", dependencies: ["LaunchHub", "HubServices"]),

        // The measurement SDK, and the extension that keeps its instances.
        .target(name: "NielsenAppApi", dependencies: ["HubServices"]),
        .target(
            name: "NielsenAppSDKExtension",
            dependencies: ["ACPCore", "LaunchHub", "NielsenAppApi", "HubServices"]
        ),

        // Segment's Video Spec to calls of the measurement SDK.
        .target(name: "SegmentNielsenDCR", dependencies: ["NielsenAppApi", "HubServices"]),

        // For the authors of other extensions.
        .target(name: "LaunchHubTesting", dependencies: ["LaunchHub", "NielsenAppApi", "HubServices"]),

        // Recorded sessions: their files, the scriptable player, replay and reports. The built-in scripts are part of the
        // program, so that a copied executable still has them.
        .target(
            name: "LaunchHubSession",
            dependencies: ["LaunchHub", "ACPCore", "NielsenAppApi", "NielsenAppSDKExtension", "HubServices"],
            resources: [.embedInCode("Resources/channels.json"), .embedInCode("Resources/demo.json")]
        ),

        // The command-line tool and the benchmarks. Their targets are not named after their products because
        // `launchhub` and `LaunchHub` are one folder on a file system that ignores case.
        .executableTarget(
            name: "LaunchHubTool",
            dependencies: ["LaunchHubSession", "NielsenAppApi", "SegmentNielsenDCR", "HubServices"]
        ),
        .target(name: "CHeap"),
        .executableTarget(
            name: "LaunchHubBench",
            dependencies: ["LaunchHub", "NielsenAppApi", "SegmentNielsenDCR", "HubServices", "CHeap"]
        ),

        .testTarget(name: "HubServicesTests", dependencies: ["HubServices"]),
        .testTarget(name: "ConfigurationTests", dependencies: ["LaunchHub", "HubServices"]),
        .testTarget(name: "LaunchHubTests", dependencies: ["LaunchHub", "LaunchHubTesting", "HubServices"]),
        .testTarget(
            name: "NielsenAppSDKExtensionTests",
            dependencies: ["NielsenAppSDKExtension", "LaunchHub", "NielsenAppApi", "HubServices"]
        ),
        .testTarget(
            name: "ClientTests",
            dependencies: ["ACPCore", "NielsenAppSDKExtension", "NielsenAppApi", "LaunchHub", "HubServices"]
        ),
        .testTarget(
            name: "LaunchHubToolTests",
            dependencies: ["LaunchHubTool", "LaunchHubSession", "NielsenAppApi", "LaunchHub", "HubServices"]
        ),
        .testTarget(name: "NielsenAppApiTests", dependencies: ["NielsenAppApi", "HubServices"]),
        .testTarget(
            name: "NielsenMetadataTests",
            dependencies: ["NielsenAppApi", "HubServices"],
            resources: [.copy("Resources")]
        ),
        .testTarget(name: "NielsenPingTests", dependencies: ["NielsenAppApi", "HubServices"]),
        .testTarget(
            name: "SegmentNielsenDCRTests",
            dependencies: [
                "SegmentNielsenDCR", "NielsenAppApi", "NielsenAppSDKExtension", "LaunchHub", "LaunchHubTesting",
                "HubServices",
            ],
            resources: [.copy("Resources")]
        ),

        // The writer is the process that the durability tests kill.
        .executableTarget(
            name: "HitQueueWriter",
            dependencies: ["HubServices"],
            path: "Tests/Support/HitQueueWriter"
        ),
        .testTarget(name: "HitQueueTests", dependencies: ["HubServices", "CSQLite", "HitQueueWriter"]),
    ],
    swiftLanguageModes: [.v6]
)

// Published snippets must compile for a client that has none of these settings.
for target in package.targets where target.type != .system && target.name != "ClientTests" {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}
