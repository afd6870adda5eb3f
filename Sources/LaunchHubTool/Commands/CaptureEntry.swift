// SPDX-License-Identifier: Apache-2.0

import HubServices
import LaunchHubCertification
import NielsenAppApi

/// One request as a tool has saved it, in any of the forms: of HAR, of Charles, of mitmproxy, or a line with an address.
struct CaptureEntry: Sendable, Hashable {
    var address: String
    var method = "GET"
    /// Milliseconds since 1970.
    var time: Int64?
    var status: Int?
    var agent: String?
    var key: String?
    var body: String?
    var mimeType: String?
    /// The text of an answer, which only that to a question for a flag is read of.
    var answer: String?

    /// Reads an entry; nil with what is wrong.
    static func read(_ value: JSONValue) -> Result<CaptureEntry, LineFault> {
        guard value.objectValue != nil else {
            return .failure(LineFault("is \(value.kindDescription), and an object was expected"))
        }
        if let ping = value["ping"], let text = ping["url"]?.stringValue { return .success(line(ping, text)) }
        if let text = value["url"]?.stringValue ?? value["address"]?.stringValue {
            return .success(line(value, text))
        }
        guard let request = value["request"] else {
            if let path = value.pathAndQuery, value["host"] == nil { return .success(line(value, path)) }
            return charles(value)
        }
        if request["url"] != nil { return har(value, request) }
        return value["host"] != nil ? charles(value) : mitmproxy(value, request)
    }

    // MARK: - HAR

    private static func har(_ value: JSONValue, _ request: JSONValue) -> Result<CaptureEntry, LineFault> {
        guard let url = request["url"]?.stringValue, !url.isEmpty else {
            return .failure(LineFault("has a \"url\" in \"request\" that is no text"))
        }
        var entry = CaptureEntry(address: url)
        // Some tools leave the parameters out of the address.
        if !url.contains("?"), let query = request["queryString"]?.arrayValue, !query.isEmpty {
            let pairs = query.map { "\($0["name"]?.stringValue ?? "")=\(escaped($0["value"]?.stringValue ?? ""))" }
            entry.address += "?" + pairs.joined(separator: "&")
        }
        entry.method = request["method"]?.stringValue?.uppercased() ?? "GET"
        entry.time = value["startedDateTime"].flatMap { Timestamp($0)?.milliseconds }
        entry.body = request["postData"]?["text"]?.stringValue
        entry.takeHeaders(request["headers"])
        if let response = value["response"], response.objectValue != nil {
            entry.status = (response["status"]?.intValue).map { Int(clamping: $0) } ?? 0
            entry.mimeType = response["content"]?["mimeType"]?.stringValue
            entry.answer = response["content"]?["text"]?.stringValue
        }
        return .success(entry)
    }

    private static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "%26"
            case "#": text += "%23"
            case "%": text += "%25"
            case "+": text += "%2B"
            case " ": text += "%20"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    // MARK: - Charles

    private static func charles(_ value: JSONValue) -> Result<CaptureEntry, LineFault> {
        guard let host = value["host"]?.stringValue else {
            return .failure(LineFault("has no \"request\" with a \"url\", and no \"host\" and \"path\""))
        }
        let path = value["path"]?.stringValue ?? "/"
        let query = value["query"]?.stringValue.map { "?\($0)" } ?? ""
        var entry = CaptureEntry(address: "\(value["scheme"]?.stringValue ?? "https")://\(host)\(path)\(query)")
        entry.method = value["method"]?.stringValue?.uppercased() ?? "GET"
        let times = value["times"]
        entry.time = (times?["start"] ?? times?["requestBegin"]).flatMap { Timestamp($0)?.milliseconds }
        entry.takeHeaders(value["request"]?["header"]?["headers"])
        entry.body = value["request"]?["body"]?["text"]?.stringValue
        if let response = value["response"], response.objectValue != nil {
            entry.status = response["status"]?.intValue.map { Int(clamping: $0) }
            entry.mimeType = response["mimeType"]?.stringValue
            entry.answer = response["body"]?["text"]?.stringValue
        }
        if value["status"]?.stringValue == "FAILED" { entry.status = 0 }
        return .success(entry)
    }

