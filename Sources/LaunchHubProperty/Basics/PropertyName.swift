// SPDX-License-Identifier: Apache-2.0

/// The rules for the names of properties, resources, libraries and environments.
enum PropertyName {
    /// The most characters of a name.
    static let maximumLength = 64

    /// Names that folders in `RemoteConfig` have already.
    private static let taken: Set = ["sdk"]

    /// Checks a name that becomes a part of an app id and of a path.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - what: What is named, for the message.
    /// - Throws: ``PropertyError`` of the code `name`.
    static func check(_ name: String, of what: String) throws(PropertyError) {
        let isValid =
            !name.isEmpty && name.utf8.count <= maximumLength && name.first != "." && name.first != "-"
            && name.allSatisfy { "-_.".contains($0) || $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isValid else {
            throw PropertyError(
                .name,
                "\"\(name.prefix(maximumLength))\" is not a name of \(what); use 1 to \(maximumLength) ASCII letters, "
                    + "digits, \"-\", \"_\" and \".\", and begin with a letter or a digit"
            )
        }
        guard !taken.contains(name) else {
            throw PropertyError(.name, "\"\(name)\" is the folder of the SDK's configurations; use another name")
        }
    }
}
