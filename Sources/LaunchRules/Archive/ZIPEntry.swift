// SPDX-License-Identifier: Apache-2.0

import HubServices

/// An entry in the list at the end of a ZIP archive.
struct ZIPEntry {
    enum Method: Equatable {
        case stored
        case deflated
        case other(Int)

        init(_ number: Int) {
            self =
                switch number {
                case 0: .stored
                case 8: .deflated
                default: .other(number)
                }
        }
    }

    let name: [UInt8]
    let flags: Int
    let method: Method
    let checksum: UInt32
    /// The number of bytes of the entry in the archive.
    let packedSize: Int
    /// The number of bytes of the unpacked entry.
    let size: Int
    /// The position of the entry's own header.
    let start: Int
    /// The kind and the rights of the file on a system that has them; 0 elsewhere.
    let mode: Int

    /// Whether the sizes and the checksum stand behind the content, and not before it.
    var hasSizesBehind: Bool { flags & 0x0008 != 0 }

    /// The reason why the content cannot be read, or nil.
    var unreadable: String? {
        // Encrypted, a patch, encrypted strongly, and with a list of entries that is encrypted.
        if flags & (0x0001 | 0x0040 | 0x2000) != 0 { return "is encrypted; publish it without a password" }
        if flags & 0x0020 != 0 { return "is a patch of another file" }
        // A regular file, or one from a system without such kinds.
        if ![0, 0x8000].contains(mode & 0xF000) { return "is no regular file" }
        return nil
    }

    /// The name for messages.
    var shownName: String {
        "\"\(VisibleText.line(String(decoding: name.prefix(64), as: UTF8.self)))\""
    }

    /// Refuses a name that leads out of the archive, on any system.
    func checkName() throws(LaunchRuleError) {
        let steps = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isAbsolute = name.first == UInt8(ascii: "/") || (name.count > 1 && name[1] == UInt8(ascii: ":"))
        let isOdd = name.isEmpty || name.contains { $0 == 0 || $0 == UInt8(ascii: "\\") }
        guard !isAbsolute, !isOdd, !steps.contains(Array("..".utf8)[...]) else {
            throw LaunchRuleError(
                .unsafeArchive,
                "the archive has an entry \(shownName), which could lead out of it; publish it with plain names"
            )
        }
    }
}