    // MARK: - mitmproxy

    private static func mitmproxy(_ value: JSONValue, _ request: JSONValue) -> Result<CaptureEntry, LineFault> {
        guard let path = request["path"]?.stringValue else {
            return .failure(LineFault("has no \"request\" with a \"url\" or a \"path\""))
        }
        let headers = request["headers"]?.arrayValue ?? []
        let named = headers.first { $0[0]?.stringValue?.lowercased() == "host" }?[1]?.stringValue
        let authority = request["authority"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        let host = named ?? authority ?? request["host"]?.stringValue ?? request["pretty_host"]?.stringValue ?? ""
        var entry = CaptureEntry(address: "\(request["scheme"]?.stringValue ?? "https")://\(host)\(path)")
        entry.method = request["method"]?.stringValue?.uppercased() ?? "GET"
        entry.time = (request["timestamp_start"]?.doubleValue).flatMap { seconds in
            (0..<1e11).contains(seconds) ? Int64((seconds * 1000).rounded()) : nil  // in range: checked
        }
        entry.takeHeaders(request["headers"])
        entry.body = request["content"]?.stringValue
        if let response = value["response"], response.objectValue != nil {
            entry.status = response["status_code"]?.intValue.map { Int(clamping: $0) }
            entry.answer = response["content"]?.stringValue
            entry.mimeType = header("content-type", response["headers"])
        } else if value["error"]?.objectValue != nil {
            entry.status = 0
        }
        return .success(entry)
    }

    // MARK: - Lines

    private static func line(_ value: JSONValue, _ address: String) -> CaptureEntry {
        var entry = CaptureEntry(address: address)
        entry.method = value["method"]?.stringValue?.uppercased() ?? "GET"
        let time = value["created"] ?? value["time"] ?? value["startedDateTime"]
        entry.time = time.flatMap { Timestamp($0)?.milliseconds }
        entry.key = value["id"]?.stringValue
        entry.body = value["body"]?.stringValue
        entry.status = value["status"]?.intValue.map { Int(clamping: $0) }
        return entry
    }

    // MARK: - Headers

    private mutating func takeHeaders(_ headers: JSONValue?) {
        agent = Self.header("user-agent", headers)
        key = Self.header("idempotency-key", headers)
        if body?.isEmpty ?? false { body = nil }
    }

    /// A header of any form: objects with name and value, or pairs.
    private static func header(_ name: String, _ headers: JSONValue?) -> String? {
        for header in headers?.arrayValue ?? [] {
            let told = header["name"]?.stringValue ?? header[0]?.stringValue
            if told?.lowercased() == name { return header["value"]?.stringValue ?? header[1]?.stringValue }
        }
        return nil
    }

    // MARK: - Certification

    /// The entry as far as a certification looks at it.
    func seen(_ number: Int, isKnown: Bool = false) -> SeenRequest {
        var request = SeenRequest(
            number,
            address: Array(address.utf8),
            time: time,
            status: status,
            agent: agent,
            mimeType: mimeType,
            isKnown: isKnown
        )
        if case .ping(let ping) = request.kind, ping.product == .tsv { request.flag = flag }
        return request
    }

    /// The two digits of the answer to a question for the flag.
    private var flag: String? {
        guard let answer, answer.utf8.count < 4096 else { return nil }
        return answer.split { !$0.isASCII || !$0.isNumber }.first { $0.count == 2 }.map(String.init)
    }
}

extension CaptureEntry {
    /// The ping of a queue or of a session; nil if it is damaged.
    init?(ping: JSONObject) {
        guard let url = ping["url"]?.stringValue else { return nil }
        self.init(
            address: url,
            method: ping["method"]?.stringValue ?? "GET",
            time: ping["created"]?.intValue,
            key: ping["id"]?.stringValue,
            body: ping["body"]?.stringValue
        )
    }
}

extension JSONValue {
    /// The address of an object that tells its path and its query apart; nil without a path.
    var pathAndQuery: String? {
        self["path"]?.stringValue.map { $0 + (self["query"]?.stringValue.map { "?\($0)" } ?? "") }
    }
}

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
        entry.time = cell(time).flatMap { Timestamp(.string($0))?.milliseconds }
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
