// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi

/// Metadata as text: the validator and an instance agree, each finding is a line, and each ping is an address.
struct MetadataTarget: FuzzTarget {
    private var count = 0
    private var instance = FuzzedInstance()
    private var api: NielsenAppApi?

    mutating func run(_ input: Data) {
        let text = String(decoding: input, as: UTF8.self)
        // Besides content one kind of input, which its length chooses.
        let kinds = NielsenValidator.Kind.allCases
        let ofText = NielsenValidator.validate(.content, .string(text))
        let ofOther = NielsenValidator.validate(kinds[input.count % kinds.count], .string(text))
        for issue in ofText + ofOther { FuzzChecks.message(issue.description) }
        let object = FuzzChecks.object(Data(text.utf8))
        if let object {
            let issues = NielsenValidator.validate(.content, .object(object))
            require(issues == ofText, "an object is judged otherwise than its text: \(issues) \(ofText)")
        }
        play(text, isObject: object != nil)
    }

    /// Plays something that the text describes, or something with the text as its values where it describes nothing.
    private mutating func play(_ text: String, isObject: Bool) {
        if count % 500 == 0 {
            api?.shutdown()
            instance = FuzzedInstance()
            api = NielsenAppApi(appInfo: FuzzedInstance.appInfo, delegate: nil, environment: instance.environment)
        }
        count += 1
        guard let api else { fail("the app information is refused") }
        api.play(text)
        api.loadMetadata(text)
        if !isObject { api.loadMetadata(["type": "content", "assetid": text, "title": text, "length": "60"]) }
        api.playheadPosition(0)
        instance.clock.advance(by: .seconds(9))
        api.end()
        instance.check()
    }
}
