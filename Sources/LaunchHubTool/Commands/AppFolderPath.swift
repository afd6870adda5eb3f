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
            throw UsageError("the folder is missing; name it, or set LAUNCH_HUB_FOLDER.")
        }
        switch FileManager.default.isFolder(path) {
        case true?: return URL(fileURLWithPath: path, isDirectory: true)
        case false?: throw UsageError("\(path) is a file; name the folder of an app.")
        case nil: throw UsageError("No such folder: \(path). An app creates it when it first stores something.")
        }
    }
}
