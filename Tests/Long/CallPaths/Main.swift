// SPDX-License-Identifier: Apache-2.0

import ACPCore
import CCoverage
import Dispatch
import Foundation
import HubServices
import LoopbackHTTP
import NielsenAppApi

/// Goes one of the package's two main ways once, after everything on it has been used before.
///
/// `CallPaths dispatch` dispatches an event with a response callback and waits for the response; `CallPaths playhead` passes
/// the playhead that begins a view, and waits until its ping arrives at a socket. `.ci/figures` builds it for coverage and
/// counts the files whose code ran.
@main
enum Main {
    static func main() throws {
        switch CommandLine.arguments.dropFirst() {
        case ["dispatch"]: try measure(DispatchPath())
        case ["playhead"]: try measure(PlayheadPath())
        default:
            FileHandle.standardError.write(Data("usage: CallPaths dispatch|playhead\n".utf8))
            exit(64)
        }
    }

    private static func measure(_ path: some CallPath) throws {
        for _ in 0..<3 {
            try path.prepare()
            try path.run()
        }
        try path.prepare()
        // What ends after its caller has gone on belongs to the round before.
        usleep(500_000)
        guard launchhub_coverage_reset() else {
            FileHandle.standardError.write(Data("CallPaths: built without coverage\n".utf8))
            exit(1)
        }
        try path.run()
        launchhub_coverage_write()
        // The counters would be written again at the end of the process, with what runs then.
        _exit(0)
    }
}

/// A way through the package.
private protocol CallPath {
    /// Does what comes before.
    func prepare() throws
    /// Goes the way once and returns at its end.
    func run() throws
}

/// From `ACPCore.dispatchEvent` to a listener of an extension and back.
private struct DispatchPath: CallPath {
    init() throws {
        try ACPCore.registerExtension(AnsweringExtension.self)
        let started = DispatchSemaphore(value: 0)
        ACPCore.start { started.signal() }
        started.wait()
    }

    func prepare() {}

    func run() throws {
        let event = try ACPExtensionEvent(
            name: "Question",
            type: "test.type",
            source: "test.question",
            data: ["key": "value"]
        )
        let answered = DispatchSemaphore(value: 0)
        try ACPCore.dispatchEvent(withResponseCallback: event) { _ in answered.signal() }
        answered.wait()
    }
}

private final class AnsweringExtension: ACPExtension {
    #if canImport(ObjectiveC)
        override init() {
            super.init()
            listen()
        }
    #else
        required init() {
            super.init()
            listen()
        }
    #endif

    private func listen() {
        do {
            try api.registerListener(AnsweringListener.self, eventType: "test.type", eventSource: "test.question")
        } catch {
            print(error)
            exit(1)
        }
    }

    override func name() -> String? { "com.example.answering" }
}

private final class AnsweringListener: ACPExtensionListener {
    override func hear(_ event: ACPExtensionEvent) {
        do {
            let answer = try ACPExtensionEvent(
                name: "Answer",
                type: "test.type",
                source: "test.answer",
                data: ["key": "value"]
            )
            try ACPCore.dispatchResponseEvent(answer, request: event)
        } catch {
            print(error)
            exit(1)
        }
    }
}

/// From a playhead to the socket that its ping arrives at.
private final class PlayheadPath: CallPath {
    private let arrived = DispatchSemaphore(value: 0)
    private let server: LoopbackServer
    private let api: NielsenAppApi
    private let delivery: NielsenPingDelivery
    private var asset = 0

    init() throws {
        server = try LoopbackServer { [arrived] _, connection in
            connection.respond(204)
            arrived.signal()
        }
        let configuration = """
            {"schema": "launch-hub.sdk-configuration", "version": 1,
             "keyMap": {"nol_assetid": "assetid"},
             "products": [{"product": "dcrVideo", "types": ["content"], "processors": [
               {"cadence": "impression", "prefix": "V", "at": "view", "template": "view"}]}],
             "templates": {"view": {"url": "http://127.0.0.1:\(server.port)/", "parameters": ["asset=[nol_assetid]"]}}}
            """
        let environment = NielsenEnvironment.app(
            storage: .memory,
            configuration: try NielsenConfiguration(jsonData: Data(configuration.utf8)),
            log: .disabled,
            privacy: .optedIn
        )
        guard let delivery = environment.delivery else { throw CocoaError(.fileNoSuchFile) }
        self.delivery = delivery
        api = try NielsenAppApi.make(appInfo: ["appid": "PX"], environment: environment)
        api.play(["channelName": "Channel"])
    }

    func prepare() {
        api.stop()
        asset += 1
        api.loadMetadata(["type": "content", "assetid": "\(asset)", "length": "600"])
    }

    func run() {
        api.playheadPosition(0)
        arrived.wait()
    }
}
