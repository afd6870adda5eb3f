// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices

/// The folder that an export writes: files of rows, one for each partition.
///
/// Rows go to files in a folder of their own beside the partitions, whose name begins with a dot, so that no engine reads
/// them. ``commit()`` gives them their names, each at once. The files of an export that ends before are removed.
final class ExportFolder {
    /// A file that is being written.
    private final class Part {
        /// The name in the staging folder.
        let staged: String
        /// The place among the files of its partition, from 1.
        let place: Int
        var buffer: [UInt8] = []
        var bytes = 0

        init(staged: String, place: Int) {
            self.staged = staged
            self.place = place
        }
    }

    /// The bytes that wait for being written, of all files together.
    private static let maximumBuffered = 8 << 20
    /// The largest number of partitions.
    static let maximumParts = 65_536

    private let folder: URL
    private let staging: URL
    private let format: ExportFormat
    private let part: String
    private let replaces: Bool
    private var parts: [ExportPartition: Part] = [:]
    /// The files that have all the bytes that a file may have.
    private var full: [(partition: ExportPartition, part: Part)] = []
    private var buffered = 0
    /// The folders that were made, the deepest last.
    private var made: [URL] = []

    /// The number of rows of each table.
    private(set) var rows: [ExportTable: Int] = [:]

    /// Makes the folder if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - format: The form of the files.
    ///   - part: The word in the names of the files, by which those of several exports differ.
    ///   - replaces: Whether files of these names may be replaced.
    /// - Throws: ``FileFailure`` if the folder cannot be made or written.
    init(_ path: String, _ format: ExportFormat, part: String, replaces: Bool) throws {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        staging = folder.appending(path: ".export-\(getpid())-\(UInt32.random(in: 0 ... .max)).new")
        self.format = format
        self.part = part
        self.replaces = replaces
        try makeFolder(folder)
        try makeFolder(staging)
    }

    /// Adds a row.
    ///
    /// - Throws: ``FileFailure`` if it cannot be written, or there are too many partitions.
    func append(_ row: ExportRow) throws {
        var part = try parts[row.partition] ?? begin(row.partition, place: 1)
        var bytes = format.bytes(of: row, isFirst: part.bytes == 0)
        if let maximum = format.maximumBytes, part.bytes > 0, part.bytes + bytes.count > maximum {
            part.buffer += format.tail
            try write(part.buffer, to: staging.appending(path: part.staged).path)
            buffered -= part.buffer.count - format.tail.count
            part.buffer = []
            full.append((row.partition, part))
            part = try begin(row.partition, place: part.place + 1)
            bytes = format.bytes(of: row, isFirst: true)
        }
        if part.bytes == 0 { bytes = format.head(of: row.partition.table) + bytes }
        part.buffer += bytes
        part.bytes += bytes.count
        buffered += bytes.count
        rows[row.partition.table, default: 0] += 1
        if buffered > Self.maximumBuffered { try flush() }
    }

    private func begin(_ partition: ExportPartition, place: Int) throws -> Part {
        guard parts.count < Self.maximumParts else {
            throw FileFailure(
                "export to",
                folder.path,
                reason: "there are more than \(Self.maximumParts) partitions of days and apps; narrow the export with "
                    + "--since, --until or --app"
            )
        }
        let part = Part(staged: "\(parts.count)-\(full.count)", place: place)
        parts[partition] = part
        return part
    }

    private func flush() throws {
        for part in parts.values where !part.buffer.isEmpty {
            try write(part.buffer, to: staging.appending(path: part.staged).path)
            part.buffer = []
        }
        buffered = 0
    }

    // MARK: - Ending

    /// Gives the files their names, all of them or none.
    ///
    /// - Returns: The number of files.
    /// - Throws: ``FileFailure`` if a file cannot be written, or one is there and is not to be replaced.
    func commit() throws -> Int {
        for part in parts.values { part.buffer += format.tail }
        try flush()
        let all = (full + parts.map { ($0.key, $0.value) }).sorted {
            ($0.partition, $0.part.place) < ($1.partition, $1.part.place)
        }
        let targets = all.map { (from: staging.appending(path: $1.staged), to: file(of: $0, place: $1.place)) }
        if !replaces { try refuse(targets.map(\.to).filter { FileManager.default.fileExists(atPath: $0.path) }) }
        var named: [URL] = []
        do {
            for (from, to) in targets {
                try makeFolder(to.deletingLastPathComponent())
                try synchronize(from)
                guard try give(from, to) else {
                    try refuse([to])
                    continue
                }
                named.append(to)
            }
        } catch {
            // Those that were replaced are whole; there is nothing to go back to.
            if !replaces { for file in named { unlink(file.path) } }
            throw error
        }
        for (partition, part) in parts where format.maximumBytes != nil {
            // Those of an export that had more.
            var place = part.place + 1
            while unlink(file(of: partition, place: place).path) == 0 { place += 1 }
        }
        made.removeAll()
        try? FileManager.default.removeItem(at: staging)
        return targets.count
    }

    /// Removes what was written, and the folders that are empty then.
    func discard() {
        try? FileManager.default.removeItem(at: staging)
        // Those of others that came to lie in them meanwhile keep them.
        for folder in made.reversed() { rmdir(folder.path) }
        made.removeAll()
    }

    private func file(of partition: ExportPartition, place: Int) -> URL {
        let name = place == 1 ? part : "\(part).\(place)"
        return folder.appending(path: "\(partition.path)/part-\(name).\(format.ending)", directoryHint: .notDirectory)
    }

    private func refuse(_ files: [URL]) throws {
        guard let first = files.first else { return }
        let others = files.count == 1 ? "" : " and \(files.count - 1) more"
        throw FileFailure(
            "write",
            first.path + others,
            reason: "the file exists; --replace replaces it, and --part NAME writes beside it"
        )
    }

    // MARK: - The disk

    /// Gives a file its name; returns false if there is one of this name that is not to be replaced.
    private func give(_ file: URL, _ target: URL) throws -> Bool {
        if replaces || link(file.path, target.path) != 0 {
            if !replaces {
                if errno == EEXIST { return false }
                // A file system without links.
                let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                if descriptor < 0, errno == EEXIST { return false }
                guard descriptor >= 0 else { throw failure(target) }
                close(descriptor)
            }
            guard rename(file.path, target.path) == 0 else { throw failure(target) }
        }
        return true
    }

    private func makeFolder(_ folder: URL) throws {
        var missing: [URL] = []
        var next = folder
        while next.path != "/", !FileManager.default.fileExists(atPath: next.path) {
            missing.append(next)
            next = next.deletingLastPathComponent()
        }
        for folder in missing.reversed() {
            // They say what somebody has watched.
            guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw failure(folder) }
            made.append(folder)
        }
        if missing.isEmpty, folder == self.folder {
            var info = stat()
            guard stat(folder.path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
                throw FileFailure("write", folder.path, reason: FileFailure.reason(ENOTDIR))
            }
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(staging) }
        defer { close(descriptor) }
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(staging) }
            left = left.dropFirst(count)
        }
    }

    private func synchronize(_ file: URL) throws {
        guard SystemDisk().synchronize(file.path) else { throw failure(file) }
    }

    private func failure(_ url: URL) -> FileFailure {
        let code = errno
        return FileFailure("write", url == staging ? folder.path : url.path, reason: FileFailure.reason(code))
    }
}
