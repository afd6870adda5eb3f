// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubCommandLine
import HubServices

/// A file that a command writes: never one that it reads, and, of those that exist, only one that it has made itself.
struct OutputFile {
    /// What a command writes.
    enum Kind {
        /// The page of a report.
        case page
        /// The image of a report.
        case image
        /// A session; nil for one of `launchhub play`, otherwise what recorders begin their name with.
        case session(recorder: String?)
        case queuedPings
        /// The authority of a server.
        case authority
    }

    let path: String
    private let kind: Kind

    /// Checks that a file may be written.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - kind: What will be written.
    ///   - force: Whether a file of any kind may be replaced.
    ///   - inputs: The files that the command reads; nil and `-` are standard input.
    /// - Throws: `UsageError` if the file is an input, or is one that the command has not made; `FileFailure` if it cannot
    ///   be looked into.
    init(_ path: String, _ kind: Kind, force: Bool, inputs: [String?] = []) throws {
        self.path = path
        self.kind = kind
        var link = stat()
        let isLink = lstat(path, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
        guard let output = Self.status(path) else {
            guard isLink else { return }
            throw UsageError("\(path) is a link to a file that does not exist; name the file itself.")
        }
        guard output.st_mode & S_IFMT == S_IFREG else { return }
        for input in inputs {
            guard let status = Self.status(input), status.st_dev == output.st_dev, status.st_ino == output.st_ino else {
                continue
            }
            throw UsageError("\(path) is read and cannot be written by the same command; name another file.")
        }
        guard !force, output.st_size > 0, try !isOwn() else { return }
        throw UsageError("\(path) exists and is not \(kind.words); --force replaces it.")
    }

    private static func status(_ path: String?) -> stat? {
        var status = stat()
        guard let path, path != "-" else {
            return fstat(InputLines.standardInput.fileDescriptor, &status) == 0 ? status : nil
        }
        return stat(path, &status) == 0 ? status : nil
    }

    /// Whether the file is of the kind that the command makes.
    private func isOwn() throws -> Bool {
        guard let data = try InputLines(path).next() else { return false }
        let text = String(decoding: data, as: UTF8.self)
        switch kind {
        case .page:
            return text.hasPrefix("<!DOCTYPE html>") && text.contains(#"<meta name="generator" content="launchhub">"#)
        case .image: return text.contains("<svg ") && text.contains(#" class="chart" viewBox="#)
        case .authority:
            // The name of the certificate is in it as it is.
            let lines = text.split(whereSeparator: \.isNewline)
            guard lines.first == "-----BEGIN CERTIFICATE-----", lines.last == "-----END CERTIFICATE-----" else {
                return false
            }
            let bytes = Data(base64Encoded: lines.dropFirst().dropLast().joined())
            return bytes?.range(of: Data("launchhub serve".utf8)) != nil
        case .queuedPings: return firstLine(text)?["kind"] == "queued_ping"
        case .session(let recorder):
            guard let line = firstLine(text), line["schema"] == "launch-hub-session" else { return false }
            guard let recorder else { return line["recorder"] == nil }
            return line["recorder"]?.stringValue?.hasPrefix(recorder) ?? false
        }
    }

    private func firstLine(_ text: String) -> JSONObject? {
        try? JSONObject(jsonText: String(text.prefix { $0 != "\n" }))
    }

    // MARK: - Writing

    /// Writes a text, whole or not at all.
    ///
    /// Others may read the authority of a server alone: the rest says who watched what. What is not a regular file, such as
    /// `/dev/stdout` or a pipe, is written to directly: replacing it would do harm.
    ///
    /// - Throws: `FileFailure` if it cannot be written.
    func write(_ text: String) throws(FileFailure) {
        let isRegular = Self.status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? true
        do {
            guard isRegular else {
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                defer { try? handle.close() }
                return try handle.write(contentsOf: Data(text.utf8))
            }
            // A link stays one. Under a name that nobody can know before, so that no other link leads it elsewhere.
            let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            let made = target.deletingLastPathComponent().appendingPathComponent(".launchhub-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: made) }
            let rights: Int = if case .authority = kind { 0o644 } else { 0o600 }
            guard
                FileManager.default.createFile(
                    atPath: made.path,
                    contents: Data(text.utf8),
                    attributes: [.posixPermissions: rights]
                )
            else { throw CocoaError(.fileWriteNoPermission) }
            guard rename(made.path, target.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw FileFailure("write", path, error)
        }
    }

    /// Opens the file, empty and for its owner alone, to be written step by step.
    ///
    /// - Throws: `FileFailure` if it cannot be written.
    func open() throws(FileFailure) -> FileHandle {
        do {
            PrivateFile.prepare(path)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            // What is not a file, such as a pipe, has nothing to cut off.
            try? handle.truncate(atOffset: 0)
            return handle
        } catch {
            throw FileFailure("write", path, error)
        }
    }
}

extension OutputFile.Kind {
    /// The kind in the words of a message.
    fileprivate var words: String {
        switch self {
        case .page: "a page that launchhub made"
        case .image: "an image that launchhub made"
        case .session(nil): "a session that launchhub play recorded"
        case .session: "a session that launchhub record made"
        case .queuedPings: "a file of launchhub pings export"
        case .authority: "an authority that launchhub serve wrote"
        }
    }
}
