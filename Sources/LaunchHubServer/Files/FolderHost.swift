// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

/// Serves the files of a folder, such as published configurations, and nothing outside of it.
///
/// A file is read when it is asked for, so that a client gets what is there at that moment. It is served with an `ETag`
/// and a `Last-Modified`, and a client that has it gets status 304.
package struct FolderHost: Sendable {
    /// The largest file that is served, in bytes.
    package static let largestFile = 64 << 20

    /// The folder, without symbolic links.
    package let root: URL
    private let rootPath: String

    /// Makes a host of a folder.
    ///
    /// - Parameter root: The folder; it has to be there.
    /// - Throws: ``ServerError/badFolder(_:detail:)`` where it is not, or is a file.
    package init(root: URL) throws(ServerError) {
        var isFolder: ObjCBool = false
        guard root.isFileURL, FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder) else {
            throw .badFolder(root.path, detail: "it is not there")
        }
        guard isFolder.boolValue, let path = Self.realPath(root.path) else {
            throw .badFolder(root.path, detail: "it is not a folder")
        }
        rootPath = path
        self.root = URL(fileURLWithPath: path, isDirectory: true)
    }

    /// One route for every path that no route before it serves.
    package var routes: [Route] {
        [Route("GET", "/*", "the files of \(root.lastPathComponent)/") { request in try answer(request) }]
    }

    /// Returns the paths of the files as clients ask for them.
    ///
    /// - Parameter limit: The largest number of paths.
    /// - Returns: The paths, sorted, each beginning with a slash.
    package func files(limit: Int = 200) -> [String] {
        var files: [String] = []
        let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
        while let url = walk?.nextObject() as? URL, files.count < limit {
            guard !url.lastPathComponent.hasPrefix(".") else {
                walk?.skipDescendants()
                continue
            }
            let isFile = (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
            let path = url.standardizedFileURL.path
            if isFile, path.hasPrefix(rootPath + "/") { files.append(String(path.dropFirst(rootPath.count))) }
        }
        return files.sorted()
    }

    private struct File {
        let content: Data
        let modified: Int64
    }

    private func answer(_ request: ServerRequest) throws(ServerRefusal) -> ServerResponse {
        let shown = request.target.path.prefix(200)
        guard let file = try file(request.rest, shown: shown) else {
            throw ServerRefusal(404, "there is no file \(shown); / says what is served")
        }
        let tag = EntityTag(of: file.content)
        var headers: HTTPHeaders = [
            "ETag": tag.text, "Last-Modified": HTTPDate.text(file.modified),
            // A client may keep it, and has to ask each time whether it is the current one.
            "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*",
        ]
        if Self.isCurrent(file, tag, request.headers) { return ServerResponse(status: 304, headers: headers) }
        headers["Content-Type"] = ContentType.of(request.rest.last ?? "")
        return ServerResponse(status: 200, headers: headers, body: file.content)
    }

    /// The time counts only where there is no tag, as HTTP has it.
    private static func isCurrent(_ file: File, _ tag: EntityTag, _ headers: HTTPHeaders) -> Bool {
        if let field = headers["If-None-Match"] { return tag.isNamed(in: field) }
        return headers["If-Modified-Since"].flatMap(HTTPDate.seconds).map { file.modified <= $0 } ?? false
    }

    private func file(_ segments: [String], shown: Substring) throws(ServerRefusal) -> File? {
        // Hidden files are private, and with them `.` and `..` are refused. A segment that was decoded may hold a `/`.
        guard !segments.isEmpty,
            segments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("/") && !$0.contains("\\") })
        else { return nil }
        // Links are followed first, so that the comparison sees where they lead.
        guard let path = Self.realPath(rootPath + "/" + segments.joined(separator: "/")),
            path.hasPrefix(rootPath == "/" ? "/" : rootPath + "/")
        else { return nil }
        // A pipe would keep the server waiting for a writer; without blocking it opens immediately.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard status.st_size <= Self.largestFile else {
            throw ServerRefusal(
                500,
                "\(shown) is larger than \(Self.largestFile) bytes, which is the most that is served"
            )
        }
        do {
            let content = try handle.read(upToCount: Self.largestFile) ?? Data()
            #if canImport(Darwin)
                return File(content: content, modified: Int64(status.st_mtimespec.tv_sec))
            #else
                return File(content: content, modified: Int64(status.st_mtim.tv_sec))
            #endif
        } catch {
            throw ServerRefusal(500, "\(shown) cannot be read")
        }
    }

    private static func realPath(_ path: String) -> String? {
        // The system's function allocates the text that it returns, and it is freed here.
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
