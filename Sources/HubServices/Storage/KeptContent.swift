// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The content of a file of a ``FileKeyValueStore``, and its format: a line that describes the file, then the values.
///
/// ```
/// {"schema":"launch-hub.kept","version":1,"minimumReader":1,"checksum":"5f70…"}
/// {"nielsen.optOut":true}
/// ```
///
/// The checksum is over the bytes behind the first line. A file whose first byte is ``doubt`` in place of `{` holds what
/// holds no longer: a choice was made after it and could not be written. Files of before had the values alone; they are read, and
/// written in this form with the next change. A file of a later version whose `minimumReader` allows it is read, and
/// written with its own version and with members that are unknown here.
struct KeptContent: Equatable {
    /// The reason why bytes are not such a file.
    enum Fault: Error, Equatable {
        /// They were changed or cut by something else than a store.
        case damaged(String)
        /// A later version wrote them in a form that cannot be read here.
        case laterVersion(Int64)

        /// The error for a file.
        func error(_ path: String) -> StorageError {
            switch self {
            case .damaged(let detail): StorageError(.read, .damaged, path: path, detail: "it is damaged: \(detail)")
            case .laterVersion(let version):
                StorageError(
                    .read,
                    .laterVersion,
                    path: path,
                    detail: "a later version of the library wrote it (form \(version)); it is left as it is"
                )
            }
        }
    }

    /// The mark that replaces a file's first byte if a choice could not be written: it needs no space on the disk.
    static let doubt = UInt8(ascii: "!")

    private static let schema: JSONValue = "launch-hub.kept"
    private static let version: Int64 = 1

    var values = JSONObject()
    /// Keys whose values were lost; until one is set again it is not known, which is something else than not set.
    var lost: Set<String> = []
    /// Whether a choice was made after this was written.
    private(set) var isDoubtful = false
    /// The members of the first line as they were read, so that a later version's are kept.
    private var header = JSONObject()

    init(values: JSONObject = JSONObject(), lost: Set<String> = []) {
        self.values = values
        self.lost = lost
    }

    /// Removes the values of keys, which are no longer known.
    mutating func lose(_ keys: Set<String>) {
        for key in keys { values[key] = nil }
        lost.formUnion(keys)
        isDoubtful = false
    }

    /// Reads the bytes of a file.
    init(_ data: Data) throws(Fault) {
        if data.first == Self.doubt {
            self = try KeptContent(Data([UInt8(ascii: "{")] + data.dropFirst()))
            isDoubtful = true
            return
        }
        guard let end = data.firstIndex(of: UInt8(ascii: "\n")),
            let header = try? JSONObject(jsonData: Data(data[..<end])), header["schema"] == Self.schema
        else {
            self = try Self.unversioned(data)
            return
        }
        guard let version = header["version"]?.intValue, version >= 1 else {
            throw .damaged("its first line has no version")
        }
        let reader = header["minimumReader"]?.intValue ?? version
        guard reader <= Self.version else { throw .laterVersion(version) }
        let body = data[data.index(after: end)...]
        guard header["checksum"]?.stringValue == Self.checksum(of: body) else {
            throw .damaged("its checksum does not match")
        }
        guard let values = try? JSONObject(jsonData: Data(body)) else { throw .damaged("its values are not JSON") }
        self.values = values
        self.header = header
        lost = Set(header["lost"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }

    /// Reads a file of before there were versions.
    private static func unversioned(_ data: Data) throws(Fault) -> KeptContent {
        if data.isEmpty { throw .damaged("it is empty") }
        guard let values = try? JSONObject(jsonData: data) else { throw .damaged("it is not JSON") }
        guard values["schema"] != schema else { throw .damaged("it was cut off") }
        return KeptContent(values: values)
    }

    private static func checksum(of body: Data) -> String {
        HashAlgorithm.sha256.hash(body).map { Hexadecimal.text(of: $0) } ?? ""
    }

    var data: Data {
        var body = JSONValue.object(values).jsonData()
        body.append(UInt8(ascii: "\n"))
        var first = header
        first["schema"] = Self.schema
        first["version"] = .int(max(Self.version, header["version"]?.intValue ?? 0))
        first["minimumReader"] = .int(header["minimumReader"]?.intValue ?? Self.version)
        first["checksum"] = .string(Self.checksum(of: body))
        // Spelled out: a plain `nil` would be taken for the value `null`.
        first["lost"] = lost.isEmpty ? JSONValue?.none : .array(lost.sorted().map { .string($0) })
        var data = JSONValue.object(first).jsonData()
        data.append(UInt8(ascii: "\n"))
        return data + body
    }
}
