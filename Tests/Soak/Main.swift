// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `Soak virtual HOURS INSTANCES SEED` or `Soak real SECONDS INSTANCES SEED`.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        guard let kind = arguments.first, numbers.count == 3 else {
            SoakProcess.print("usage: Soak virtual HOURS INSTANCES SEED | Soak real SECONDS INSTANCES SEED")
            exit(2)
        }
        let faults: [String]
        switch kind {
        case "virtual":
            var soak = try VirtualSoak(hours: numbers[0], instances: numbers[1], seed: UInt64(numbers[2]))
            faults = try soak.run()
        case "real":
            let soak = try RealSoak(seconds: numbers[0], instances: numbers[1], seed: UInt64(numbers[2]))
            faults = try soak.run()
        default:
            SoakProcess.print("there is no soak \(kind); use virtual or real")
            exit(2)
        }
        for fault in faults.prefix(20) { SoakProcess.print("NOT HELD  \(fault)") }
        SoakProcess.print(faults.isEmpty ? "all held" : "\(faults.count) did not hold")
        exit(faults.isEmpty ? 0 : 1)
    }
}
