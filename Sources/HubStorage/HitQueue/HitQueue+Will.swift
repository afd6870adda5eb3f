// SPDX-License-Identifier: Apache-2.0

extension HitQueue {
    /// Hits that are queued only where the queue ends before it takes them back: what is open, as it is now.
    ///
    /// The next queue that opens the same file queues them, once, when the process that wrote them is gone.
    package struct Will: Sendable {
        /// What the hits are about; each key has one will.
        package let key: String
        /// The hits, in their order; none takes the will back.
        package let drafts: [Draft]

        /// Makes a will.
        package init(key: String, drafts: [Draft]) {
            self.key = key
            self.drafts = drafts
        }

        /// What takes this one back.
        var takenBack: Will { Will(key: key, drafts: []) }

        /// How many bytes its hits have.
        var bytes: Int { drafts.reduce(0) { $0 + $1.payload.count } }
    }
}
