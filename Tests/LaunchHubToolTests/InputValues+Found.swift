// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import TestSupport

@testable import LaunchHubTool

extension InputValues {
    /// Returns the values of a file with their lines and columns, and its faults with theirs.
    static func found(in data: Data, sentences: Bool = false) throws -> [String] {
        let folder = try TemporaryFolder()
        try data.write(to: folder.file("values.json"))
        var values = try InputValues(folder.file("values.json").path)
        var found: [String] = []
        try values.forEach { item in
            switch item.content {
            case .success(let value): found.append("\(item.line):\(item.column) \(value.jsonText)")
            case .failure(let fault):
                found.append("\(fault.line):\(fault.column) \(sentences ? fault.text : "\(fault.reason)")")
            }
        }
        return found
    }

    /// Returns the values of a text with their lines and columns, and its faults with theirs.
    static func found(in text: String, sentences: Bool = false) throws -> [String] {
        try found(in: Data(text.utf8), sentences: sentences)
    }
}
