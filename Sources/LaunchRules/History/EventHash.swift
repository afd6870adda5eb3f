// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension JSONObject {
    /// Returns the documented hash of the data, under which a record of it is known elsewhere.
    ///
    /// It is FNV-1a with 32 bits over `path:text` of every leaf, in the order of the paths and with nothing in between.
    /// Different data may therefore have one hash, as `{"a": "1", "b": "2"}` and `{"a": "1b:2"}` do. The history itself
    /// tells them apart.
    ///
    /// - Parameter mask: The paths that count, such as `show.id`; nil for all.
    /// - Returns: The hash; 0 if there is nothing to hash, which is not recorded.
    public func eventHash(mask: [String]? = nil) -> UInt32 {
        RuleHistoryContent(self, mask: mask).eventHash
    }
}

extension RuleHistoryContent {
    /// The documented hash; 0 without pairs.
    package var eventHash: UInt32 {
        guard !isEmpty else { return 0 }
        var hash: UInt32 = 2_166_136_261
        func add(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        }
        for pair in pairs {
            add(pair.path)
            add(":")
            add(pair.text)
        }
        return hash
    }
}
