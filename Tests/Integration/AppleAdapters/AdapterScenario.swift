// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    extension AdapterCompiler {
        /// The adapters that depend on nothing inside the module but its storage of notifications.
        private static let adaptersThatRun = [
            "Adapters/BackgroundTime+UIKit.swift", "Adapters/NielsenAppLifecycleObserver.swift",
            "Adapters/NielsenAudioSessionObserver.swift", "Adapters/NielsenDevice+UIKit.swift",
            "Adapters/NielsenNetworkObserver.swift", "Adapters/NielsenPictureInPictureDelegate.swift",
            "Adapters/View+Measured.swift", "Adapters/NielsenPlayerObserver.swift",
            "Adapters/NotificationObservations.swift",
        ]

        /// Builds the adapters with stand-ins of the frameworks and a program that drives them, and runs it.
        ///
        /// - Returns: What the program prints, or what the compiler says.
        func runScenario() throws -> String {
            guard let build = Self.build else { throw Failure(description: "the package is not built") }
            var words = ["-swift-version", "6", "-module-name", "AdapterScenario", "-o", path("scenario")]
            // Beside the module, Foundation comes with it; in it each file has to say so.
            words += ["-suppress-warnings", "-package-name", Self.packageName] + moduleFlags(build)
            for framework in System.tvOS.frameworks {
                let object = path("\(framework).o")
                let source = Self.root.appending(path: "Tests/Support/AppleStubs/\(framework).swift").path
                let said = try run(
                    [
                        "-swift-version", "6", "-parse-as-library", "-wmo", "-c", "-module-name", framework, "-I",
                        folder.path,
                    ]
                        + ["-o", object, source] + Self.features
                )
                guard said.isEmpty else { return said }
                words.append(object)
            }
            for adapter in Self.adaptersThatRun {
                let source = try String(contentsOf: Self.sources.appending(path: adapter), encoding: .utf8)
                let copy = folder.appending(path: adapter.split(separator: "/").last.map(String.init) ?? adapter)
                // There they are a part of the module; here they are beside it.
                try ("import NielsenAppApi\n" + source).write(to: copy, atomically: true, encoding: .utf8)
                words.append(copy.path)
            }
            words.append(Self.root.appending(path: "Tests/Support/AppleScenario/main.swift").path)
            for module in [
                "NielsenAppApi", "NielsenDelivery", "NielsenPings", "NielsenMeasurement", "NielsenModel", "HubStorage",
                "HubServices",
                "CAtomics",
            ] {
                words += try objects(of: module, in: build)
            }
            let said = try run(words + ["-lsqlite3", "-lcrypto", "-lcurl"])
            guard said.isEmpty else { return said }
            return try run([], of: URL(filePath: path("scenario")))
        }

        /// The object files of a module, without those that an earlier build left of files which are no longer there.
        private func objects(of module: String, in build: URL) throws -> [String] {
            let sources = FileManager.default.enumerator(atPath: Self.root.appending(path: "Sources/\(module)").path)
            let names = Set((sources?.compactMap { $0 as? String } ?? []).map { URL(filePath: $0).lastPathComponent })
            return try FileManager.default.contentsOfDirectory(
                at: build.appending(path: "\(module).build"),
                includingPropertiesForKeys: nil
            )
            .filter { object in
                object.pathExtension == "o"
                    && (names.contains(object.deletingPathExtension().lastPathComponent)
                        || Self.generated.contains(object.lastPathComponent))
            }
            .map(\.path)
        }

        private static let generated = ["resource_bundle_accessor.swift.o", "embedded_resources.swift.o"]

        private func path(_ name: String) -> String { folder.appending(path: name).path }
    }
#endif
