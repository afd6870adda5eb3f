// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
    import Foundation
    import HubServices
    import LaunchHubServer
    import TestSupport

    /// A folder with sources, and what the tool exports of them.
    struct ExportedFolder {
        let folder: TemporaryFolder
        /// 2026-03-02T20:00:00Z.
        static let evening: Int64 = 1_772_481_600_000

        init() throws { folder = try TemporaryFolder() }

        /// Fills a collector's database with pings.
        func collect(_ pings: [ServerRequest], named name: String = "pings.db") throws -> URL {
            let file = folder.file(name)
            let collector = try Collector(file: file)
            for ping in pings { try collector.receive(ping) }
            return file
        }

        /// A ping that credits five minutes, unless other parameters are given.
        static func ping(
            _ id: String,
            app: String = "PX",
            version: String = "1.0",
            _ more: String = "&ai=v1&tl=Film&ty=content&cr=4_00_99_D1_11111&c27=cln%2C284",
            at time: Int64 = evening
        ) throws -> ServerRequest {
            let target =
                "/cgi-bin/gn?prd=dcr&rt=video&st=dcr&c13=asid%2C\(PercentEncoding.encode(app))"
                + "&c12=apv%2C\(version)&sessionId=s1&c9=devid%2CABCDEF0123456789\(more)&uoo=false"
            return ServerRequest(
                "GET",
                try RequestTarget(target),
                headers: ["Idempotency-Key": id, "Host": "127.0.0.1:8642"],
                arrival: Date(timeIntervalSince1970: Double(time) / 1_000)
            )
        }

        /// Runs the command.
        func export(_ words: String...) async throws -> ToolRun {
            try await ToolRun(["export"] + words + ["-o", lake.path])
        }

        /// The folder that is exported to.
        var lake: URL { folder.file("lake") }

        /// The files of the export, by their paths in it.
        func files() throws -> [String: String] {
            guard FileManager.default.fileExists(atPath: lake.path) else { return [:] }
            let paths = try FileManager.default.subpathsOfDirectory(atPath: lake.path)
            var files: [String: String] = [:]
            for path in paths {
                let file = lake.appending(path: path)
                if (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true { continue }
                files[path] = try String(contentsOf: file, encoding: .utf8)
            }
            return files
        }

        /// The rows of a table in JSON Lines, in the order of the files.
        func rows(_ table: String) throws -> [JSONObject] {
            try files().filter { $0.key.hasPrefix(table + "/") }.sorted { $0.key < $1.key }
                .flatMap { $0.value.split(separator: "\n") }.map { try JSONObject(jsonText: String($0)) }
        }
    }
#endif
