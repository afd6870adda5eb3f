// SPDX-License-Identifier: Apache-2.0

/// The id under which a build of a Launch property publishes its configuration, validated for use in a URL and a path.
///
/// It consists of one or more names separated by `/`; each contains only ASCII letters, digits, `-`, `_` and `.`:
///
/// ```swift
/// let id = try AppIdentifier("launch-EN1234-development")
/// let nested = try AppIdentifier("b5cbd1a1220e/1857ef6cacb5/launch-2594f26b23cd-development")
/// ```
///
/// An invalid id is refused rather than repaired: an id is usually pasted from a web page, and one that was silently
/// changed would fetch another property's configuration or none.
///
/// Source: "DCR & DTVR iOS Adobe Launch Extension", "Obtain Mobile Installation Instructions" and "Integration".
package struct AppIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The largest number of characters in an id.
    package static let maximumLength = 256

    /// The id as it was passed.
    package let text: String

    /// Makes an id.
    ///
    /// - Parameter text: The id as the property's installation instructions show it, 1 to ``maximumLength`` characters.
    /// - Throws: ``AppIdentifierError``, which says what is wrong and where.
    package init(_ text: String) throws(AppIdentifierError) {
        if let defect = AppIdentifier.firstDefect(in: text) {
            throw AppIdentifierError(defect, text: text)
        }
        self.text = text
    }

    /// The id as it was passed.
    package var description: String { text }

    private static func firstDefect(in text: String) -> AppIdentifierError.Reason? {
        if text.isEmpty { return .empty }
        let count = text.unicodeScalars.count
        if count > maximumLength { return .tooLong(count) }
        if text.unicodeScalars.first == "/" { return .absolutePath }
        for (offset, scalar) in text.unicodeScalars.enumerated() where !isAllowed(scalar) {
            return .character(scalar, offset: offset)
        }
        var offset = 0
        for component in text.split(separator: "/", omittingEmptySubsequences: false) {
            if component.isEmpty { return .emptyComponent(offset: offset) }
            if component == "." || component == ".." { return .dotComponent(String(component), offset: offset) }
            offset += component.utf8.count + 1
        }
        return nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/": true
        default: false
        }
    }
}
