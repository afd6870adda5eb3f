// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine

/// The program that runs apps for a long time, by a clock of its own or by the machine's.
@main
struct Main: Sendable {
    private enum Kind: String, CaseIterable {
        case virtual
        case real
    }

    private static let syntax = CommandSyntax(
        "Soak",
        summary: "run apps for a long time",
        discussion: ["Runs apps in virtual time or in real time, and ends with 1 where something did not hold."],
        for: Main.init
    ) {
        $0.argument(\.kind, .choice("KIND"), "virtual or real")
        $0.argument(\.length, .number("LENGTH", in: 1...1_000_000), "hours of virtual time, or seconds")
        $0.argument(\.instances, .number("INSTANCES", in: 1...1_000), "how many apps there are")
        $0.argument(\.seed, .number("SEED", in: 0...UInt64.max), "what happens is drawn from this")
    }

    private var kind = Kind.virtual
    private var length = 0
    private var instances = 0
    private var seed: UInt64 = 0

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard !CommandOutline.asksForHelp(words) else { return print(syntax.outline.help()) }
        let command: Main
        do throws(UsageError) {
            command = try syntax.parse(words)
        } catch {
            SoakProcess.print("Soak: \(error)")
            exit(2)
        }
        let faults = try command.run()
        for fault in faults.prefix(20) { SoakProcess.print("NOT HELD  \(fault)") }
        SoakProcess.print(faults.isEmpty ? "all held" : "\(faults.count) did not hold")
        exit(faults.isEmpty ? 0 : 1)
    }

    private func run() throws -> [String] {
        switch kind {
        case .virtual:
            var soak = try VirtualSoak(hours: length, instances: instances, seed: seed)
            return try soak.run()
        case .real:
            return try RealSoak(seconds: length, instances: instances, seed: seed).run()
        }
    }
}
