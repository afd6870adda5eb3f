// SPDX-License-Identifier: Apache-2.0

import Foundation

@main
enum Main {
    static func main() async {
        Console.ignorePipeSignal()
        Console.keepStandardDescriptors()
        let code = await Tool.run(Array(CommandLine.arguments.dropFirst()), Console())
        exit(code.rawValue)
    }
}
