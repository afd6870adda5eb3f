// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import TestSupport

    /// Type-checks the SDK as on a system that has Apple's frameworks, against stubs of the names that adapters use.
    ///
    /// The stubs are built in a folder of their own, so that nothing but this finds them.
    struct AdapterCompiler {
        /// Which frameworks a system has.
        enum System: String, CaseIterable {
            case iOS
            case tvOS

            /// In the order in which they are built.
            var frameworks: [String] {
                switch self {
                case .iOS: ["Network", "CoreMedia", "UIKit", "AVFoundation", "AVKit", "SwiftUI", "WebKit"]
                case .tvOS: ["Network", "CoreMedia", "UIKit", "AVFoundation", "AVKit", "SwiftUI"]
                }
            }
        }

        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        static let root = PackageFolder.root
        static let sources = root.appending(path: "Sources/NielsenAppApi")

        /// What the package manager calls the package: its folder.
        static let packageName = String(
            root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
        )

        /// Where the package was built; nil where its modules are not beside the tests.
        static let build: URL? = BuildFolder.candidates.first { folder in
            FileManager.default.fileExists(atPath: folder.appending(path: "Modules/HubServices.swiftmodule").path)
        }

        /// The compiler of the search path.
        static let compiler: URL? = {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "swiftc") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        }()

        static var isAvailable: Bool { build != nil && compiler != nil }

        /// The files that are behind a framework.
        static var adapters: [URL] {
            get throws {
                try swiftFiles.filter { file in
                    let text = try String(contentsOf: file, encoding: .utf8)
                    return ["UIKit", "AVFoundation", "AVKit", "SwiftUI", "WebKit", "Network"].contains {
                        text.contains("canImport(\($0))")
                    }
                }
            }
        }

        private static var swiftFiles: [URL] {
            let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
            return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
                .sorted { $0.path < $1.path }
        }

        let folder: URL

        /// Builds the stubs of a system's frameworks.
        init(_ system: System) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "apple-stubs-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for framework in system.frameworks {
                let source = Self.root.appending(path: "Tests/Support/AppleStubs/\(framework).swift")
                let module = folder.appending(path: "\(framework).swiftmodule")
                let said = try run(
                    [
                        "-swift-version", "6", "-parse-as-library", "-emit-module", "-module-name", framework, "-I",
                        folder.path, "-o", module.path,
                    ] + Self.features + [source.path]
                )
                guard said.isEmpty else { throw Failure(description: "the stub \(framework): \(said)") }
            }
        }

        func removeStubs() {
            try? FileManager.default.removeItem(at: folder)
        }

        static let features = [
            "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
        ].flatMap { ["-enable-upcoming-feature", $0] }

        /// Type-checks the adapters with the rest of the module, with warnings as errors.
        ///
        /// - Parameter change: A name in one file that is replaced before.
        /// - Returns: The output of the compiler; empty if there are no errors.
        /// - Throws: An error if the package is not built, a file cannot be read or the compiler cannot be started.
        func check(_ change: (file: String, right: String, wrong: String)? = nil) throws -> String {
            guard let build = Self.build else { throw Failure(description: "the package is not built") }
            var primary = try Self.adapters
            let embedded = build.appending(path: "NielsenAppApi.build/DerivedSources/embedded_resources.swift")
            let others = Self.swiftFiles.filter { !primary.contains($0) } + [embedded]
            if let change, let index = primary.firstIndex(where: { $0.lastPathComponent == change.file }) {
                let text = try String(contentsOf: primary[index], encoding: .utf8)
                guard text.contains(change.right) else { throw Failure(description: "\(change.right) is nowhere") }
                primary[index] = folder.appending(path: change.file)
                let changed = text.replacingOccurrences(of: change.right, with: change.wrong)
                try changed.write(to: primary[index], atomically: true, encoding: .utf8)
            }
            return try run(
                [
                    "-frontend", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library",
                    "-package-name", Self.packageName, "-module-name", "NielsenAppApi",
                ] + moduleFlags(build) + Self.features + primary.flatMap { ["-primary-file", $0.path] }
                    + others.map(\.path)
            )
        }

        /// Where the stubs and the package's modules are.
        func moduleFlags(_ build: URL) -> [String] {
            let modules = Self.root.appending(path: "Sources")
            let systemLibraries = ["CCrypto", "CCurl", "CSQLite"].flatMap { ["-I", modules.appending(path: $0).path] }
            let headers = ["CAtomics", "CTimer"].flatMap { name in
                ["-Xcc", "-fmodule-map-file=\(build.appending(path: "\(name).build/module.modulemap").path)"]
            }
            return ["-I", folder.path, "-I", build.appending(path: "Modules").path] + systemLibraries + headers
        }

        /// Runs the compiler or another program; what it says, and that it failed where it says nothing.
        func run(_ words: [String], of program: URL? = Self.compiler) throws -> String {
            let output = folder.appending(path: "output-\(UUID().uuidString)")
            try Data().write(to: output)
            let process = Process()
            process.executableURL = program
            process.arguments = words
            let handle = try FileHandle(forWritingTo: output)
            process.standardOutput = handle
            process.standardError = handle
            try process.run()
            process.waitUntilExit()
            let said = try String(contentsOf: output, encoding: .utf8)
            return process.terminationStatus != 0 && said.isEmpty ? "the program failed without a word" : said
        }
    }
#endif
