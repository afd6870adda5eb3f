// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// A configuration as downloaded, and an update: both resolve to the same values however often they are applied.
struct HubConfigurationTarget: FuzzTarget {
    func run(_ input: Data) {
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let file = lines.first.flatMap({ FuzzChecks.object(Data($0)) }) else { return }
        let update = lines.count > 1 ? FuzzChecks.object(Data(lines[1])) ?? [:] : [:]
        var layers = ConfigurationLayers()
        _ = layers.setBundled(file)
        require(!layers.setBundled(file), "the same file is a change")
        _ = layers.updateProgrammatic(update)
        require(!layers.updateProgrammatic(update), "the same update is a change")
        for environment in ConfigurationEnvironment.allCases {
            let resolved = layers.resolved(environment: environment)
            for value in layers.values(environment: environment) {
                require(resolved[value.key] == value.value, "\(value.key) has two values")
                require(
                    layers.value(forKey: value.key, environment: environment)?.value == value.value,
                    "\(value.key) has another value when it is asked for alone"
                )
            }
        }
        for entry in update {
            if let name = ConfigurationEnvironment.key(standingBehind: entry.key) {
                require(!name.isEmpty, "an environment stands before no key")
            }
        }
        _ = layers.setProgrammatic([:])
        require(!layers.setProgrammatic([:]), "there was something to clear after all was cleared")
    }
}
