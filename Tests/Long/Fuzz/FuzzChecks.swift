// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Ends the process with a message where something does not hold.
///
/// Optimized preconditions would not show the message.
func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fail(message()) }
}

/// Ends the process with a message.
func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("fuzz: \(message)\n".utf8))
    abort()
}

/// What holds for texts and addresses wherever they come from.
enum FuzzChecks {
    /// A message is one line that a log or a terminal can show, and short whatever it is about.
    static func message(_ text: String, limit: Int = 4_000) {
        require(!text.isEmpty, "a message is empty")
        require(text.utf8.count <= limit, "a message has \(text.utf8.count) bytes")
        // Most are visible ASCII, of which nothing is obeyed.
        guard !text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return }
        for scalar in text.unicodeScalars {
            require(!VisibleText.isObeyed(scalar), "a message has the character \(scalar.value)")
        }
    }

    /// An address is visible ASCII, and every percent sign in it begins an escape.
    static func address(_ url: String) {
        var url = url
        url.withUTF8 { bytes in
            // How many digits the last percent sign still needs.
            var digits = 0
            for byte in bytes {
                require(
                    byte > 0x20 && byte < 0x7f,
                    "an address has the byte \(byte): \(String(decoding: bytes, as: UTF8.self))"
                )
                if digits > 0 {
                    require(isHexadecimal(byte), "an escape is cut off: \(String(decoding: bytes, as: UTF8.self))")
                    digits -= 1
                } else if byte == UInt8(ascii: "%") {
                    digits = 2
                }
            }
            require(digits == 0, "an escape is cut off: \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// The object that an input is, where it is one.
    static func object(_ input: Data) -> JSONObject? {
        do throws(JSONConversionError) {
            return try JSONObject(jsonData: input)
        } catch {
            return nil
        }
    }
}
