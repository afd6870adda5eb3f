// SPDX-License-Identifier: Apache-2.0

import Foundation

@main
enum Main {
    static func main() async {
        StandardStreams.ignorePipeSignal()
        StandardStreams.keepDescriptors()
        let code = await Tool.run(Array(CommandLine.arguments.dropFirst()), Console())
        exit(code.rawValue)
    }
}
