// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The ratio that each key figure may have, by group and name.
struct Thresholds {
    private let ratios: [String: [String: Double]]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads `{"group": {"figure": ratio}}`.
    init(file: URL, groups: [BenchGroup]) throws {
        var ratios: [String: [String: Double]] = [:]
        for (group, figures) in try JSONObject(jsonData: Data(contentsOf: file)).entries {
            for (figure, ratio) in figures.objectValue?.entries ?? [] {
                guard let ratio = ratio.doubleValue else { throw Failure(description: "\(group) has no ratios") }
                ratios[group, default: [:]][figure] = ratio
            }
        }
        for group in groups where ratios[group.name] == nil {
            throw Failure(description: "the group \(group.name) has no thresholds")
        }
        self.ratios = ratios
    }

    subscript(group: String, figure: String) -> Double? { ratios[group]?[figure] }

    /// Whether each figure that has a threshold keeps it, and each threshold has a figure.
    func areMet(by figures: [Figure], of group: BenchGroup) -> Bool {
        (ratios[group.name] ?? [:]).allSatisfy { name, allowed in
            figures.contains { $0.name == name && $0.ratio <= allowed }
        }
    }
}
