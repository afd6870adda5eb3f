// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import HubStorage

/// A process that tests start and kill.
///
/// - `write PATH STREAMS` queues hits without end and prints `STREAM ID NUMBER` once each is stored.
/// - `send PATH` sends what is in the file, prints `ID` before it answers, and ends when nothing is left.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "write" where arguments.count == 4:
            try write(path: arguments[2], streams: max(1, Int(arguments[3]) ?? 1))
        case "send" where arguments.count == 3:
            send(path: arguments[2])
        default:
            FileHandle.standardError.write(Data("usage: HitQueueWriter write PATH STREAMS | send PATH\n".utf8))
            exit(2)
        }
    }

    private static func write(path: String, streams: Int) throws {
        let queue = HitQueue(
            location: .file(URL(fileURLWithPath: path)),
            processor: PrintingProcessor(),
            configuration: HitQueue.Configuration(limits: HitQueueLimits(count: .max)),
            privacy: .unknown
        )
        for number in 0... {
            let stream = "s\(number % streams)"
            let draft = HitQueue.Draft(payload: Data("\(number)".utf8), stream: stream)
            if case .stored(let id) = try queue.enqueue(draft) {
                print(line: "\(stream) \(id) \(number)")
            }
        }
    }

    private static func send(path: String) {
        let queue = HitQueue(
            location: .file(URL(fileURLWithPath: path)),
            processor: PrintingProcessor(),
            configuration: HitQueue.Configuration(
                limits: HitQueueLimits(count: .max),
                busyTimeout: .seconds(10)
            )
        )
        while queue.summary().count > 0 {
            Thread.sleep(forTimeInterval: 0.005)
        }
        queue.close()
    }

    /// One call, unbuffered, so that what was printed is out when the process is killed.
    fileprivate static func print(line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

/// Prints what it sends.
private struct PrintingProcessor: HitProcessor {
    func process(_ hit: HitQueue.Hit, completion: @escaping @Sendable (HitAnswer) -> Void) {
        Main.print(line: hit.id)
        completion(.sent)
    }
}
