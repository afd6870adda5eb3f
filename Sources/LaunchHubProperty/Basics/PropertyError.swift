// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The reason why a property cannot be read, changed or built.
package struct PropertyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault, for programs.
    package enum Code: String, Sendable, Hashable {
        /// A name is not valid, or is taken.
        case name
        /// There is no such property, resource, library, environment or build.
        case unknown
        /// A setting has a key that its extension does not have.
        case key
        /// A setting has a value that its key does not take.
        case value
        /// A key or a value looks like a secret, which no published file may hold.
        case secret
        /// A rule is not valid.
        case rule
        /// What a build needs is missing.
        case incomplete
        /// A file cannot be read or written.
        case file
        /// A published file is not what the last build wrote.
        case edited
        /// Another process is changing the property.
        case busy
    }

    package let code: Code
    /// A description of what is wrong, where, and what would be right.
    package let description: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of fault.
    ///   - description: What is wrong, where, and what would be right: a clause without a full stop. Control characters
    ///     in it are shown by their codes.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = VisibleText.line(description)
    }

    /// Makes the error of a name that nothing has.
    ///
    /// - Parameters:
    ///   - what: What is named, such as `library`.
    ///   - name: The name.
    ///   - names: The names that there are.
    /// - Returns: The error, with what was probably meant.
    static func unknown(_ what: String, _ name: String, among names: [String]) -> PropertyError {
        let known = names.isEmpty ? "there is none yet" : "there are \(names.joined(separator: ", "))"
        return PropertyError(
            .unknown,
            "there is no \(what) \"\(name)\"; \(known)." + Suggestion.text(name, among: names)
        )
    }
}
