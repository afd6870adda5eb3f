// SPDX-License-Identifier: Apache-2.0

import NielsenMeasurement
import NielsenModel

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
