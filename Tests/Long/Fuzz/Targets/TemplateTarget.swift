// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenAppApi

/// Templates of addresses: one that is accepted can be rendered; the error of one that is not lies inside of it.
struct TemplateTarget: FuzzTarget {
    private static let names = ["a", "b"]

    func run(_ input: Data) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(NielsenPingTemplateError) {
            let template = try NamedPingTemplate(text, names: Self.names)
            for values: [String: NielsenPingValue] in [
                [:], ["a": .text("A/é \u{202e}\n&=")], ["a": .text(""), "b": .integer(.min)],
                ["a": .text(String(repeating: "9", count: 40)), "b": .text("%zz")],
            ] {
                do throws(NielsenMissingPingValue) {
                    let rendered = try template.render(values)
                    let again = try template.render(values)
                    require(again == rendered, "it is rendered twice in two ways")
                } catch {
                    FuzzChecks.message(error.description)
                }
            }
        } catch {
            require((0...text.utf8.count).contains(error.position), "the error lies outside of the template")
            FuzzChecks.message(error.description)
        }
    }
}
