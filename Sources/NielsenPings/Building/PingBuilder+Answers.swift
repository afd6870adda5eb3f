// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenModel

/// The responses of collectors, and their effect on later pings.
extension PingBuilder {
    /// Handles a response.
    ///
    /// - Parameters:
    ///   - answer: The outcome of a ping.
    ///   - time: Milliseconds since 1970.
    ///   - effects: Gets error 11 or 12 where the answer is of no use.
    package mutating func applyAnswer(_ answer: NielsenPingAnswer, at time: Int64, into effects: inout [Effect]) {
        guard let request = Request(answer.product) else { return }
        let reason: String?
        switch answer.outcome {
        case .failed(let detail):
            reason = "was not answered: \(detail)"
        case .received(let status, _) where !(200..<300).contains(status):
            reason = "was answered with status \(status)"
        case .received(_, let text):
            let body = PingAnswerBody(text)
            let problem =
                request.code == .failedSendTSV ? applyTSV(body, answering: answer.pingId) : applyStation(body)
            reason = problem.map { "was answered with what cannot be read: \($0); \(request.example) is right" }
        }
        guard let reason else { return }
        let message = "the \(request.name) request \(answer.pingId) \(reason)"
        effects.append(.error(NielsenError(request.code, message, key: request.key), at: time))
    }

    /// The requests whose answers matter.
    private struct Request {
        let code: LogCode
        let name: String
        let key: String
        let example: String

        init?(_ product: NielsenProduct) {
            switch product {
            case .tsv:
                (code, name, key, example) = (.failedSendTSV, "TSV", "flag", #"{"flag": "03"}"#)
            case .station:
                (code, name) = (.failedSendStationRequest, "station")
                (key, example) = ("stationId", #"{"stationId": "1234"}"#)
            case .dcrVideo, .dcrStatic, .dtvr, .dar, .session, .viewability:
                return nil
            }
        }
    }

    /// The largest size of a station's identifier, in bytes.
    private static let stationIdBytes = 256

    /// Keeps the identifier of the station for later pings of the stream.
    private mutating func applyStation(_ body: PingAnswerBody) -> String? {
        switch body {
        case .nothing:
            return nil
        case .unreadable(let reason):
            return reason
        case .object(let object):
            guard let value = object["stationId"] else { return "it has no stationId" }
            guard let text = value.stringValue ?? value.intValue.map(String.init),
                (1...Self.stationIdBytes).contains(text.utf8.count)
            else { return "its stationId is not a text of 1 to \(Self.stationIdBytes) bytes" }
            set(.stationId, .text(text))
            return nil
        }
    }
}

/// The body of an answer, read.
enum PingAnswerBody: Sendable, Hashable {
    /// A JSON object.
    case object(JSONObject)
    /// The answer is empty.
    case nothing
    /// The answer cannot be read; why.
    case unreadable(String)

    /// No answer is nearly as long; anything longer is not read.
    private static let longest = 65_536

    init(_ body: String) {
        guard body.utf8.count <= Self.longest else {
            self = .unreadable("it has \(body.utf8.count) bytes")
            return
        }
        let text = Self.unwrapped(body)
        if text.isEmpty {
            self = .nothing
        } else if let object = try? JSONObject(jsonText: text) {
            self = .object(object)
        } else {
            self = .unreadable("it is not a JSON object")
        }
    }

    /// The argument of a call `name(…)` or `name(…);`; any other text unchanged.
    ///
    /// Without white space around it.
    private static func unwrapped(_ body: String) -> String {
        var text = body[...].drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
        if text.last == ")", let open = text.firstIndex(of: "("), !text[..<open].contains("{") {
            text = text[text.index(after: open)...].dropLast()
        }
        return String(text)
    }
}
