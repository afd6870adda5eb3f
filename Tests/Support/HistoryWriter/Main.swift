// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchRules

/// A process that tests start and kill: `HistoryWriter PATH FIRST` records numbers without end, and prints each once it is
/// stored.
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let first = Int64(arguments[2]) else {
            FileHandle.standardError.write(Data("usage: HistoryWriter PATH FIRST\n".utf8))
            exit(2)
        }
        let limits = HubHistoryLimits(age: nil, count: .max, bytes: .max)
        let history = HubEventHistory(location: .file(URL(fileURLWithPath: arguments[1])), limits: limits)
        for number in first... {
            try await history.recordHistoricalEvent(["number": .int(number)], at: number)
            // One call, unbuffered, so that what was printed is out when the process is killed.
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}
