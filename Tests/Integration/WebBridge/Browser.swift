// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// A real browser without a window, where there is one.
enum Browser {
    static let url: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
        return path.split(separator: ":").flatMap { folder in
            names.map { URL(filePath: String(folder)).appending(path: $0) }
        }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    static let missing = "no chromium or google-chrome is on the search path, so no page can be shown"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Shows a page until it has nothing to do any more, in the browser's virtual time.
    ///
    /// - Returns: The page as it is then, as markup.
    static func show(_ address: String) async throws -> String {
        guard let url else { throw Failure(description: missing) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "page.html")
        let process = Process()
        process.executableURL = url
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=\(folder.path)/profile",
            "--virtual-time-budget=60000", "--dump-dom", address,
        ]
        try Data().write(to: output)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        // A browser that hangs must not keep the tests.
        let watchdog = DispatchWorkItem { process.terminate() }
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do {
                try process.run()
                DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: watchdog)
            } catch {
                process.terminationHandler = nil
                done.resume(throwing: error)
            }
        }
        watchdog.cancel()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "the browser ended with \(process.terminationStatus)")
        }
        return try String(contentsOf: output, encoding: .utf8)
    }

    /// The text that a page left in its element `out`, percent-encoded.
    static func output(of page: String) throws -> String {
        guard let start = page.range(of: "<pre id=\"out\">"),
            let end = page.range(of: "</pre>", range: start.upperBound..<page.endIndex),
            let text = String(page[start.upperBound..<end.lowerBound]).removingPercentEncoding
        else { throw Failure(description: "the page has no output: \(page.prefix(2_000))") }
        return text
    }
}
