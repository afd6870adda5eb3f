// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The names of the Video Spec, and what was probably meant by others.
enum VideoSpecNames {
    /// The documented event that has no meaning for the SDK.
    private static let qualityUpdated = "Video Quality Updated"
    static let all = VideoEvent.allCases.map(\.rawValue) + [qualityUpdated]

    /// Returns whether a name is documented, in any spelling.
    static func isDocumented(_ name: String) -> Bool {
        VideoEvent(named: name) != nil
            || SegmentKey.folded(String(name.prefix(64))) == SegmentKey.folded(qualityUpdated)
    }

    /// Returns the documented names that an undocumented one was probably meant to be.
    ///
    /// - Parameter name: The name of any event.
    /// - Returns: At least one name for an event that begins with `Video`, or that is nearly a documented one; nil for
    ///   a documented one and for events of other kinds.
    static func meant(by name: String) -> [String]? {
        guard !isDocumented(name), let closest = Suggestion.closest(spaced(name), among: all) else { return nil }
        guard beginsWithVideo(name) || closest.changes <= 2 else { return nil }
        guard closest.changes > 2 else { return [closest.name] }
        // Of "Video Started" nobody knows what started.
        let own = Set(words(of: spaced(name)))
        let longer = all.filter { own.isSubset(of: Set(words(of: $0))) }
        let fewest = longer.map { words(of: $0).count }.min()
        let shortest = longer.filter { words(of: $0).count == fewest }
        return own.count > 1 && (1...4).contains(shortest.count) ? shortest : [closest.name]
    }

    private static func words(of name: String) -> [Substring] { name.lowercased().split(separator: " ") }

    /// Whether the first word of a name is Video.
    private static func beginsWithVideo(_ name: String) -> Bool {
        let name = name.drop { $0 == " " }
        guard name.prefix(5).lowercased() == "video" else { return false }
        guard let next = name.dropFirst(5).first else { return true }
        return !(next.isLetter && next.isLowercase)
    }

    /// A name with blanks between its words, however it writes them.
    private static func spaced(_ name: String) -> String {
        var text = ""
        var wasLower = false
        for character in name.prefix(64) {
            if character == "_" || character == "-" {
                text += " "
            } else {
                if wasLower, character.isUppercase { text += " " }
                text.append(character)
            }
            wasLower = character.isLowercase
        }
        return text
    }
}
