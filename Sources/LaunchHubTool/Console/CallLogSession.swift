// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification
import LaunchHubSession
import NielsenAppApi

/// Makes a session of a call log, so that it can be played.
struct CallLogSession {
    private let name: String
    private var calls: [LoggedCall] = []
    private var judge = CheckedInput()
    /// What a certification says of the log.
    var certification: Certification { Certification(judge) }

    /// Makes a reader of a file with a name, which messages have.
    init(_ name: String) { self.name = name }

    /// Whether a line is one of a call log, and not of a session.
    static func isCall(_ line: Data) -> Bool {
        guard let object = try? JSONObject(jsonText: String(decoding: line, as: UTF8.self)) else { return false }
        return object["schema"] == nil && object.keys.contains { $0.lowercased() == "call" }
    }

    /// Reads a line.
    ///
    /// - Throws: ``FileFailure`` with the line and what was expected.
    mutating func read(_ line: Data, _ number: Int) throws(FileFailure) {
        guard line.contains(where: { $0 > 0x20 }) else { return }
        judge.read(line, number)
        do throws(LogFault) {
            calls.append(try CallLogReader.read(line, line: number))
        } catch {
            throw FileFailure("read", name, reason: "line \(number): \(error.message) \(error.rule.cure)")
        }
    }

    /// Ends reading.
    ///
    /// - Parameter remark: Receives a sentence about each thing that was added or left out.
    /// - Returns: The session, without results, and the line of each of its steps.
    mutating func finish(_ remark: (String) -> Void) -> (session: Session, lines: [Int]) {
        let start = calls.first?.time ?? 0
        // Times since 1970 say when the session began.
        let isDated = start >= 100_000_000 && start < 100_000_000_000
        var header = SessionHeader(title: name, flow: "classic", seed: nil)
        if isDated { header.start = Int64((start * 1000).rounded()) }
        var session = Session(header: header, hasPings: false)
        var lines: [Int] = []
        var last: Int64 = 0
        func add(_ call: SessionCall, at time: Int64, line: Int) {
            let number = session.steps.count + 1
            session.steps.append(SessionStep(number: number, time: time, command: nil, call: call))
            lines.append(line)
        }
        if calls.first(where: { !$0.kind.isLifecycle })?.kind != .appInfo {
            remark("\(name): the log does not begin with appInfo; that of a sample app is used.")
            let info: JSONValue = ["appid": .string(Self.sample)]
            add(SessionCall(instance: Self.instance, name: "appInfo", arguments: [info]), at: 0, line: 1)
        }
        for call in calls {
            let seconds = min(max(0, call.time - start), Self.longest)
            last = max(last, Int64((seconds * 1000).rounded()))
            let made = SessionCall(
                instance: Self.instance,
                name: call.kind.documentedName ?? call.name,
                arguments: call.arguments,
                isLifecycle: call.kind.isLifecycle
            )
            add(made, at: last, line: call.line)
        }
        return (session, lines)
    }

    private static let instance = "instance-1"
    private static let sample = "PDEM00000-0000-4000-8000-000000000001"
    /// Ten years, as for sessions.
    private static let longest = 315_360_000.0
}

extension LoggedCall.Kind {
    /// The documented name of a call; nil for others, which keep that of the log.
    fileprivate var documentedName: String? {
        switch self {
        case .play: "play"
        case .loadMetadata, .staticStart: "loadMetadata"
        case .playheadPosition: "playheadPosition"
        case .sendID3: "sendID3"
        case .stop: "stop"
        case .end: "end"
        case .staticEnd: "staticEnd"
        case .updateOTT: "updateOTT"
        case .userOptOut: "userOptOut"
        case .appDisableApi: "appDisableApi"
        case .trackEvent: "trackEvent"
        case .appInfo: "appInfo"
        case .staticSwitch, .updateMetadata, .setVolume, .sdkEvent, .sdkError, .privacyStatus, .collector,
            .interruptionStart,
            .interruptionEnd, .bufferStart, .bufferEnd, .pictureInPicture, .unknown:
            nil
        }
    }

    /// Whether it is not a call, but something that the player, the system or the host did.
    fileprivate var isLifecycle: Bool {
        switch self {
        case .interruptionStart, .interruptionEnd, .bufferStart, .bufferEnd, .pictureInPicture, .sdkEvent, .sdkError,
            .privacyStatus, .collector:
            true
        default: false
        }
    }
}
