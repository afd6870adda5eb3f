// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A third place for a user's choices, which stays where the folder goes: Apple TV purges it, and no backup has it.
package struct ChoiceCopy: Sendable {
    /// Returns what was kept; nil if nothing was.
    package let read: @Sendable () -> Data?
    /// Keeps bytes in the place of what was kept.
    package let write: @Sendable (Data) -> Void
    /// Returns what is a choice among the values of the doubled keys.
    package let choices: @Sendable (JSONObject) -> JSONObject

    package init(
        read: @escaping @Sendable () -> Data?,
        write: @escaping @Sendable (Data) -> Void,
        choices: @escaping @Sendable (JSONObject) -> JSONObject = { $0 }
    ) {
        self.read = read
        self.write = write
        self.choices = choices
    }

    /// The copy in the user defaults of an app on Apple systems, under `launch-hub`, the names of the folder and the file.
    ///
    /// The whole path would be another one on a restored device.
    ///
    /// - Parameters:
    ///   - file: The file whose choices are kept.
    ///   - choices: Returns what is a choice among the values of the doubled keys.
    /// - Returns: Nil on other systems.
    package static func inSettings(
        of file: URL,
        choices: @escaping @Sendable (JSONObject) -> JSONObject = { $0 }
    ) -> ChoiceCopy? {
        #if canImport(Darwin)
            let folder = file.deletingLastPathComponent().lastPathComponent
            let key = "launch-hub.\(folder).\(file.lastPathComponent)"
            return ChoiceCopy(
                read: { UserDefaults.standard.data(forKey: key) },
                write: { UserDefaults.standard.set($0, forKey: key) },
                choices: choices
            )
        #else
            return nil
        #endif
    }
}
