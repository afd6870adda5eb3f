// SPDX-License-Identifier: Apache-2.0

/// The request of a command line.
enum CommandLineRequest {
    /// One group, and the sizes that were named behind it.
    struct Call {
        let group: BenchGroup
        var sizes: [Int]
    }

    /// Say which groups there are.
    case list
    /// Say what is wrong with the command line.
    case refuse(String)
    /// Run groups, in order.
    case run([Call], isQuick: Bool)

    init(arguments: [String], catalogue: [BenchGroup]) {
        var calls: [Call] = []
        var isQuick = false
        for argument in arguments {
            if argument == "--list" || argument == "--help" {
                self = .list
                return
            }
            if argument == "--quick" {
                isQuick = true
            } else if argument == "all" {
                calls += catalogue.map { Call(group: $0, sizes: []) }
            } else if let size = Int(argument), let last = calls.indices.last {
                guard calls[last].group.takesSizes, size > 0 else {
                    self = .refuse("\(calls[last].group.name) does not take the size \(size)")
                    return
                }
                calls[last].sizes.append(size)
            } else if let group = (catalogue + Catalogue.hidden).first(where: { $0.name == argument }) {
                calls.append(Call(group: group, sizes: []))
            } else {
                self = .refuse("there is no group \"\(argument)\"")
                return
            }
        }
        self = calls.isEmpty ? .refuse("name at least one group") : .run(calls, isQuick: isQuick)
    }
}
