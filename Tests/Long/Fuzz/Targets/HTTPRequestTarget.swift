// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHubServer

/// Targets of requests to the local server: what is accepted is decoded once, and means the same when it is written
/// again.
struct HTTPRequestTarget: FuzzTarget {
    func run(_ input: Data) {
        let text = String(decoding: input, as: UTF8.self)
        let target: RequestTarget
        do throws(ServerRefusal) {
            target = try RequestTarget(text)
        } catch {
            require((400...499).contains(error.status), "a wrong target is the server's fault")
            FuzzChecks.message(error.description)
            return
        }
        require(target.path.utf8.first == UInt8(ascii: "/"), "a path that does not begin at the root")
        for segment in target.segments {
            require(!segment.unicodeScalars.contains { $0.value < 0x20 }, "a path with a control character")
        }
        let path = target.segments.map { "/" + Self.encoded($0) }.joined()
        let query = target.parameters.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
        do throws(ServerRefusal) {
            let again = try RequestTarget(path + "?" + query.joined(separator: "&"))
            require(again.segments == target.segments, "other segments when they are written and read again")
            require(
                target.parameters.isEmpty || again.parameters == target.parameters,
                "other parameters when they are written and read again"
            )
        } catch {
            fail("what is written anew is refused: \(error)")
        }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
