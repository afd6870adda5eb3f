// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let libraries = [
    "HubServices", "LaunchHub", "LaunchRules", "ACPCore", "ACPIdentity", "ACPLifecycle", "ACPSignal", "NielsenAppApi",
    "NielsenTVAppApi", "NielsenVisionAppApi", "NielsenTracking", "NielsenAppSDKExtension", "LaunchHubRecording",
    "LaunchHubTesting", "NielsenTesting", "SegmentNielsenDCR",
]

func library(_ name: String, apt: String, brew: String? = nil, pkgConfig: String) -> Target {
    let providers: [SystemPackageProvider] = [.apt([apt])] + (brew.map { [.brew([$0])] } ?? [])
    return .systemLibrary(name: name, pkgConfig: pkgConfig, providers: providers)
}

func module(_ name: String, _ dependencies: [Target.Dependency], _ resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources)
}

let crypto = Target.Dependency.target(name: "CCrypto", condition: .when(platforms: [.linux]))
let objectiveC = Target.Dependency.target(
    name: "ObjectiveCHeaders",
    condition: .when(platforms: [.iOS, .tvOS, .macOS, .macCatalyst, .visionOS])
)
let server = Target.Dependency.target(name: "LaunchHubServer", condition: .when(platforms: [.linux, .macOS]))

