// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What products weigh in a program: the sections of their objects, and of all that they need, that are loaded.
///
/// That is what remains in a static program without symbols, before the linker leaves out what the program does not use.
enum SizeGroup {
    static let group = BenchGroup("size") { _ in
        products.map { name, modules in
            let mebibytes = modules.reduce(0) { $0 + loadedBytes(of: $1) } / 1_048_576
            return Figure(name: name, unit: "MiB", floor: "1 MiB", runs: [Figure.Pair(cost: mebibytes, floor: 1)])
        }
    }

    private static let products = [
        ("LaunchHub", hub), ("ACPCore", core), ("NielsenAppApi", sdk),
        ("SegmentNielsenDCR", sdk + ["SegmentNielsenDCR"]),
        ("NielsenAppSDKExtension", core + sdk.filter { !core.contains($0) } + ["NielsenAppSDKExtension"]),
    ]
    private static let services = ["CAtomics", "CTimer", "HubServices"]
    private static let hub = services + ["LaunchHub"]
    private static let core =
        hub + ["HubStorage", "LaunchRules", "ACPCoreBase", "ACPIdentity", "ACPLifecycle", "ACPSignal", "ACPCore"]
    private static let sdk =
        services + [
            "HubStorage", "NielsenModel", "NielsenMeasurement", "NielsenPings", "NielsenDelivery", "NielsenAppApi",
        ]

    /// The objects of a module stand beside this program; infinite where there are none, which is more than any limit.
    private static func loadedBytes(of module: String) -> Double {
        let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let folder = program.deletingLastPathComponent().appending(path: "\(module).build")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let objects = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "o" }
        guard !objects.isEmpty else { return .infinity }
        return objects.reduce(0) { $0 + ((try? Data(contentsOf: $1)).map(loadedBytes(ofObject:)) ?? .infinity) }
    }

    /// Adds up the sections of an ELF object of 64 bits that are loaded.
    private static func loadedBytes(ofObject object: Data) -> Double {
        func number(_ offset: Int, _ bytes: Int) -> Int {
            guard offset >= 0, bytes <= object.count, offset <= object.count - bytes else { return 0 }
            return object[offset..<offset + bytes].reversed().reduce(0) { $0 &<< 8 | Int($1) }
        }
        let headers = (first: number(0x28, 8), size: number(0x3A, 2), count: number(0x3C, 2))
        let isLoaded = 2
        return (0..<headers.count).reduce(0) { sum, index in
            let header = headers.first &+ index * headers.size
            return number(header &+ 8, 8) & isLoaded == 0 ? sum : sum + Double(number(header &+ 0x20, 8))
        }
    }
}
