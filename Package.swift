// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "launch-hub",
    platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "LaunchHub", targets: ["LaunchHub"]),
        .library(name: "ACPCore", targets: ["ACPCore"]),
        .library(name: "NielsenAppApi", targets: ["NielsenAppApi"]),
        .library(name: "NielsenAppSDKExtension", targets: ["NielsenAppSDKExtension"]),
        .library(name: "LaunchHubTesting", targets: ["LaunchHubTesting"]),
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
        .target(name: "HubServices", dependencies: ["CAtomics", "CSQLite"]),

        // The hub, and the documented Adobe-style names over it.
        .target(name: "LaunchHub", dependencies: ["HubServices", "CAtomics"]),
        .target(name: "ACPCore", dependencies: ["LaunchHub", "HubServices"]),

        // The measurement SDK, and the extension that keeps its instances.
        .target(name: "NielsenAppApi", dependencies: ["HubServices"]),
        .target(
            name: "NielsenAppSDKExtension",
            dependencies: ["ACPCore", "LaunchHub", "NielsenAppApi", "HubServices"]
        ),

        // For the authors of other extensions.
        .target(name: "LaunchHubTesting", dependencies: ["LaunchHub", "NielsenAppApi", "HubServices"]),

        // The command-line tool and the benchmarks. Their targets are not named after their products because
        // `launchhub` and `LaunchHub` are one folder on a file system that ignores case.
        .executableTarget(
            name: "LaunchHubTool",
            dependencies: ["LaunchHub", "ACPCore", "NielsenAppApi", "NielsenAppSDKExtension", "HubServices"]
        ),
        .executableTarget(
            name: "LaunchHubBench",
            dependencies: ["LaunchHub", "NielsenAppApi", "HubServices"]
        ),

        .testTarget(name: "HubServicesTests", dependencies: ["HubServices"]),

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

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}
