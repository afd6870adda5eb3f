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
