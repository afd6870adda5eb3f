// SPDX-License-Identifier: Apache-2.0

/// The extensions that are registered, in the order of their mailboxes, which is nearly always the one in which they were
/// registered.
///
/// An array and not a dictionary: there are few, and ``AddressMap`` says what one more type of key costs a hub that starts.
struct ExtensionList {
    private struct Entry {
        let mailbox: UInt64
        let record: ExtensionRecord
        /// What the initializer has asked for, until the extension is live.
        var draft: ExtensionDraft?
    }

    private var entries: [Entry] = []

    /// The extensions, in the order of their mailboxes.
    var records: [ExtensionRecord] { entries.map(\.record) }

    /// The drafts of the extensions that are not live.
    var drafts: [ExtensionDraft] { entries.compactMap(\.draft) }

    /// Returns the extension of a mailbox, or nil.
    subscript(mailbox id: UInt64) -> ExtensionRecord? { place(of: id).map { entries[$0].record } }

    /// Adds an extension, with its draft where it is being made already.
    mutating func add(_ record: ExtensionRecord, _ draft: ExtensionDraft?) {
        let id = record.mailbox.id
        entries.insert(Entry(mailbox: id, record: record, draft: draft), at: firstPlace(from: id))
    }

    /// Sets the draft of an extension.
    ///
    /// - Returns: False if the extension is not on the list.
    mutating func setDraft(_ draft: ExtensionDraft, of record: ExtensionRecord) -> Bool {
        guard let place = place(of: record.mailbox.id), entries[place].record === record else { return false }
        entries[place].draft = draft
        return true
    }

    /// Removes the extension of a mailbox.
    ///
    /// - Returns: Its draft, or nil.
    mutating func remove(mailbox id: UInt64) -> ExtensionDraft? {
        place(of: id).flatMap { entries.remove(at: $0).draft }
    }

    private func place(of id: UInt64) -> Int? {
        let place = firstPlace(from: id)
        return place < entries.count && entries[place].mailbox == id ? place : nil
    }

    /// The place of the first extension whose mailbox has this number or a higher one.
    private func firstPlace(from id: UInt64) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].mailbox < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
