// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenAppApi

/// Bytes of ID3 tags and event messages, and the payloads themselves: what is found is a payload, or an issue with a place.
struct ID3Target: FuzzTarget {
    func run(_ input: Data) {
        check(NielsenID3.extraction(inID3Bytes: input), input.count)
        check(NielsenID3.extraction(inEmsgBox: input), input.count)
        let text = String(decoding: input, as: UTF8.self)
        check(NielsenID3.extraction(inEmsgText: text), text.utf8.count)
        check(payload: text)
    }

    private func check(_ found: NielsenID3.Extraction, _ count: Int) {
        for payload in found.payloads {
            require(payload.hasPrefix("www.nielsen.com/"), "a payload of somebody else")
            check(payload: payload)
        }
        for issue in found.issues {
            require((0...count).contains(issue.offset), "an issue outside of the bytes")
            FuzzChecks.message(issue.description)
        }
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
