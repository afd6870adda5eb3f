// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// A configuration as downloaded, and an update: each key has one value, however it is asked for.
struct HubConfigurationTarget: FuzzTarget {
    func run(_ input: Data) {
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let file = lines.first.flatMap({ FuzzChecks.object(Data($0)) }) else { return }
        let update = lines.count > 1 ? FuzzChecks.object(Data(lines[1])) ?? [:] : [:]
        var layers = ConfigurationLayers()
        layers.bundled = file
        layers.programmatic = update
        for environment in ConfigurationEnvironment.allCases {
            layers.programmatic[ConfigurationEnvironment.key] = .string(environment.rawValue)
            let resolved = layers.resolved()
            for value in layers.values() {
                require(resolved[value.key] == value.value, "\(value.key) has two values")
                require(
                    layers.value(forKey: value.key)?.value == value.value,
                    "\(value.key) has another value when it is asked for alone"
                )
            }
        }
        for entry in update {
            if let name = ConfigurationEnvironment.key(standingBehind: entry.key) {
                require(!name.isEmpty, "an environment stands before no key")
            }
        }
    }
}
