// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The pages of a database file with its log, read without SQLite: SQLite gives nothing of a table behind the first fault.
///
/// The form of the file is <https://www.sqlite.org/fileformat2.html>. Nothing in the file is believed: what points outside
/// of it is not there.
final class SQLitePages {
    /// The bytes of a page.
    let size: Int
    /// How many pages there are.
    let count: Int
    private let file: FileHandle?
    private let log: SQLiteLog?
    /// How many pages more may be read for what does not fit on its own: no page is part of two rows, and all of them
    /// are looked at twice.
    ///
    /// Where chains of pages lead in circles, this ends them.
    private var chainedPagesLeft: Int

    /// As many bytes of a file are looked at.
    private static let maximumBytes: UInt64 = 512 << 20
    private static let magic = Array("SQLite format 3\0".utf8)

    /// Opens a file, with the log beside it where there is one.
    ///
    /// - Parameter path: The database; a file that is not there has no pages.
    init(_ path: String) {
        let file = FileHandle(forReadingAtPath: path)
        let log = SQLiteLog(path + "-wal")
        let head = (try? file?.read(upToCount: 100)).map { [UInt8]($0) } ?? []
        let bytes = min((try? file?.seekToEnd()) ?? 0, Self.maximumBytes)
        size = Self.pageSize(head, log, bytes)
        count = max(Int(bytes) / size, log?.lastPage ?? 0)
        chainedPagesLeft = 2 * count
        self.file = file
        self.log = log?.pageSize == size ? log : nil
    }

    deinit {
        try? file?.close()
    }

    /// The size of a page by the best evidence there is.
    ///
    /// A log with one whole transaction has it right, since its frames are summed with that size. Without one, what the
    /// file's head names counts where the number of pages beside it agrees with the file's length. A fault in one of the
    /// two leaves SQLite's own size, where that agrees, or what is named.
    private static func pageSize(_ head: [UInt8], _ log: SQLiteLog?, _ bytes: UInt64) -> Int {
        if let log, log.lastPage > 0 { return log.pageSize }
        guard head.count >= 32, head.starts(with: magic), let named = head.number(at: 16, bytes: 2),
            let pages = head.number(at: 28, bytes: 4)
        else { return SQLiteLog.usualPageSize }
        let size = named == 1 ? 65_536 : named
        let isPossible = size >= 512 && size & (size - 1) == 0
        if isPossible, UInt64(pages * size) == bytes { return size }
        if UInt64(pages * SQLiteLog.usualPageSize) == bytes { return SQLiteLog.usualPageSize }
        return isPossible ? size : SQLiteLog.usualPageSize
    }

    /// The bytes of a page as they were last written.
    ///
    /// - Parameter number: Its number, from 1.
    /// - Returns: nil where there is no such page.
    func page(_ number: Int) -> [UInt8]? {
        guard (1...max(1, count)).contains(number) else { return nil }
        if let page = log?.page(number) { return page }
        guard let file, (try? file.seek(toOffset: UInt64(number - 1) * UInt64(size))) != nil,
            let bytes = try? file.read(upToCount: size), bytes.count == size
        else { return nil }
        return [UInt8](bytes)
    }

    /// The bytes of a page that goes on with what stands on another one.
    func chainedPage(_ number: Int) -> [UInt8]? {
        guard chainedPagesLeft > 0 else { return nil }
        chainedPagesLeft -= 1
        return page(number)
    }

    /// The pages that are not in use and may still hold what was removed.
    var free: Set<Int> {
        guard let first = page(1), first.starts(with: Self.magic) else { return [] }
        var free: Set<Int> = []
        var next = first.number(at: 32, bytes: 4)
        while let trunk = next, (2...max(2, count)).contains(trunk), free.insert(trunk).inserted, let page = page(trunk)
        {
            let leaves = min(page.number(at: 4, bytes: 4) ?? 0, size / 4 - 2)
            for index in 0..<max(0, leaves) {
                if let leaf = page.number(at: 8 + 4 * index, bytes: 4) { free.insert(leaf) }
            }
            next = page.number(at: 0, bytes: 4)
        }
        return free
    }
}

extension [UInt8] {
    /// A whole number with its highest byte first; nil where the bytes are not all there.
    func number(at position: Int, bytes: Int) -> Int? {
        guard position >= 0, bytes <= 7, position <= count - bytes else { return nil }
        return self[position..<(position + bytes)].reduce(0) { $0 << 8 | Int($1) }
    }
}
