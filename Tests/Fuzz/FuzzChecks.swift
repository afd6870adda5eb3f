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
        for scalar in text.unicodeScalars {
            require(!VisibleText.isObeyed(scalar), "a message has the character \(scalar.value)")
        }
    }

    /// An address is visible ASCII, and every percent sign in it begins an escape.
    static func address(_ url: String) {
        let bytes = Array(url.utf8)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            require((0x21...0x7e).contains(byte), "an address has the byte \(byte): \(url)")
            if byte == UInt8(ascii: "%") {
                require(
                    place + 2 < bytes.count && isHexadecimal(bytes[place + 1]) && isHexadecimal(bytes[place + 2]),
                    "an escape is cut off: \(url)"
                )
            }
            place += 1
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
