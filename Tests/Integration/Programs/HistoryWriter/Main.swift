// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchRules

/// A process that tests start and kill: `HistoryWriter PATH FIRST [COUNT]` records numbers, without end unless there is a
/// count, and prints each once it is stored.
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let first = Int64(arguments[2]) else {
            FileHandle.standardError.write(Data("usage: HistoryWriter PATH FIRST [COUNT]\n".utf8))
            exit(2)
        }
        let history = HubEventHistory(
            file: URL(fileURLWithPath: arguments[1]),
            maximumAge: nil,
            maximumCount: .max,
            maximumBytes: .max
        )
        let count = arguments.count > 3 ? Int(arguments[3]) : nil
        for number in first..<(count.map { first + Int64($0) } ?? .max) {
            do {
                try await history.recordHistoricalEvent(["number": .int(number)], at: number)
            } catch {
                // Another process had the file for too long. The record waits in memory, and is stored at the next try.
                while (try? await history.flush()) == nil { try await Task.sleep(for: .milliseconds(10)) }
            }
            // One call, unbuffered, so that what was printed is out when the process is killed.
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
        history.close()
    }
}
