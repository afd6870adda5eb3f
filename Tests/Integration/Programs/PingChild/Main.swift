// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// An app that tests start in a process of its own.
///
/// `PingChild FOLDER URL COUNT UNTIL` measures so many pages, with one ping each to the address and one for the
/// session, and keeps everything in the folder. It prints `error CODE` for each error that its delegate receives, and
/// ends with `pending COUNT sent COUNT working BOOL` when nothing waits any more (UNTIL is `sent`), when an error was
/// received (UNTIL is its code), or after a minute.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let count = Int(arguments[3]) else {
            FileHandle.standardError.write(Data("usage: PingChild FOLDER URL COUNT sent|CODE\n".utf8))
            exit(2)
        }
        let environment = NielsenEnvironment.app(
            storage: .folder(URL(fileURLWithPath: arguments[1], isDirectory: true)),
            configuration: try configuration(url: arguments[2]),
            log: .disabled
        )
        let delegate = Printer()
        let api = try NielsenAppApi.make(appInfo: ["appid": "PX"], delegate: delegate, environment: environment)
        for page in 0..<count {
            api.loadMetadata(["type": "static", "section": "page \(page)"])
        }
        let goal = Int(arguments[4])
        for _ in 0..<3_000 {
            if let goal, delegate.codes.contains(goal) { break }
            if goal == nil, environment.delivery?.summary().pending == 0 { break }
            Thread.sleep(forTimeInterval: 0.02)
        }
        guard let summary = environment.delivery?.summary() else { return }
        print(line: "pending \(summary.pending) sent \(summary.sent) working \(summary.isDatabaseWorking)")
        withExtendedLifetime(api) {}
    }

    private static func configuration(url: String) throws -> NielsenConfiguration {
        let text = """
            {
              "schema": "launch-hub.sdk-configuration", "version": 1,
              "thresholds": {"pendingPingsDelay": 0, "offlinePingsLimit": 10000},
              "delivery": {"requestTimeout": 5, "databaseBytesLimit": 0, "databasePatience": 1},
              "products": [
                {"product": "session", "processors": [{"cadence": "session", "template": "gn"}]},
                {"product": "dcrStatic", "types": ["static"],
                 "processors": [{"cadence": "impression", "prefix": "V", "at": "view", "template": "gn"}]}
              ],
              "templates": {"gn": {"url": "\(url)", "parameters": ["id=|!nol_sessionId!|"]}}
            }
            """
        return try NielsenConfiguration(jsonData: Data(text.utf8))
    }

    /// One call, unbuffered, so that what was printed is out when the process is killed.
    fileprivate static func print(line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

private final class Printer: NSObject, NielsenAppApiDelegate, Sendable {
    private let heard = Locked<[Int]>([])

    var codes: [Int] { heard.withLock { $0 } }

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        let code = error["errorCode"] as? Int ?? 0
        Main.print(line: "error \(code)")
        heard.withLock { $0.append(code) }
    }
}