let package = Package(
    name: "launch-hub",
    defaultLocalization: "en",
    platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13), .macCatalyst(.v16), .visionOS(.v1)],
    products: libraries.map { .library(name: $0, targets: [$0]) } + [
        .executable(name: "launchhub", targets: ["LaunchHubTool"])
    ],
    targets: [
        // What a host gives its extensions.
        library("CSQLite", apt: "libsqlite3-dev", brew: "sqlite3", pkgConfig: "sqlite3"),
        library("CCrypto", apt: "libssl-dev", pkgConfig: "libcrypto"),
        library("CCurl", apt: "libcurl4-openssl-dev", pkgConfig: "libcurl"),
        library("CZlib", apt: "zlib1g-dev", brew: "zlib", pkgConfig: "zlib"),
        module("CAtomics", []),
        module("CTimer", []),
        module(
            "HubServices",
            ["CAtomics", "CTimer", crypto, .target(name: "CCurl", condition: .when(platforms: [.linux]))]
        ),

        // The queue that survives the process. A hub needs no database.
        module("HubStorage", ["HubServices", "CSQLite"]),

        // The hub.
        module("LaunchHub", ["HubServices", "CAtomics"]),

        // What a property publishes to change and to cause events, and what happened before.
        module("LaunchRules", ["LaunchHub", "HubStorage", "HubServices", "CZlib"]),

        // What Objective-C imports, on Apple's systems: the classes that it may subclass, and a header for each product.
        module("ObjectiveCHeaders", []),

        // A released app has its property's rules without code of its own.
        module("ACPCoreBase", ["LaunchRules", "LaunchHub", "HubServices", objectiveC]),
        module("ACPIdentity", ["ACPCoreBase", "LaunchHub", "HubServices"]),
        module("ACPLifecycle", ["ACPCoreBase", "LaunchRules", "LaunchHub", "HubServices"]),
        module("ACPSignal", ["ACPCoreBase", "LaunchRules", "LaunchHub", "HubServices"]),
        module("ACPCore", ["ACPCoreBase", "ACPIdentity", "ACPLifecycle", "ACPSignal"]),

        // The measurement SDK, in layers of which each knows those below it: what input and output are made of; measurement,
        // then pings, without I/O; what stores and sends them; the SDK. Who imports the last has what is public in all.
        module("NielsenModel", ["HubServices"]),
        module("NielsenMeasurement", ["NielsenModel", "HubServices"]),
        module(
            "NielsenPings",
            ["NielsenMeasurement", "NielsenModel", "HubServices"],
            [.embedInCode("Resources/built-in-configuration.json")]
        ),
        module("NielsenDelivery", ["NielsenPings", "NielsenModel", "HubServices", "HubStorage"]),
        module(
            "NielsenAppApi",
            ["NielsenDelivery", "NielsenPings", "NielsenMeasurement", "NielsenModel", "HubServices", objectiveC],
            [
                .copy("Resources/PrivacyInfo.xcprivacy"), .copy("Resources/PrivacyManifests"),
                .process("Resources/en.lproj"), .embedInCode("Resources/nielsen-page.js"),
            ]
        ),
        module("NielsenTVAppApi", ["NielsenAppApi"]),
        module("NielsenVisionAppApi", ["NielsenAppApi"]),
        // The question for permission to track, and the advertising identifier, which an app for children must not link.
        module("NielsenTracking", ["NielsenAppApi"]),
        // The extension that keeps its instances.
        module("NielsenAppSDKExtension", ["ACPCoreBase", "LaunchHub", "NielsenAppApi", "HubServices"]),

        // Segment's Video Spec to calls of the measurement SDK.
        module("SegmentNielsenDCR", ["NielsenAppApi", "HubServices"]),

        // For the authors of other extensions, and for tests of what drives the measurement SDK.
        module("LaunchHubTesting", ["LaunchHub", "HubServices"]),
        module("NielsenTesting", ["LaunchHubTesting", "NielsenAppApi", "HubServices"]),

        // What an app attaches to a hub or the SDK to see later what happened.
        module("LaunchHubRecording", ["LaunchHub", "NielsenAppApi", "HubServices"]),

        // Recorded sessions: their files, the scriptable player, replay and reports. The built-in scripts are part of the
        // program, so that a copied executable still has them.
        module(
            "LaunchHubSession",
            [
                "LaunchHub", "LaunchHubRecording", "LaunchRules", "ACPCoreBase", "NielsenAppApi",
                "NielsenAppSDKExtension", "HubServices",
            ],
            [
                .embedInCode("Resources/channels.json"), .embedInCode("Resources/demo.json"),
                .embedInCode("Resources/released-app-rules.json"), .embedInCode("Resources/report.html"),
                .embedInCode("Resources/session-2.schema.json"),
            ]
        ),

        // The tool's local server. Only the tool and tests use it, and only systems that have the tool build it.
        library("CMicroHTTPD", apt: "libmicrohttpd-dev", brew: "libmicrohttpd", pkgConfig: "libmicrohttpd"),
        module(
            "LaunchHubServer",
            [
                "NielsenAppApi", "HubServices", "HubStorage", crypto,
                .target(name: "CMicroHTTPD", condition: .when(platforms: [.linux, .macOS])),
            ],
            [
                .embedInCode("Resources/index.html"), .embedInCode("Resources/optout.html"),
                .embedInCode("Resources/nielsen-bridge.js"), .embedInCode("Resources/bridge-sample.html"),
            ]
        ),

        // What calls, sessions and pings show of an integration: the rules of certification and the published cases. Without
        // I/O; the forms in which commands write findings are here as well.
        module(
            "LaunchHubCertification",
            ["NielsenAppApi", "HubServices"],
            [
                .embedInCode("Resources/rules.json"), .embedInCode("Resources/statements.json"),
                .embedInCode("Resources/thresholds.json"),
            ]
        ),

        // A Launch property on files: settings, rules, libraries and environments, and what is published of them.
        module(
            "LaunchHubProperty",
            ["LaunchHub", "LaunchRules", "NielsenAppApi", "HubServices"],
            [.embedInCode("Resources/sdk-configuration.schema.json")]
        ),

        // The command lines of programs: options as properties, help, and what was probably meant.
        module("HubCommandLine", ["HubServices"]),

        // The command-line tool. Its target is not named after its product because `launchhub` and `LaunchHub` are one folder
        // on a file system that ignores case.
        .executableTarget(
            name: "LaunchHubTool",
            dependencies: [
                "HubCommandLine", "LaunchHub", "LaunchHubCertification", "LaunchHubProperty", "LaunchHubRecording",
                "LaunchHubSession", "LaunchRules", "NielsenAppApi", "SegmentNielsenDCR", "HubServices", "HubStorage",
                server,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// MARK: - Tests

/// The targets that are compiled as those of a client: without the settings of this package and access to its internals.
let clients: Set = [
    "ClientTests", "ImportClient", "PropertyApp", "RecordedApp", "StandInNames", "SurfaceClient", "SurfaceClientSwift5",
]

func support(_ name: String, _ dependencies: [Target.Dependency], in folder: String = "Support/") -> Target {
    let hasAccess = !clients.contains(name)
    return .target(name: name, dependencies: dependencies, path: "Tests/\(folder)\(name)", packageAccess: hasAccess)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = [], but: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: but, resources: data.map { .copy($0) })
}

func program(_ name: String, _ dependencies: [Target.Dependency], in path: String, but: [String] = []) -> Target {
    let hasAccess = !clients.contains(name)
    return .executableTarget(name: name, dependencies: dependencies, path: path, exclude: but, packageAccess: hasAccess)
}

let hub: [Target.Dependency] = ["LaunchHub", "LaunchHubTesting", "HubServices", "TestSupport"]
let sdk: [Target.Dependency] = ["NielsenAppApi", "HubServices"]
let measuring: [Target.Dependency] = sdk + ["HubStorage", "NielsenTestSupport", "TestSupport"]
let surface: [Target.Dependency] =
    sdk + [
        "ACPCore", "ACPIdentity", "ACPLifecycle", "ACPSignal", "LaunchHub", "NielsenAppSDKExtension", "LaunchRules",
        "SegmentNielsenDCR", "LaunchHubRecording", "LaunchHubTesting", "NielsenTesting", "StandInNames",
    ]

/// What `swift test` builds and runs: everything in one process.
let unitTests: [Target] = [
    support("TestSupport", ["HubServices", "CSQLite"]),
    support("NielsenTestSupport", sdk + ["HubStorage"]),
    support("LoopbackHTTP", ["HubServices"]),
    support("CHeap", []),
    // A disk that forgets what was not synchronised, for SQLite.
    support("CForgetfulDisk", ["CSQLite"]),
    // One client with every declaration of the documented headers and the code of the articles, in both language modes,
    // which also imports what apps import beside this package. The folder of the second is a link to that of the first.
    support("StandInNames", []),
    support("SurfaceClient", surface),
    support("SurfaceClientSwift5", surface),
    // One file a product, with the imports that the README names and no others.
    support("ImportClient", surface + ["NielsenTVAppApi", "NielsenVisionAppApi", "NielsenTracking"]),
    // Random steps with parts of the package and with small models of them: a few here, a million in `Tests/Long`.
    support("Models", surface + ["HubStorage"], in: ""),

    tests("HubServicesTests", ["HubServices", "TestSupport"]),
    tests("HubStorageTests", sdk + ["HubStorage", "TestSupport", "CForgetfulDisk"]),
    tests("LaunchHubTests", hub + ["HubStorage", "LoopbackHTTP"]),
    tests("LaunchRulesTests", hub + ["LaunchRules", "HubStorage", "CZlib"], data: ["Resources"]),
    tests("ACPCoreTests", hub + ["ACPIdentity", "ACPLifecycle", "LaunchRules"]),
    tests("NielsenPingsTests", measuring, data: ["Resources"]),
    tests("NielsenDeliveryTests", measuring + ["LoopbackHTTP"]),
    tests("NielsenAppApiTests", measuring + ["NielsenPings", "NielsenDelivery"]),
    tests("NielsenAppSDKExtensionTests", surface + measuring.dropFirst(2) + ["Models", "LoopbackHTTP"]),
    tests("SegmentNielsenDCRTests", surface + ["TestSupport"], data: ["Resources"], but: ["Exports"]),
    tests("LaunchHubRecordingTests", surface + ["LaunchHubSession", "TestSupport", server]),
    tests(
        "LaunchHubCertificationTests",
        ["LaunchHubCertification", "NielsenAppApi", "HubServices", "TestSupport"],
        data: ["Logs"]
    ),
    tests("LaunchHubPropertyTests", sdk + ["LaunchHubProperty", "LaunchHub", "TestSupport", server]),
    tests("LaunchHubServerTests", measuring + ["LaunchHubServer", "LaunchHub", "LoopbackHTTP"]),
    tests(
        "LaunchHubToolTests",
        surface + [
            "HubCommandLine", "LaunchHubTool", "LaunchHubSession", "LaunchHubCertification", "TestSupport", server,
        ],
        but: ["Golden", "Captures"]
    ),
    tests("ClientTests", surface + ["TestSupport", "SurfaceClient", "SurfaceClientSwift5", "ImportClient"]),
]

// Objective-C with the run-time of Apple's systems. Files that need UIKit or AVAudioSession only `.ci/apple` checks.
#if os(macOS)
    package.targets.append(
        .testTarget(
            name: "ObjectiveCTests",
            dependencies: [
                "ObjectiveCHeaders", "ACPCoreBase", "ACPIdentity", "ACPLifecycle", "ACPSignal", "NielsenAppApi",
                "NielsenAppSDKExtension",
            ],
            path: "Tests/ObjectiveC",
            exclude: ["selectors.txt"] + ["05", "06", "11", "14", "15", "16", "18", "21"].map { "\($0).m" }
        )
    )
#endif

/// What is built where `LAUNCH_HUB_TESTS` names it: processes that tests start, stop and kill; benchmarks; what runs long.
let programs = "Tests/Integration/Programs"
let otherTests: [Target] = [
    .testTarget(
        name: "IntegrationTests",
        dependencies: surface + measuring.dropFirst(2) + [
            "LaunchHubTool", "LaunchHubSession", "LoopbackHTTP", "HistoryWriter", "HitQueueWriter", "KeptClient",
            "Measurer", "PingChild", "PropertyApp", "RecordedApp", "Sleeper", "Viewer", server,
        ],
        path: "Tests/Integration",
        exclude: ["Programs"]
    ),
    program("HistoryWriter", ["LaunchRules", "HubServices"], in: "\(programs)/HistoryWriter"),
    program("HitQueueWriter", ["HubServices", "HubStorage"], in: "\(programs)/HitQueueWriter"),
    program("KeptClient", surface, in: "\(programs)/KeptClient"),
    program("Measurer", sdk + ["HubStorage"], in: "\(programs)/Measurer"),
    program("PingChild", sdk, in: "\(programs)/PingChild"),
    program("PropertyApp", surface, in: "\(programs)/PropertyApp"),
    program("RecordedApp", surface, in: "\(programs)/RecordedApp"),
    program("Sleeper", ["HubServices", "LaunchHub"], in: "\(programs)/Sleeper"),
    program("Viewer", sdk, in: "\(programs)/Viewer"),

    program(
        "Bench",
        surface + ["HubCommandLine", "LaunchHubSession", "HubStorage", "CHeap"],
        in: "Tests/Bench",
        but: ["run", "thresholds.json"]
    ),

    // What `Tests/Long/Fuzz/run` links with libFuzzer.
    .target(
        name: "FuzzTargets",
        dependencies: surface + ["LaunchHubCertification", "LaunchHubServer", "LaunchHubSession", "HubStorage"],
        path: "Tests/Long/Fuzz",
        exclude: ["run", "Seeds", "Dictionaries"]
    ),
    program("ModelRunner", ["HubCommandLine", "Models"], in: "Tests/Long/ModelRunner"),
    program(
        "Soak",
        surface + ["HubCommandLine", "LoopbackHTTP", "HubStorage", "CHeap", "CSQLite"],
        in: "Tests/Long/Soak"
    ),
    // What `Tests/Long/Mutation/run` writes its mutants with.
    program("Mutator", [], in: "Tests/Long/Mutation", but: ["run"]),
    // What `.ci/figures --ways` builds for coverage, to see which files the two main ways lead through.
    support("CCoverage", [], in: "Long/"),
    program("CallPaths", sdk + ["ACPCore", "LoopbackHTTP", "CCoverage"], in: "Tests/Long/CallPaths"),
]

for target in package.targets + unitTests + otherTests where target.type != .system {
    guard !clients.contains(target.name) else { continue }
    target.swiftSettings = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
        .map { .enableUpcomingFeature($0) }
}
unitTests.first { $0.name == "SurfaceClientSwift5" }?.swiftSettings = [.swiftLanguageMode(.v5)]

// `LAUNCH_HUB_TESTS` names the targets that are built, with what they depend on and nothing else.
if let wanted = Context.environment["LAUNCH_HUB_TESTS"]?.split(separator: " ").map(String.init) {
    var left = Dictionary(uniqueKeysWithValues: (package.targets + unitTests + otherTests).map { ($0.name, $0) })
    for name in wanted where left[name] == nil { fatalError("LAUNCH_HUB_TESTS: no target is called \(name)") }
    var waiting = wanted
    package.targets = []
    while let name = waiting.popLast() {
        guard let target = left.removeValue(forKey: name) else { continue }
        package.targets.append(target)
        waiting += target.dependencies.map { dependency in
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _), .productItem(let name, _, _, _): name
            @unknown default: ""
            }
        }
    }
    package.products.removeAll { $0.name != "launchhub" || left["LaunchHubTool"] != nil }
} else {
    package.targets += unitTests
}
