// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The SDK against a second account of what is credited and told, on random evenings.
struct OracleTests {
    /// How many scripts are played; more with `ORACLE_SCRIPTS` in the process's environment.
    private static let scripts = ProcessInfo.processInfo.environment["ORACLE_SCRIPTS"].flatMap(Int.init) ?? 80

    @Test(arguments: 0..<4)
    func whatIsCreditedAndToldIsAsDocumented(_ part: Int) throws {
        let configuration = try #require(OracleRun.configuration)
        var found: [String] = []
        for seed in part * Self.scripts / 4..<(part + 1) * Self.scripts / 4 {
            let steps = OracleScript.make(seed: UInt64(seed))
            guard try OracleRun.difference(steps, configuration) != nil else { continue }
            let fewest = try OracleRun.shrunk(steps, configuration)
            let difference = try OracleRun.difference(fewest, configuration) ?? ""
            found.append("script \(seed): " + fewest.map(\.description).joined(separator: "; ") + "\n    " + difference)
            if found.count == 3 { break }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n  "))")
    }
}
