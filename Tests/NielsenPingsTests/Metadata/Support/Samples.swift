// SPDX-License-Identifier: Apache-2.0

import NielsenTestSupport
import Foundation
import HubServices
import NielsenAppApi

/// Input as it should be, and a way to change it.
enum Samples {
    static let content = [
        "type": "content", "assetid": "C77664", "program": "The Big Bang Theory",
        "title": "The Pants Alternative S03E18", "crossId1": "EP009311820061", "crossId2": "Content Originator",
        "length": "3600", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes", "adloadtype": "2",
        "segB": "CustomSegmentValueB", "segC": "CustomSegmentValueC",
    ]
    static let ad = ["type": "preroll", "assetid": "AD-ID123"]
    static let page = ["type": "static", "section": "Section Name", "segA": "segmentA", "segB": "segmentB"]
    static let id3 = SampleAssets.watermark

    /// Content with a key set, or taken out.
    static func content(_ key: String, _ value: String?) -> [String: String] {
        var values = content
        values[key] = value
        return values
    }

    /// What is found in content with a key set, or taken out.
    static func found(_ key: String, _ value: String?) -> [String] {
        rules(NielsenValidator().validate(.content, content(key, value)))
    }

    static func rules(_ issues: [NielsenValidationIssue]) -> [String] { issues.map(\.rule) }

    /// A JSON value out of text, as it stands in a file.
    static func json(_ text: String) throws -> JSONValue { try JSONValue(jsonText: text) }
}
