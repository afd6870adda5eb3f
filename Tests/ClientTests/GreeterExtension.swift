// SPDX-License-Identifier: Apache-2.0

import ACPCore
import Dispatch
import Foundation
import HubServices

/// What the extension and listeners below have seen; they are made by the hub, so the tests look here.
final class Witness: Sendable {
    static let shared = Witness()

    private let seen = Locked<[String]>([])
    private let changed = Locked<[CheckedContinuation<Void, Never>]>([])

    var lines: [String] { seen.withLock { $0 } }

    func note(_ line: String) {
        seen.withLock { $0.append(line) }
        let waiting = changed.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func reset() {
        seen.withLock { $0 = [] }
    }

    /// Waits until a line has been noted.
    func waits(for line: String) async {
        while true {
            await withCheckedContinuation { continuation in
                changed.withLock { $0.append(continuation) }
                // What was noted before the continuation was entered is seen here.
                if lines.contains(line) { note("") }
            }
            if lines.contains(line) { return }
        }
    }
}

/// An extension in the documented form.
class GreeterExtension: ACPExtension {
    #if canImport(ObjectiveC)
        override init() {
            super.init()
            begin()
        }
    #else
        required init() {
            super.init()
            begin()
        }
    #endif

    private func begin() {
        do {
            try api.registerListener(GreetingListener.self, eventType: "com.example.greeting", eventSource: "app")
            try api.registerListener(SlowListener.self, eventType: "com.example.slow", eventSource: "app")
            try api.registerWildcardListener(EverythingListener.self)
            try api.setSharedEventState(["mood": "good"], event: nil)
        } catch {
            Witness.shared.note("failed: \(error)")
        }
    }

    override func name() -> String? { "com.example.Greeter" }

    override func version() -> String? { "1.0" }

    override func onUnregister() {
        Witness.shared.note("unregistered")
    }

    override func unexpectedError(_ error: Error) {
        Witness.shared.note("unexpected \(ACPExtensionError(error).map { "\($0)" } ?? "other")")
    }

    func greet(_ event: ACPExtensionEvent) {
        do {
            let answer = try ACPExtensionEvent(
                name: "Greeting",
                type: "com.example.greeting",
                source: "extension",
                data: ["text": "Hello, \(event.eventData?["who"] as? String ?? "you")"]
            )
            try ACPCore.dispatchResponseEvent(answer, request: event)
        } catch {
            Witness.shared.note("failed: \(error)")
        }
    }
}

final class GreetingListener: ACPExtensionListener {
    override func hear(_ event: ACPExtensionEvent) {
        guard let parent = self.extension as? GreeterExtension else {
            Witness.shared.note("without parent")
            return
        }
        parent.greet(event)
    }
}

/// Holds its lane until the test has seen that it was reported.
final class SlowListener: ACPExtensionListener {
    static let gate = DispatchSemaphore(value: 0)

    override func hear(_ event: ACPExtensionEvent) {
        Self.gate.wait()
        Witness.shared.note("slow one is back")
    }
}

final class EverythingListener: ACPExtensionListener {
    override func hear(_ event: ACPExtensionEvent) {
        Witness.shared.note("heard \(event.eventName)")
    }
}

final class NamelessExtension: ACPExtension {}

final class OtherSpellingExtension: ACPExtension {
    override func name() -> String? { "COM.EXAMPLE.GREETER" }
}
