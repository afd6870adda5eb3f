// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// A package outside of this one, which depends on it.
    ///
    /// All of them are built in one folder beside the tests, which the next run finds again, so that this package's
    /// libraries are built there once.
    enum MadePackage {
        static let root = PackageFolder.root

        /// The package manager of the search path.
        static let swift: URL? = {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "swift") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        }()

        /// Runs the package manager on a package: `build` or `test`, with warnings as errors.
        static func run(_ command: String, _ package: URL, _ words: String...) throws -> (code: Int32, text: String) {
            let scratch = try #require(BuildFolder.candidates.first).appending(path: "made-extension")
            let folders = ["--package-path", package.path, "--scratch-path", scratch.path]
            let run = try Executable.run(
                [command] + folders + ["-Xswiftc", "-warnings-as-errors"] + words,
                program: swift
            )
            return (run.code, run.output + run.error)
        }
    }
#endif
