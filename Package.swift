// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// What the clients in the tests import.
let surface: [Target.Dependency] = [
    "ACPCore", "ACPIdentity", "ACPLifecycle", "ACPSignal", "LaunchHub", "HubServices", "NielsenAppApi",
    "NielsenAppSDKExtension", "SegmentNielsenDCR", "LaunchHubRecording", "LaunchHubTesting", "NielsenTesting",
    "StandInNames",
]

let package = Package(
    name: "launch-hub",
    defaultLocalization: "en",
    platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "HubServices", targets: ["HubServices"]),
        .library(name: "LaunchHub", targets: ["LaunchHub"]),
        .library(name: "LaunchRules", targets: ["LaunchRules"]),
        .library(name: "ACPCore", targets: ["ACPCore"]),
        .library(name: "ACPIdentity", targets: ["ACPIdentity"]),
        .library(name: "ACPLifecycle", targets: ["ACPLifecycle"]),
        .library(name: "ACPSignal", targets: ["ACPSignal"]),
        .library(name: "NielsenAppApi", targets: ["NielsenAppApi"]),
        .library(name: "NielsenAppSDKExtension", targets: ["NielsenAppSDKExtension"]),
        .library(name: "LaunchHubRecording", targets: ["LaunchHubRecording"]),
        .library(name: "LaunchHubTesting", targets: ["LaunchHubTesting"]),
        .library(name: "NielsenTesting", targets: ["NielsenTesting"]),
        .library(name: "SegmentNielsenDCR", targets: ["SegmentNielsenDCR"]),
        .executable(name: "launchhub", targets: ["LaunchHubTool"]),
        .executable(name: "launchhub-bench", targets: ["LaunchHubBench"]),
    ],
    targets: [
        // What a host gives its extensions.
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "CAtomics"),
        .target(name: "CTimer"),
        .target(
            name: "HubServices",
            dependencies: [
                "CAtomics", "CTimer", .target(name: "CCrypto", condition: .when(platforms: [.linux])),
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ]
        ),

        // The queue that survives the process. A hub needs no database.
        .target(name: "HubStorage", dependencies: ["HubServices", "CSQLite"]),

        // The hub.
        .target(name: "LaunchHub", dependencies: ["HubServices", "CAtomics"]),

        // What a property publishes to change and to cause events, and what happened before.
        .target(name: "LaunchRules", dependencies: ["LaunchHub", "HubStorage", "HubServices", "CZlib"]),

        // A released app has its property's rules without code of its own.
        .target(name: "ACPCore", dependencies: ["LaunchRules", "LaunchHub", "HubServices"]),
        .target(name: "ACPIdentity", dependencies: ["ACPCore", "LaunchHub", "HubServices"]),
        .target(name: "ACPLifecycle", dependencies: ["ACPCore", "LaunchHub", "HubServices"]),
        .target(name: "ACPSignal", dependencies: ["ACPCore", "LaunchRules", "LaunchHub", "HubServices"]),

        // The measurement SDK, in layers of which each knows those below it: what input and output are made of; measurement,
        // then pings, without I/O; what stores and sends them; the SDK.
        // Who imports the last has what is public in all of them.
        .target(name: "NielsenModel", dependencies: ["HubServices"]),
        .target(name: "NielsenMeasurement", dependencies: ["NielsenModel", "HubServices"]),
        .target(
            name: "NielsenPings",
            dependencies: ["NielsenMeasurement", "NielsenModel", "HubServices"],
            resources: [.embedInCode("Resources/built-in-configuration.json")]
        ),
        .target(
            name: "NielsenDelivery",
            dependencies: ["NielsenPings", "NielsenModel", "HubServices", "HubStorage"]
        ),
        .target(
            name: "NielsenAppApi",
            dependencies: ["NielsenDelivery", "NielsenPings", "NielsenMeasurement", "NielsenModel", "HubServices"],
            resources: [
                .copy("Resources/PrivacyInfo.xcprivacy"), .copy("Resources/PrivacyManifests"),
                .process("Resources/en.lproj"), .embedInCode("Resources/nielsen-page.js"),
            ]
        ),
        // The extension that keeps its instances.
        .target(
            name: "NielsenAppSDKExtension",
            dependencies: ["ACPCore", "LaunchHub", "NielsenAppApi", "HubServices"]
        ),

        // Segment's Video Spec to calls of the measurement SDK.
        .target(name: "SegmentNielsenDCR", dependencies: ["NielsenAppApi", "HubServices"]),

        // For the authors of other extensions.
        .target(name: "LaunchHubTesting", dependencies: ["LaunchHub", "HubServices"]),

        // For tests of what drives the measurement SDK.
        .target(name: "NielsenTesting", dependencies: ["LaunchHubTesting", "NielsenAppApi", "HubServices"]),

        // What an app attaches to a hub or the SDK to see later what happened.
        .target(
            name: "LaunchHubRecording",
            dependencies: ["LaunchHub", "NielsenAppApi", "HubServices"]
        ),

        // Recorded sessions: their files, the scriptable player, replay and reports. The built-in scripts are part of the
        // program, so that a copied executable still has them.
        .target(
            name: "LaunchHubSession",
            dependencies: [
                "LaunchHub", "LaunchHubRecording", "LaunchRules", "ACPCore", "NielsenAppApi", "NielsenAppSDKExtension",
                "HubServices",
            ],
            resources: [
                .embedInCode("Resources/channels.json"), .embedInCode("Resources/demo.json"),
                .embedInCode("Resources/released-app-rules.json"),
                .embedInCode("Resources/session-2.schema.json"),
            ]
        ),

        // The tool's local server. Only the tool and tests use it, and only systems that have the tool build it.
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
        ),
        .target(
            name: "LaunchHubServer",
            dependencies: [
                "NielsenAppApi", "HubServices", "HubStorage",
                .target(name: "CMicroHTTPD", condition: .when(platforms: [.linux, .macOS])),
                .target(name: "CCrypto", condition: .when(platforms: [.linux])),
            ],
            resources: [
                .embedInCode("Resources/index.html"), .embedInCode("Resources/optout.html"),
                .embedInCode("Resources/nielsen-bridge.js"), .embedInCode("Resources/bridge-sample.html"),
            ]
        ),

        // What calls, sessions and pings show of an integration: the rules of certification and the published cases. Without
        // I/O; the forms in which commands write findings are here as well.
        .target(
            name: "LaunchHubCertification",
            dependencies: ["NielsenAppApi", "HubServices"],
            resources: [.embedInCode("Resources/thresholds.json")]
        ),

        // A Launch property on files: settings, rules, libraries and environments, and what is published of them.
        .target(
            name: "LaunchHubProperty",
            dependencies: ["LaunchHub", "LaunchRules", "NielsenAppApi", "HubServices"],
            resources: [.embedInCode("Resources/sdk-configuration.schema.json")]
        ),

        // The command lines of the programs: options as properties, help, and what was probably meant.
        .target(name: "HubCommandLine", dependencies: ["HubServices"]),

        // The command-line tool and the benchmarks. Their targets are not named after their products because
        // `launchhub` and `LaunchHub` are one folder on a file system that ignores case.
        .executableTarget(
            name: "LaunchHubTool",
            dependencies: [
                "HubCommandLine", "LaunchHub", "LaunchHubCertification", "LaunchHubProperty", "LaunchHubRecording",
                "LaunchHubSession",
                "LaunchRules", "NielsenAppApi",
                "SegmentNielsenDCR",
                "HubServices", "HubStorage",
                .target(name: "LaunchHubServer", condition: .when(platforms: [.linux, .macOS])),
            ]
        ),
        .target(name: "CHeap"),
        .executableTarget(
            name: "LaunchHubBench",
            dependencies: [
                "HubCommandLine", "LaunchHub", "LaunchHubRecording", "LaunchHubSession", "ACPCore", "NielsenAppApi",
                "NielsenAppSDKExtension", "SegmentNielsenDCR", "LaunchRules",
                "HubServices", "HubStorage", "CHeap",
            ]
        ),

        // What several test targets stand on.
        .target(name: "TestSupport", dependencies: ["HubServices", "CSQLite"], path: "Tests/Support/TestSupport"),
        .target(
            name: "NielsenTestSupport",
            dependencies: ["NielsenAppApi", "HubServices", "HubStorage"],
            path: "Tests/Support/NielsenTestSupport"
        ),
        .target(name: "LoopbackHTTP", dependencies: ["HubServices"], path: "Tests/Support/LoopbackHTTP"),
        // What `Tests/Long/Fuzz/run` links with libFuzzer.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "ACPCore", "LaunchHub", "LaunchHubServer", "LaunchHubSession", "LaunchRules", "NielsenAppApi",
                "NielsenAppSDKExtension", "SegmentNielsenDCR", "HubServices", "HubStorage",
            ],
            path: "Tests/Long/Fuzz",
            exclude: ["run", "Seeds", "Dictionaries"]
        ),

        // Random steps with parts of the package and with small models of them: a few in the suite, a million by
        // `Tests/Long/run models`.
        .target(
            name: "Models",
            dependencies: [
                "LaunchHub", "LaunchHubTesting", "NielsenAppApi", "NielsenAppSDKExtension", "HubServices", "HubStorage",
            ],
            path: "Tests/Models"
        ),
        // What `.ci/figures` builds for coverage, to see which files the two main ways lead through.
        .target(name: "CCoverage", path: "Tests/Support/CCoverage"),
        .executableTarget(
            name: "CallPaths",
            dependencies: ["ACPCore", "NielsenAppApi", "HubServices", "LoopbackHTTP", "CCoverage"],
            path: "Tests/Support/CallPaths"
        ),

        .executableTarget(
            name: "ModelRunner",
            dependencies: ["HubCommandLine", "Models"],
            path: "Tests/Support/ModelRunner"
        ),
        // What `Tests/Long/run soak` runs.
        .executableTarget(
            name: "Soak",
            dependencies: [
                "HubCommandLine", "LaunchHub", "NielsenAppApi", "NielsenAppSDKExtension", "LoopbackHTTP", "HubServices",
                "HubStorage", "CHeap", "CSQLite",
            ],
            path: "Tests/Long/Soak"
        ),
        // What `Tests/Long/Mutation/run` writes its mutants with; it needs nothing of the package, so that it is built at once.
        .executableTarget(name: "Mutator", path: "Tests/Long/Mutation", exclude: ["run"]),
        .testTarget(name: "ModelTests", dependencies: ["Models", "HubServices"]),

        .testTarget(name: "HubCommandLineTests", dependencies: ["HubCommandLine", "HubServices"]),
        .testTarget(name: "HubServicesTests", dependencies: ["HubServices", "TestSupport"]),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["LaunchHub", "HubServices", "LoopbackHTTP", "TestSupport"]
        ),
        // The sleeper is the app with an event now and then, whose wake-ups are counted.
        .executableTarget(name: "Sleeper", dependencies: ["LaunchHub"], path: "Tests/Support/Sleeper"),
        .testTarget(
            name: "LaunchHubTests",
            dependencies: [
                "LaunchHub", "LaunchHubTesting", "HubServices", "HubStorage", "TestSupport", "Sleeper", "CHeap",
            ]
        ),
        // The writer is the process that the tests of the event history kill.
        .executableTarget(
            name: "HistoryWriter",
            dependencies: ["LaunchRules", "HubServices"],
            path: "Tests/Support/HistoryWriter"
        ),
        .testTarget(
            name: "LaunchRulesTests",
            dependencies: [
                "LaunchRules", "LaunchHub", "LaunchHubTesting", "HubServices", "HubStorage", "HistoryWriter",
                "TestSupport", "CHeap", "CZlib",
            ],
            resources: [.copy("Resources")]
        ),
        .testTarget(
            name: "ACPExtensionTests",
            dependencies: [
                "ACPIdentity", "ACPLifecycle", "LaunchRules", "LaunchHub", "LaunchHubTesting", "HubServices",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "NielsenAppSDKExtensionTests",
            dependencies: [
                "NielsenAppSDKExtension", "LaunchHub", "LaunchHubTesting", "LaunchRules", "NielsenAppApi",
                "HubServices",
                "HubStorage", "NielsenTestSupport", "TestSupport",
            ]
        ),
        // One client with every declaration of the documented headers and the code of the articles, in both language modes,
        // which also imports what apps import beside this package. The folder of the second is a link to that of the first.
        .target(name: "StandInNames", path: "Tests/Support/StandInNames", packageAccess: false),
        .target(
            name: "SurfaceClient",
            dependencies: surface,
            path: "Tests/Support/SurfaceClient",
            packageAccess: false
        ),
        .target(
            name: "SurfaceClientSwift5",
            dependencies: surface,
            path: "Tests/Support/SurfaceClientSwift5",
            packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // The app of the article on properties, which the test of that article runs.
        .executableTarget(
            name: "PropertyApp",
            dependencies: ["ACPCore", "LaunchHub", "NielsenAppSDKExtension"],
            path: "Tests/Support/PropertyApp",
            packageAccess: false
        ),
        // One file a product, with the imports that the README names and no others.
        .target(
            name: "ImportClient",
            dependencies: surface + ["LaunchRules"],
            path: "Tests/Support/ImportClient",
            packageAccess: false
        ),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "ACPCore", "ACPIdentity", "ACPLifecycle", "ACPSignal", "NielsenAppSDKExtension", "NielsenAppApi",
                "LaunchHub", "LaunchRules", "LaunchHubTesting", "HubServices", "SurfaceClient", "SurfaceClientSwift5",
                "ImportClient",
            ]
        ),
        .testTarget(
            name: "NielsenViewabilityTests",
            dependencies: ["NielsenAppApi", "HubServices", "NielsenTestSupport"]
        ),
        .testTarget(
            name: "LaunchHubToolTests",
            dependencies: [
                "HubCommandLine", "LaunchHub", "LaunchHubTool", "LaunchHubSession", "LaunchHubCertification",
                "NielsenAppApi", "SegmentNielsenDCR", "HubServices", "PropertyApp",
                "TestSupport",
                .target(name: "LaunchHubServer", condition: .when(platforms: [.linux, .macOS])),
            ]
        ),
        // The app is one that records itself and is killed.
        .executableTarget(
            name: "RecordedApp",
            dependencies: ["LaunchHubRecording", "NielsenAppSDKExtension", "ACPCore", "LaunchHub", "NielsenAppApi"],
            path: "Tests/Support/RecordedApp",
            packageAccess: false
        ),
        .testTarget(
            name: "LaunchHubRecordingTests",
            dependencies: [
                "LaunchHubRecording", "LaunchHubSession", "LaunchHubTesting", "LaunchRules", "NielsenAppSDKExtension",
                "LaunchHub", "NielsenAppApi", "SegmentNielsenDCR", "HubServices", "TestSupport", "RecordedApp",
                .target(name: "LaunchHubServer", condition: .when(platforms: [.linux, .macOS])),
            ]
        ),
        .testTarget(
            name: "LaunchHubPropertyTests",
            dependencies: [
                "LaunchHubProperty", "LaunchHub", "NielsenAppApi", "HubServices", "TestSupport",
                .target(name: "LaunchHubServer", condition: .when(platforms: [.linux, .macOS])),
            ]
        ),
        .testTarget(
            name: "CertificationTests",
            dependencies: ["LaunchHubCertification", "HubServices"],
            resources: [.copy("Logs")]
        ),
        .testTarget(
            name: "NielsenAppApiTests",
            dependencies: ["NielsenAppApi", "HubServices", "HubStorage", "NielsenTestSupport"]
        ),
        .testTarget(
            name: "NielsenMetadataTests",
            dependencies: ["NielsenAppApi", "HubServices", "NielsenTestSupport"],
            resources: [.copy("Resources")]
        ),
        .testTarget(name: "AppleAdapterTests", dependencies: ["NielsenAppApi", "HubServices", "TestSupport"]),
        .testTarget(
            name: "WebBridgeTests",
            dependencies: ["LaunchHubServer", "NielsenAppApi", "HubServices", "NielsenTestSupport"]
        ),
        .testTarget(
            name: "NielsenLifecycleTests",
            dependencies: ["NielsenAppApi", "HubServices", "NielsenTestSupport"]
        ),
        .testTarget(
            name: "NielsenPingTests",
            dependencies: ["NielsenAppApi", "HubServices", "HubStorage", "NielsenTestSupport"]
        ),
        // Limits of the parts that measure, at exactly the last value that passes and the first that does not.
        .testTarget(
            name: "LimitTests",
            dependencies: [
                "NielsenModel", "NielsenMeasurement", "NielsenPings", "NielsenDelivery", "NielsenAppApi",
                "SegmentNielsenDCR", "HubServices",
            ]
        ),
        // The scripts of the article on credit, in every way in which a player may tell them.
        .testTarget(
            name: "CreditWaysTests",
            dependencies: [
                "NielsenAppSDKExtension", "SegmentNielsenDCR", "NielsenAppApi", "LaunchHub", "LaunchHubTesting",
                "HubServices",
            ]
        ),
        .testTarget(name: "NielsenPrivacyTests", dependencies: ["NielsenAppApi", "HubServices", "NielsenTestSupport"]),
        .testTarget(
            name: "NielsenHostileInputTests",
            dependencies: ["NielsenAppApi", "HubServices", "NielsenTestSupport", "TestSupport"]
        ),
        .testTarget(
            name: "SegmentNielsenDCRTests",
            dependencies: [
                "SegmentNielsenDCR", "NielsenAppApi", "NielsenAppSDKExtension", "LaunchHub", "LaunchHubTesting",
                "NielsenTesting", "HubServices",
            ],
            resources: [.copy("Resources")]
        ),

        // The writer is the process that the durability tests kill.
        .executableTarget(
            name: "HitQueueWriter",
            dependencies: ["HubServices", "HubStorage"],
            path: "Tests/Support/HitQueueWriter"
        ),
        // A disk that forgets what was not synchronised, for SQLite.
        .target(name: "CForgetfulDisk", dependencies: ["CSQLite"], path: "Tests/Support/CForgetfulDisk"),
        .testTarget(
            name: "HitQueueTests",
            dependencies: [
                "NielsenAppApi", "HubServices", "HubStorage", "HitQueueWriter", "TestSupport", "CForgetfulDisk",
            ]
        ),
        // The child is the app whose surroundings the delivery tests make: certificates, full disks.
        .executableTarget(
            name: "PingChild",
            dependencies: ["NielsenAppApi", "HubServices"],
            path: "Tests/Support/PingChild"
        ),
        // The viewer is the app that is killed while something plays.
        .executableTarget(
            name: "Viewer",
            dependencies: ["NielsenAppApi", "HubServices"],
            path: "Tests/Support/Viewer"
        ),
        .testTarget(
            name: "NielsenDeliveryTests",
            dependencies: [
                "NielsenAppApi", "HubServices", "HubStorage", "LoopbackHTTP", "PingChild", "Viewer", "TestSupport",
            ]
        ),

        // The client is the app that is launched two or three times over one folder, and killed in between.
        .executableTarget(
            name: "KeptClient",
            dependencies: ["NielsenAppSDKExtension", "NielsenAppApi", "LaunchHub", "HubServices"],
            path: "Tests/Support/KeptClient"
        ),
        .testTarget(
            name: "KeptTests",
            dependencies: [
                "LaunchHub", "LaunchHubTesting", "NielsenAppApi", "HubServices", "HubStorage", "LoopbackHTTP",
                "KeptClient",
                "TestSupport",
            ]
        ),

        // The measurer is the process that the collector's tests kill.
        .executableTarget(
            name: "Measurer",
            dependencies: ["NielsenAppApi", "HubServices", "HubStorage"],
            path: "Tests/Support/Measurer"
        ),
        .testTarget(
            name: "LaunchHubServerTests",
            dependencies: [
                "LaunchHubServer", "LaunchHub", "NielsenAppApi", "HubServices", "HubStorage", "Measurer", "TestSupport",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Published snippets, and what clients write, must compile without any of these settings.
let clients: Set = [
    "ClientTests", "PropertyApp", "RecordedApp", "SurfaceClient", "SurfaceClientSwift5", "StandInNames",
]
for target in package.targets where target.type != .system && !clients.contains(target.name) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}

// `LAUNCH_HUB_TESTS` names the test targets that are built, with what they depend on and nothing else.
if let names = Context.environment["LAUNCH_HUB_TESTS"]?.split(separator: " ").map(String.init) {
    let dependencies = Dictionary(
        uniqueKeysWithValues: package.targets.map { target in
            let names = target.dependencies.map { dependency in
                switch dependency {
                case .targetItem(let name, _), .byNameItem(let name, _), .productItem(let name, _, _, _): name
                @unknown default: ""
                }
            }
            return (target.name, names)
        }
    )
    for name in names where dependencies[name] == nil {
        fatalError("LAUNCH_HUB_TESTS: no test target is called \(name)")
    }
    var kept: Set<String> = []
    var waiting = names
    while let name = waiting.popLast() {
        guard kept.insert(name).inserted else { continue }
        waiting += dependencies[name] ?? []
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
}
