// SPDX-License-Identifier: Apache-2.0

/// The fields of the published templates that hold the same in every ping, and why.
package enum PingConstants {
    /// Fields without a name in them, by parameter, and names that have no input, by name.
    private static let reasons: [String: String] = [
        "prd": "the product of the ping, for the collector",
        "st": "the kind of measurement of the ping, for the collector",
        "prv": "the public form has this number and no input for it",
        "pc": "the programme's code comes with watermarks, and no watermark is in a DCR ping",
        "c3": "the public form has this text and no input for it",
        "ca": "the channel with its asset is of videos; a page has none",
        "rt": "a page is text",
        "evdata": "a page has no player that could do anything",
        "fmt": "the form of the answer, which is read as JSON",
        "tsvevt": "the one event that such a request is about",
        "nol_channelFlag":
            "what distinguishes P from S is not published; a market that has agreed on S sets the default",
        "nol_suppress": "no rule for suppressing is published; a ping that is made counts",
        "nol_forward": "forwarding is the collector's part",
        "nol_tagPresence": "which tags a page has is of browsers; the public form of apps has 4",
        "nol_dataMap": "the public form has 1 and no input for it",
        "nol_aggregate": "aggregated pings are of servers; here each view is reported by itself",
        "nol_disabled": "an instance that is switched off makes no pings",
        "nol_firstPartyMatched": "the matching request, whose time this is, has no public form and is not made",
    ]

    /// A constant of a template.
    package struct Constant: Sendable, Hashable {
        /// The templates that have it, in their order.
        package var templates: [String]
        /// The parameter, or the name that stands in one.
        package var field: String
        /// The value; may be empty.
        package var value: String
        /// The reason why it has no input; nil if none is documented.
        package var reason: String?
    }

    /// Returns the constants of a configuration's templates.
    ///
    /// - Parameter configuration: The configuration with the templates.
    /// - Returns: The constants, sorted by template and then in the order of the template's fields.
    package static func all(in configuration: NielsenConfiguration) -> [Constant] {
        var found: [Constant] = []
        func add(_ template: String, _ field: String, _ value: String) {
            if let index = found.firstIndex(where: { $0.field == field && $0.value == value }) {
                if !found[index].templates.contains(template) { found[index].templates.append(template) }
            } else {
                found.append(Constant(templates: [template], field: field, value: value, reason: reasons[field]))
            }
        }
        let plan = configuration.plan
        for (template, form) in plan.forms.sorted(by: { $0.key < $1.key }) {
            for field in form.fields {
                if field.names.isEmpty { add(template, field.parameter, field.constantText) }
                for name in field.names where plan.vocabulary.isConstant(name) {
                    add(template, name, plan.vocabulary.defaultText(of: name))
                }
            }
        }
        return found
    }

    /// Returns the constants as a table for the documentation.
    ///
    /// - Parameter configuration: The configuration with the templates.
    /// - Returns: A Markdown table.
    package static func table(of configuration: NielsenConfiguration) -> String {
        let rows = all(in: configuration).map { constant in
            let value = constant.value.isEmpty ? "empty" : "`\(constant.value)`"
            let templates = constant.templates.joined(separator: ", ")
            return "| `\(constant.field)` | \(value) | \(templates) | \(constant.reason ?? "") |"
        }
        return (["| Field | Value | Templates | Why |", "|---|---|---|---|"] + rows).joined(separator: "\n")
    }
}
