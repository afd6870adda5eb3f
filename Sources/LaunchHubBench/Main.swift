// SPDX-License-Identifier: Apache-2.0

import Foundation

@main
enum Main {
    static func main() {
        switch CommandLineRequest(arguments: Array(CommandLine.arguments.dropFirst()), catalogue: Catalogue.groups) {
        case .list:
            print(Catalogue.listing)
        case .refuse(let message):
            FileHandle.standardError.write(Data("launchhub-bench: \(message)\n\n\(Catalogue.usage)\n".utf8))
            exit(2)
        case .run(let calls, let isQuick):
            let session = Session(isQuick: isQuick)
            for call in calls { call.group.run(session, call.sizes) }
        }
    }
}
