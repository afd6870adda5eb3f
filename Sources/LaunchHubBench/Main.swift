// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine

@main
enum Main {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do throws(UsageError) {
            try run(words)
        } catch {
            let text = "launchhub-bench: \(error) See launchhub-bench --help.\n"
            try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
            exit(2)
        }
    }

    private static func run(_ words: [String]) throws(UsageError) {
        if CommandOutline.asksForHelp(words) { return print(BenchCommand.syntax.outline.help()) }
        let command = try BenchCommand.syntax.parse(words)
        if command.isList { return print(Catalogue.listing) }
        let session = Session(isQuick: command.isQuick)
        for call in try command.calls() { call.group.run(session, call.sizes) }
    }
}
