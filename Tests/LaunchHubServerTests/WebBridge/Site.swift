// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubServer
import NielsenAppApi
import NielsenTestSupport
import Testing

/// A server with the bridge, in a time that stands still.
final class Site: Sendable {
    static let contentText =
        #"{"type":"content","assetid":"vid345-67483","program":"The Big Bang Theory","#
        + #""title":"The Pants Alternative S03E18","airdate":"2022-03-21T10:05:00","isfullepisode":"Yes","#
        + #""adloadtype":"2","length":"3600"}"#

    let host: BridgeHost
    let collector: Collector
    let clock = ManualClock()
    private let server: TestServer

    init() throws {
        collector = try Collector()
        host = BridgeHost(environment: Self.environment(clock: clock), collector: collector)
        server = try TestServer(collector: collector, routes: host.routes)
    }

    /// What an instance gets from outside: the same for a page and for an app that makes the same calls.
    static func environment(clock: ManualClock) -> NielsenEnvironment {
        NielsenEnvironment(clock: clock, random: makeRepeatableRandom())
    }

    /// Sends a message as a page would, or as somebody who is none.
    func post(
        _ body: Data,
        _ path: String = "bridge/messages",
        origin: String? = nil
    ) async throws -> (status: Int, headers: HTTPHeaders, json: JSONObject) {
        var headers: HTTPHeaders = ["Content-Type": "text/plain;charset=UTF-8"]
        headers["Origin"] = origin
        let answer = try await server.outcome(.post, path, headers: headers, body: body).get()
        return (answer.status, answer.headers, (try? JSONObject(jsonData: answer.body)) ?? [:])
    }

    /// What the only page that sent something led to.
    func state() throws -> JSONObject {
        try #require(host.pageNames.count == 1)
        return try #require(host.state(of: host.pageNames[0]))
    }
}
