// SPDX-License-Identifier: Apache-2.0

/// The files of a new extension's package.
struct ExtensionTemplate {
    let name: ExtensionName
    let package: PackageReference

    private var module: String { name.module }
    private var type: String { name.type }
    private var identifier: String { "com.example.\(name.identifier)" }

    /// The texts, by their paths in the package.
    var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest), (".gitignore", ".build/\n.swiftpm/\n"), ("README.md", readme),
            ("Sources/\(module)/\(type).swift", source), ("Tests/\(module)Tests/\(type)Tests.swift", tests),
        ]
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.0

        import PackageDescription

        let package = Package(
            name: "\(module)",
            platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13)],
            products: [.library(name: "\(module)", targets: ["\(module)"])],
            dependencies: [.package(name: "\(PackageReference.name)", path: "\(Self.literal(package.path))")],
            targets: [
                .target(
                    name: "\(module)",
                    dependencies: [
                        .product(name: "LaunchHub", package: "\(PackageReference.name)"),
                        .product(name: "HubServices", package: "\(PackageReference.name)"),
                    ]
                ),
                .testTarget(
                    name: "\(module)Tests",
                    dependencies: [
                        "\(module)",
                        .product(name: "LaunchHub", package: "\(PackageReference.name)"),
                        .product(name: "LaunchHubTesting", package: "\(PackageReference.name)"),
                        .product(name: "HubServices", package: "\(PackageReference.name)"),
                    ]
                ),
            ]
        )

        """
    }

    private var source: String {
        """
        import HubServices
        import LaunchHub

        /// Keeps a list of items, responds with their number, and shares it as a state.
        public final class \(type): HubExtension {
            public static let extensionName = "\(identifier)"
            public static let extensionVersion = "0.1.0"

            /// The type of the events that the extension handles.
            public static let eventType: EventType = "\(identifier)"

            private let runtime: ExtensionRuntime

            public init(runtime: ExtensionRuntime) throws {
                self.runtime = runtime
                try runtime.publishState(["count": 0])
                runtime.listen(type: Self.eventType, source: "com.example.add", label: "items") { Items(runtime) }
            }

            public func unexpectedError(_ error: HubError) {
                // Such as a listener that took longer than its budget of 100 ms.
                runtime.log.warning("\(module)", "\\(error)")
            }
        }

        /// Handles one event after the other, so that its variables need no lock.
        private final class Items: EventListener {
            private let runtime: ExtensionRuntime
            private var items: [String] = []

            init(_ runtime: ExtensionRuntime) { self.runtime = runtime }

            func hear(_ event: Event) {
                do {
                    guard let item = event.data["item"]?.stringValue else {
                        try runtime.respond(to: event, with: ["error": "there is no item; put text under \\"item\\""])
                        return
                    }
                    items.append(item)
                    let count = JSONValue.int(Int64(items.count))
                    try runtime.publishState(["count": count], at: event)
                    try runtime.respond(to: event, with: ["count": count])
                } catch {
                    runtime.log.error("\(module)", "\\(error)")
                }
            }
        }

        """
    }

    private var tests: String {
        """
        import HubServices
        import LaunchHub
        import LaunchHubTesting
        import Testing

        @testable import \(module)

        /// The extension in a hub that a test drives: nothing sleeps, and time passes when a test says so.
        struct \(type)Tests {
            private func hub(seed: UInt64? = nil) throws -> TestHub {
                let test = TestHub(seed: seed)
                try test.hub.register(\(type).self)
                test.start()
                return test
            }

            private func add(_ data: JSONObject, to test: TestHub) throws -> JSONObject? {
                let outcome = try test.request(
                    "Add", type: \(type).eventType, source: "com.example.add", data: data
                )
                return outcome?.response?.data
            }

            @Test func anItemIsCountedAndShared() throws {
                let test = try hub()
                #expect(test.hub.state(of: \(type).extensionName).values == ["count": 0])
                #expect(try add(["item": "first"], to: test) == ["count": 1])
                #expect(try add(["item": "second"], to: test) == ["count": 2])
                #expect(test.hub.state(of: \(type).extensionName).values == ["count": 2])
            }

            @Test func whatIsMissingIsSaid() throws {
                let test = try hub()
                #expect(try add([:], to: test)?["error"]?.stringValue?.contains("\\"item\\"") == true)
                #expect(test.hub.state(of: \(type).extensionName).values == ["count": 0])
            }

            @Test func aListenerStaysWithinItsBudget() throws {
                let test = try hub()
                let tap = test.tap()
                _ = try add(["item": "first"], to: test)
                #expect(tap.overruns.isEmpty)
            }

            @Test(arguments: 1...20) func theCountHoldsInAnyOrderOfWork(seed: UInt64) throws {
                let test = try hub(seed: seed)
                for number in 1...3 { #expect(try add(["item": "one"], to: test) == ["count": .int(Int64(number))]) }
            }
        }

        """
    }

    private var readme: String {
        """
        # \(module)

        An extension for launch-hub: it keeps a list of items, responds with their number, and shares it as a state.

        ```sh
        swift build
        swift test
        ```

        Register it before the hub starts:

        ```swift
        import \(module)
        import LaunchHub

        let hub = EventHub()
        try hub.register(\(type).self)
        await hub.start()
        let question = try Event(
            name: "Add", type: \(type).eventType, source: "com.example.add", data: ["item": "Pilot"]
        )
        print(await hub.request(question).response?.data ?? [:])  // {"count":1}
        ```

        An app that uses `ACPCore` registers it in `EventHub.shared`.

        ## Next

        1. Rename `\(identifier)` to an identifier of your own, in `Sources/\(module)/\(type).swift`.
        2. Replace `Items` by what the extension does. A listener has 100 ms; move longer work to a task.
        3. Keep the tests free of sleeping: `TestHub.advance(by:)` lets time pass.

        `Package.swift` names the folder in which launch-hub lies. The articles *Write an extension* and *Test an extension
        without sleeping* of its documentation continue from here.

        """
    }

    /// A text as a literal of Swift has it.
    private static func literal(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
