// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
import NielsenModel

/// TSV requests, and what is answered to them.
///
/// Asked is at the first valid watermark of a stream, again after another identifier, and before every duration ping
/// until the answer is one of the flags that settle it. Later pings contain the flag; none waits for an answer.
extension PingBuilder {
    /// Asks because the stream, or its identifier, is new.
    mutating func askTSV(first record: NielsenMeasurementRecord, _ effects: inout [Effect]) {
        setTSVFlag(nil)
        askTSV(record, effects: &effects) { $0.cadence == .firstTag }
    }

    /// Asks because a duration ping is to be made, unless it is settled or was asked at the same watermark.
    mutating func askTSV(beforeInterval record: NielsenMeasurementRecord, _ effects: inout [Effect]) {
        guard mayAskTSV else { return }
        let flag = tsv.flag ?? ""
        askTSV(record, effects: &effects) { $0.cadence == .beforeInterval && !$0.settlingFlags.contains(flag) }
    }

    private mutating func askTSV(
        _ record: NielsenMeasurementRecord,
        effects: inout [Effect],
        _ isDue: (PingPlan.Processor) -> Bool
    ) {
        guard let product = plan.product(.tsv), let tag = tsv.tag else { return }
        for processor in product.processors where isDue(processor) {
            mayAskTSV = false
            setCommon(record)
            setMetadata(record.metadata, 0)
            set(.id3, .text(tag.payload))
            let before = effects.count
            make(product.product, processor, about: record, segments: 0, &effects)
            for case .ping(let ping) in effects[before...] { tsv.asked(ping.id) }
        }
    }

    /// Handles the body of a response.
    ///
    /// - Returns: Why it cannot be read; nil where it was read.
    mutating func applyTSV(_ body: PingAnswerBody, answering id: String) -> String? {
        let flag: String
        switch body {
        case .nothing: return nil
        case .unreadable(let reason): return reason
        case .object(let object):
            guard let value = object["flag"] else { return "it has no flag" }
            if let number = value.intValue, (0...99).contains(number) {
                flag = number < 10 ? "0\(number)" : "\(number)"
            } else if let text = value.stringValue, text.utf8.count == 2, text.utf8.allSatisfy(NielsenText.isDigit) {
                flag = text
            } else {
                return "its flag is not a number of two digits"
            }
        }
        if tsv.applyFlag(flag, answering: id) { setTSVFlag(flag) }
        return nil
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
