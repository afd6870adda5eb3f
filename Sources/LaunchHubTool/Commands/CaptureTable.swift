// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The columns of a table of requests, as proxies export them as comma-separated values.
struct CaptureTable {
    private let address: Int
    private let time: Int?
    private let status: Int?
    private let method: Int?

    /// Reads the names of the columns; nil if none of them is that of addresses.
    init?(head: ArraySlice<UInt8>) {
        let names = Self.cells(head).map { $0.lowercased() }
        guard names.count > 1, let address = names.firstIndex(where: { ["url", "address", "full url"].contains($0) })
        else {
            return nil
        }
        self.address = address
        time = names.firstIndex {
            ["time", "start", "start time", "request start time", "starteddatetime"].contains($0)
        }
        status = names.firstIndex { ["status code", "response code", "code", "status"].contains($0) }
        method = names.firstIndex(of: "method")
    }

    /// Reads a row; nil if it has no address.
    func entry(_ row: ArraySlice<UInt8>) -> CaptureEntry? {
        let cells = Self.cells(row)
        guard address < cells.count, !cells[address].isEmpty else { return nil }
        var entry = CaptureEntry(address: cells[address])
        let cell = { (place: Int?) in place.flatMap { $0 < cells.count ? cells[$0] : nil } }
        entry.time = cell(time).flatMap { SegmentTimestamp(.string($0))?.milliseconds }
        entry.status = cell(status).flatMap { Int($0) }
        entry.method = cell(method)?.uppercased() ?? "GET"
        return entry
    }

    /// The cells of a line of comma-separated values.
    static func cells(_ line: ArraySlice<UInt8>) -> [String] {
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var index = line.startIndex
        while index < line.endIndex {
            let byte = line[index]
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    cell.append(byte)
                } else if index + 1 < line.endIndex, line[index + 1] == UInt8(ascii: "\"") {
                    cell.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == UInt8(ascii: ",") {
                cells.append(String(decoding: cell, as: UTF8.self))
                cell = []
            } else if byte != UInt8(ascii: "\r") {
                cell.append(byte)
            }
            index += 1
        }
        return cells + [String(decoding: cell, as: UTF8.self)]
    }
}
