// SPDX-License-Identifier: Apache-2.0

/// What became of a ping whose answer matters: the TSV request and the station request.
///
/// The form of the vendor's answers is not published. Here they are JSON objects, alone or in a call as for JSONP,
/// `callback({…})`; an empty body says nothing and changes nothing.
///
/// | Request | Answer | Then |
/// |---|---|---|
/// | ``NielsenProduct/tsv`` | `{"flag": "03"}`, two digits | `nol_tsvFlag` of later pings of the stream |
/// | ``NielsenProduct/station`` | `{"stationId": "1234"}` | `nol_stationId` of later pings of the stream |
///
/// An answer that cannot be read is error 11 or 12, and the measurement goes on with what it had.
public struct NielsenPingAnswer: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: Sendable, Hashable {
        /// The collector answered: the HTTP status and the body as text.
        case received(status: Int, body: String)
        /// There is no answer, and there will be none; why. A sink that reports failures itself leaves this out.
        case failed(String)
    }

    /// Which kind of measurement the ping belongs to.
    public var product: NielsenProduct
    /// The ``NielsenPing/id`` of the ping.
    public var pingId: String
    /// How it ended.
    public var outcome: Outcome

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - ping: The ping that was answered.
    ///   - outcome: How it ended.
    public init(to ping: NielsenPing, _ outcome: Outcome) {
        product = ping.product
        pingId = ping.id
        self.outcome = outcome
    }
}

extension NielsenPing {
    /// True where the collector's answer matters, so that whoever sends the ping hands over a ``NielsenPingAnswer``.
    public var expectsAnswer: Bool { product == .tsv || product == .station }
}
