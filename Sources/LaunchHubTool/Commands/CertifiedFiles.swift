// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import LaunchHubCertification
import NielsenAppApi

/// Judges several files at once, as many as there are cores.
enum CertifiedFiles {
    /// What comes of a file, in order.
    enum Output: Sendable {
        case finding(Finding)
        /// The file could not be read; what was found before stands.
        case failure(String)
        case end(CertifyRun.Result)
    }

    /// Returns the files that arguments name.
    ///
    /// - Parameter arguments: Files and folders; of a folder, the files whose names end in `.jsonl`, in the order of
    ///   their names.
    /// - Returns: The files, in the order of the arguments.
    /// - Throws: `UsageError` where a folder has none, or where standard input is named twice.
    static func all(in arguments: [String]) throws(UsageError) -> [String] {
        guard arguments.count(where: { $0 == "-" }) < 2 else {
            throw UsageError(description: "standard input can be read once; \"-\" is given twice.")
        }
        var files: [String] = []
        for argument in arguments {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder.boolValue else {
                files.append(argument)
                continue
            }
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: argument)) ?? [])
                .filter { $0.hasSuffix(".jsonl") }.sorted()
            guard !names.isEmpty else {
                throw UsageError(
                    description: "the folder \(argument) has no file whose name ends in .jsonl; name the files."
                )
            }
            let start = argument.hasSuffix("/") ? argument : argument + "/"
            files += names.map { start + $0 }
        }
        return files
    }

    /// Judges files.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - scope: What is judged.
    ///   - deliver: Receives the index of a file and one of its results, in the order of the files.
    static func judge(_ files: [String?], _ scope: CertifyRun.Scope, deliver: (Int, Output) -> Void) {
        let width = ProcessInfo.processInfo.activeProcessorCount
        let input = InputLines.standardInput
        OrderedWork.run(files.count, width: width) { (index: Int, deliver: (Output) -> Void) in
            do {
                let end = try InputLines.$standardInput.withValue(input) {
                    try CertifyRun(files[index], scope).judge { deliver(.finding($0)) }
                }
                deliver(.end(end))
            } catch {
                deliver(.failure("\(error)"))
            }
        } deliver: {
            deliver($0, $1)
        }
    }
}
