// SPDX-License-Identifier: Apache-2.0

import Foundation
import Models

/// `ModelRunner STEPS SEED [NAME ...]`: runs model checks and says how far each got.
@main
enum Main {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let steps = Int(arguments[0]), steps > 0, let seed = UInt64(arguments[1]) else {
            print("usage: ModelRunner STEPS SEED [NAME ...]; the names are", ModelChecks.all.map { $0.name })
            exit(2)
        }
        let names = arguments.dropFirst(2)
        if let unknown = names.first(where: { name in !ModelChecks.all.contains { $0.name == name } }) {
            print("there is no model \(unknown); the names are", ModelChecks.all.map { $0.name })
            exit(2)
        }
        var failures = 0
        for check in ModelChecks.all where names.isEmpty || names.contains(check.name) {
            let began = Date()
            let failure = check.run(steps: steps, seed: seed)
            let seconds = Date().timeIntervalSince(began)
            if let failure {
                failures += 1
                print(failure)
            } else {
                let rate = Int(Double(steps) / max(seconds, 0.001))
                print("\(check.name): \(steps) steps, seed \(seed), \(Int(seconds)) s, \(rate) a second")
            }
        }
        exit(failures == 0 ? 0 : 1)
    }
}
