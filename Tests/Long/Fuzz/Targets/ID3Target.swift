// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenAppApi

/// Bytes of ID3 tags and event messages, and the payloads themselves: what is found is a payload.
struct ID3Target: FuzzTarget {
    func run(_ input: Data) {
        let text = String(decoding: input, as: UTF8.self)
        let found = NielsenID3.payloads(inID3Bytes: input) + NielsenID3.payloads(inEmsgBox: input)
        for payload in found + NielsenID3.payloads(inEmsgText: text) {
            require(payload.hasPrefix("www.nielsen.com/"), "a payload of somebody else")
            check(payload: payload)
        }
        check(payload: text)
    }

    private func check(payload: String) {
        let issues = NielsenID3Tag.issues(in: payload)
        for issue in issues { FuzzChecks.message(issue.description) }
        do throws(NielsenError) {
            _ = try NielsenID3Tag(payload)
            require(issues.areValid, "a payload is read that is not valid")
        } catch {
            require(!issues.areValid, "a payload is refused that is valid")
        }
    }
}
