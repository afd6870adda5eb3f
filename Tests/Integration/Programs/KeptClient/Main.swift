// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import NielsenAppApi
import NielsenAppSDKExtension

/// An app that does what its arguments say, one after the other, over the folder that is the first of them.
///
/// Tests start it two or three times in a row or at once, and kill it in between. What it is asked for it prints, a line
/// each.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first else { usage("no folder") }
        let app = App(folder: URL(fileURLWithPath: folder, isDirectory: true))
        for argument in arguments.dropFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            try app.perform(parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    static func usage(_ what: String) -> Never {
        FileHandle.standardError.write(Data("\(what): no such operation, or it failed\n".utf8))
        exit(2)
    }
}

/// Writes a line at once, so that what was printed is out when the process is killed.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}
