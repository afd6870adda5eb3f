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

/// The state of TSV requests: what was asked, and what was answered.
struct TSVState: Sendable {
    /// The answer about the present identifiers; nil before it.
    private(set) var flag: String?
    /// The last watermark with an identifier.
    private(set) var tag: NielsenID3Tag?
    private var identifiers: [NielsenID3Run.Side: String] = [:]
    /// The requests about the present identifiers that are not answered.
    private var open: [String] = []

    private static let maximumOpen = 64

    /// Handles a watermark.
    ///
    /// - Returns: Whether it is the first one, or has another identifier than those before it.
    mutating func addTag(_ tag: NielsenID3Tag, nullContentIDs: Set<String>) -> Bool {
        var isNew = identifiers.isEmpty
        var isRecognized = false
        for side in NielsenID3Run.Side.allCases {
            let identifier = tag.contentID(side)
            guard !nullContentIDs.contains(identifier) else { continue }
            isRecognized = true
            // An identifier that was not recognized before is news of the same stream.
            if let known = identifiers[side], known != identifier { isNew = true }
            identifiers[side] = identifier
        }
        guard isRecognized else { return false }
        self.tag = tag
        if isNew {
            flag = nil
            open.removeAll()
        }
        return isNew
    }

    /// Records a request.
    mutating func asked(_ id: String) {
        if open.count >= Self.maximumOpen { open.removeFirst() }
        open.append(id)
    }

    /// Handles an answer.
    ///
    /// - Returns: False where it is about identifiers that are gone.
    mutating func applyFlag(_ flag: String, answering id: String) -> Bool {
        guard let index = open.firstIndex(of: id) else { return false }
        open.remove(at: index)
        self.flag = flag
        return true
    }
}
