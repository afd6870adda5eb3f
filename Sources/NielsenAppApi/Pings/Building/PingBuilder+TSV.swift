// SPDX-License-Identifier: Apache-2.0

import HubServices

/// TSV requests, and what is answered to them.
///
/// Asked is at the first valid watermark of a stream, again after another identifier, and before every duration ping
/// until the answer is one of the flags that settle it. The flag is told in later pings; none waits for an answer.
extension PingBuilder {
    /// Asks because the stream, or its identifier, is new.
    mutating func askTSV(first record: MeasurementRecord, _ effects: inout [Effect]) {
        setTSVFlag(nil)
        askTSV(record, effects: &effects) { $0.cadence == .firstTag }
    }

    /// Asks because a duration ping is to be made, unless it is settled or was asked at the same watermark.
    mutating func askTSV(beforeInterval record: MeasurementRecord, _ effects: inout [Effect]) {
        guard mayAskTSV else { return }
        let flag = tsv.flag ?? ""
        askTSV(record, effects: &effects) { $0.cadence == .beforeInterval && !$0.settlingFlags.contains(flag) }
    }

    private mutating func askTSV(
        _ record: MeasurementRecord,
        effects: inout [Effect],
        _ isDue: (PingPlan.Processor) -> Bool
    ) {
        guard let product = plan.product(.tsv), let tag = tsv.tag else { return }
        for processor in product.processors where isDue(processor) {
            mayAskTSV = false
            setCommon(record)
            setMetadata(record.metadata, record.lane == .ad ? 1 : 0)
            set(.id3, .text(tag.payload))
            let before = effects.count
            make(product.product, processor, about: record, segments: 0, &effects)
            for case .ping(let ping) in effects[before...] { tsv.asked(ping.id) }
        }
    }

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - answer: What became of a ping.
    ///   - time: Milliseconds since 1970.
    ///   - effects: Gets error 11 where the answer is of no use.
    package mutating func take(_ answer: PingAnswer, at time: Int64, into effects: inout [Effect]) {
        guard answer.product == .tsv else { return }
        let reason: String
        switch answer.outcome {
        case .failed(let detail):
            reason = "was not answered: \(detail)"
        case .received(let status, _) where !(200..<300).contains(status):
            reason = "was answered with status \(status)"
        case .received(_, let body):
            switch TSVAnswer(body) {
            case .nothing:
                return
            case .flag(let flag):
                if tsv.take(flag, answering: answer.pingId) { setTSVFlag(flag) }
                return
            case .unreadable(let detail):
                reason = "was answered with what cannot be read: \(detail); {\"tsvFlag\": \"03\"} is right"
            }
        }
        let error = NielsenError(.failedSendTSV, "the TSV request \(answer.pingId) \(reason)", key: "tsvFlag")
        effects.append(.error(error, at: time))
    }

    /// Forgets what was asked and answered: the stream is over.
    mutating func forgetTSV() {
        tsv = TSVState()
        setTSVFlag(nil)
    }

    private mutating func setTSVFlag(_ flag: String?) {
        set(.tsvFlag, flag.map { .text($0) } ?? plan.vocabulary.defaults[PingVariable.tsvFlag.slot])
    }
}
