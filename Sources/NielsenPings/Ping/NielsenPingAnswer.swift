// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

/// The outcome of a ping whose response matters: the TSV request or the station request.
///
/// The form of the vendor's responses is not published. Here they are JSON objects, either plain or as JSONP,
/// `callback({…})`; an empty body has no effect.
///
/// | Request | Answer | Then |
/// |---|---|---|
/// | ``NielsenProduct/tsv`` | `{"flag": "03"}`, two digits | `nol_tsvFlag` of later pings of the stream |
/// | ``NielsenProduct/station`` | `{"stationId": "1234"}` | `nol_stationId` of later pings of the stream |
///
/// A response that cannot be read is reported as error 11 or 12, and measurement continues with the previous values.
package struct NielsenPingAnswer: Sendable, Hashable {
    /// The outcome.
    package enum Outcome: Sendable, Hashable {
        /// The collector responded; the values are the HTTP status and the body as text.
        case received(status: Int, body: String)
        /// There is no response and will be none; the value says why. A sink that reports failures itself does not use
        /// this case.
        case failed(String)
    }

    /// The kind of measurement that the ping belongs to.
    package var product: NielsenProduct
    /// The ``NielsenPing/id`` of the ping.
    package var pingId: String
    /// The outcome.
    package var outcome: Outcome

    /// Makes an outcome of a ping.
    ///
    /// - Parameters:
    ///   - ping: The ping.
    ///   - outcome: The outcome.
    package init(to ping: NielsenPing, _ outcome: Outcome) {
        product = ping.product
        pingId = ping.id
        self.outcome = outcome
    }
}

extension NielsenPing {
    /// Whether the collector's response matters, so that the sender of the ping reports a `NielsenPingAnswer`.
    public var expectsAnswer: Bool { product == .tsv || product == .station }
}
