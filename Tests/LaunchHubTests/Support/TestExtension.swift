// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHub
import LaunchHubTesting

/// An extension whose every callback a test can fill in.
final class TestExtension: ExtensionCallbacks {
    struct Hooks: Sendable {
        var registered: @Sendable (ExtensionRuntime) -> Void = { _ in }
        var unregistered: @Sendable (ExtensionRuntime) -> Void = { _ in }
        var failed: @Sendable (ExtensionRuntime, HubError) -> Void = { _, _ in }
        var freed: @Sendable () -> Void = {}
    }

    let runtime: ExtensionRuntime
    let name: String
    private let hooks: Hooks

    init(_ runtime: ExtensionRuntime, name: String = "", hooks: Hooks = Hooks()) {
        self.runtime = runtime
        self.name = name
        self.hooks = hooks
    }

    deinit {
        hooks.freed()
    }

    func onRegistered() {
        hooks.registered(runtime)
    }

    func onUnregistered() {
        hooks.unregistered(runtime)
    }

    func unexpectedError(_ error: HubError) {
        hooks.failed(runtime, error)
    }
}

/// Tells when it is freed.
final class Canary: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) {
        self.onDeinit = onDeinit
    }

    /// Keeps the canary alive up to here.
    func sing() {}

    deinit {
        onDeinit()
    }
}

extension EventHub {
    /// Registers an extension that listens to everything of ``testType``.
    func register(
        _ name: String,
        hooks: TestExtension.Hooks = TestExtension.Hooks(),
        _ body: @escaping @Sendable (ExtensionRuntime) throws -> Void = { _ in }
    ) throws(HubError) {
        try register(name: name) { runtime in
            try body(runtime)
            return TestExtension(runtime, name: name, hooks: hooks)
        }
    }

    /// The unregistering that does not wait, also where waiting is possible.
    func unregisterAtOnce(_ name: String) throws(HubError) {
        try unregister(name)
    }

    /// Registers an extension at once that says its name itself.
    func registerAtOnce(
        named name: String,
        hooks: TestExtension.Hooks = TestExtension.Hooks(),
        _ body: @escaping @Sendable (ExtensionRuntime) throws -> Void = { _ in }
    ) throws(HubError) {
        try registerAtOnce(
            label: "class of \(name)",
            make: { runtime in
                try body(runtime)
                return TestExtension(runtime, name: name, hooks: hooks)
            },
            naming: { (($0 as? TestExtension)?.name ?? "", "1.0.0") }
        )
    }
}

let testType: EventType = "com.example.type"
let testSource: EventSource = "com.example.source"

/// An event of the tests' own type and source.
func event(_ name: String = "Event", data: JSONObject = [:], answering request: Event? = nil) throws -> Event {
    guard let request else { return try Event(name: name, type: testType, source: testSource, data: data) }
    return try Event(name: name, type: testType, source: testSource, data: data, answering: request)
}

/// Numbered events, as long as nothing goes wrong in making them.
func events(_ range: Range<Int>, prefix: String = "") throws -> [Event] {
    try range.map { try event("\(prefix)\($0)", data: ["number": .int(Int64($0))]) }
}

struct TestFailure: Error, CustomStringConvertible {
    let description = "this initializer always fails"
}
