// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices

/// The folder of an app, as command lines name it.
enum AppFolderPath {
    /// Returns the folder of an app.
    ///
    /// - Parameter path: The folder; nil for the one in `LAUNCH_HUB_FOLDER`.
    /// - Returns: The folder.
    /// - Throws: `UsageError` if no folder is named.
    static func url(_ path: String?) throws(UsageError) -> URL {
        let path = path ?? ProcessRights.variables["LAUNCH_HUB_FOLDER"] ?? ""
        guard !path.isEmpty else {
            throw UsageError(description: "the folder is missing; name it, or set LAUNCH_HUB_FOLDER.")
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw UsageError(
                description: "No such folder: \(path). An app creates it when it first stores something."
            )
        }
        guard isFolder.boolValue else {
            throw UsageError(description: "\(path) is a file; name the folder of an app.")
        }
        return URL(fileURLWithPath: path, isDirectory: true)
    }
}
