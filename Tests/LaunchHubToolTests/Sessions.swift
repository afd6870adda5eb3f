// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubSession

/// Sessions for tests.
enum Sessions {
    /// The demo's session through a flow.
    static func demo(_ flow: SessionFlow) async throws -> Session {
        let file = try ChannelFile.demo()
        let plan = ScriptedPlayer.plan(try file.channel(named: nil), of: file)
        let header = SessionHeader(title: file.title, configuration: file.configuration)
        return try await SessionRunner.run(plan, header: header, flow: flow)
    }

    /// A built-in channel through a flow.
    static func channel(_ name: String, _ flow: SessionFlow) async throws -> Session {
        let file = try ChannelFile.builtIn()
        let plan = ScriptedPlayer.plan(try file.channel(named: name), of: file)
        let header = SessionHeader(title: name, configuration: file.configuration)
        return try await SessionRunner.run(plan, header: header, flow: flow)
    }

    /// Reads a session file's text.
    static func read(_ text: String) throws -> (session: Session, remarks: [String]) {
        var reader = SessionReader(file: "test")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let isLast = index == lines.count - 1
            if isLast, line.isEmpty { break }
            try reader.read(String(line), isTerminated: !isLast)
        }
        let session = try reader.finish()
        return (session, reader.remarks)
    }

    /// A small session file.
    static let header = #"{"schema":"launch-hub-session","version":1,"title":"Small","seed":1}"#
    static let make =
        #"{"kind":"action","t":0,"name":"InstantiateSDKWithLocalConfigEvent","data":{"data":{"appid":"any"}}}"#
}
