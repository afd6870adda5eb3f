// SPDX-License-Identifier: Apache-2.0

import HubServices

/// A day and an app whose rows of a table lie in a folder of their own.
struct ExportPartition: Sendable, Hashable, Comparable {
    let table: ExportTable
    /// The day in UTC, such as `2026-11-23`.
    let day: String
    /// The app id; empty if it is unknown.
    let app: String

    /// The longest name that a folder gets; file systems allow 255 bytes.
    private static let longestName = 160
    /// What engines take for the absence of a value.
    private static let absent = "__HIVE_DEFAULT_PARTITION__"

    /// The path of the folder below that of the export.
    var path: String { "\(table.rawValue)/day=\(day)/app=\(Self.name(of: app))" }

    static func < (left: ExportPartition, right: ExportPartition) -> Bool {
        (left.table.rawValue, left.day, left.app) < (right.table.rawValue, right.day, right.app)
    }

    /// Returns an app id as a part of the name of a folder.
    ///
    /// Everything but letters, digits and `-._~` is percent-encoded, as engines expect, so that no app id leads out of its
    /// folder. A very long one is cut and gets its hash, so that different ones remain different.
    static func name(of app: String) -> String {
        if app.isEmpty { return absent }
        // A name that is the mark of absence would be read as one.
        let name = app == absent ? "%5F" + app.dropFirst() : PercentEncoding.encode(app)
        guard name.utf8.count > longestName else { return name }
        let hash = (HashAlgorithm.sha256.hex(of: app) ?? "").prefix(32)
        var cut = ""
        // By whole characters of Unicode: engines that decode the name may refuse what is no UTF-8.
        for scalar in app.unicodeScalars {
            let next = PercentEncoding.encode(String(scalar))
            guard cut.utf8.count + next.utf8.count <= longestName - 40 else { break }
            cut += next
        }
        return cut + "~" + hash
    }
}
