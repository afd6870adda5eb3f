// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import Models

/// The program that runs model checks and says how far each got.
@main
struct Main: Sendable {
    private static let names = ModelChecks.all.map { $0.name }

    private static let syntax = CommandSyntax(
        "ModelRunner",
        summary: "run random steps with parts of the package and with small models of them",
        discussion: ["Runs the named model checks, or all, and ends with 1 where a part differs from its model."],
        for: Main.init
    ) {
        $0.argument(\.steps, .number("STEPS", in: 1...Int.max), "how many steps each check takes")
        $0.argument(\.seed, .number("SEED", in: 0...UInt64.max), "what the steps are drawn from")
        $0.arguments(\.chosen, name, names.joined(separator: ", "))
    }

    private static let name = ValueForm<String>(
        "NAME",
        expected: "one of \(names.joined(separator: ", "))",
        choices: names
    ) { names.contains($0) ? $0 : nil }

    private var steps = 0
    private var seed: UInt64 = 0
    private var chosen: [String] = []

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard !CommandOutline.asksForHelp(words) else { return print(syntax.outline.help()) }
        do throws(UsageError) {
            exit(try syntax.parse(words).run() ? 0 : 1)
        } catch {
            print("ModelRunner: \(error)")
            exit(2)
        }
    }

    /// Runs the checks; returns whether all held.
    private func run() -> Bool {
        var failures = 0
        for check in ModelChecks.all where chosen.isEmpty || chosen.contains(check.name) {
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
        return failures == 0
    }
}
