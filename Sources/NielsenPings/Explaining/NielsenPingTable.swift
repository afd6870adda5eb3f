// SPDX-License-Identifier: Apache-2.0

import Foundation
package import NielsenModel

/// An address of a ping taken apart: what each parameter is called, what it means, what it holds and where that is from.
package struct NielsenPingTable: Sendable, Hashable {
    /// One parameter.
    package struct Row: Sendable, Hashable {
        /// The parameter's name.
        package var name: String
        /// The meaning; empty for a parameter that the templates do not have, as in an ad server's own address.
        package var meaning: String
        /// The value, decoded and without the word before the comma that names it.
        package var value: String
        /// The origins of the value, each once.
        package var origins: [PingOrigin]
        /// The value as in the address, decoded.
        package var text: String

        /// The sources in words.
        package var origin: String { origins.map(\.description).joined(separator: ", ") }
    }

    /// The template that the ping was made of; empty where it is of none.
    package let template: String
    /// The product of that template; empty where it is of none.
    package let product: String
    /// The parameters, in the order of the address.
    package let rows: [Row]

    /// Parses an address.
    ///
    /// - Parameters:
    ///   - url: The address; one without parameters has no rows.
    ///   - configuration: Where the templates are.
    package init(_ url: String, _ configuration: NielsenConfiguration = NielsenConfiguration()) {
        let parameters = Self.parameters(of: url)
        let plan = configuration.plan
        let found = Self.form(of: parameters, plan)
        template = found?.name ?? ""
        let product = found.flatMap { found in
            plan.products.first { $0.processors.contains { $0.form == found.form } }?.product.rawValue
        }
        self.product = product ?? template
        let fields = Dictionary((found?.form.fields ?? []).map { ($0.parameter, $0) }) { first, _ in first }
        rows = parameters.map { name, text in
            guard let field = fields[name] else {
                return Row(name: name, meaning: "", value: text, origins: [], text: text)
            }
            return Row(
                name: name,
                meaning: PingMeanings.meaning(of: name, product: product ?? ""),
                value: Self.value(text, field),
                origins: plan.origins(of: field),
                text: text
            )
        }
    }

    /// Returns the parameters of the templates, by product.
    ///
    /// - Parameter configuration: The configuration with the templates.
    /// - Returns: The parameters of each product, without duplicates, in the order in which its templates name them.
    package static func parameters(in configuration: NielsenConfiguration) -> [(
        product: NielsenProduct, names: [String]
    )] {
        configuration.plan.products.map { product in
            var names: [String] = []
            for field in product.processors.flatMap(\.form.fields) where !names.contains(field.parameter) {
                names.append(field.parameter)
            }
            return (product.product, names)
        }
    }

    /// The parameters of an address in their order, decoded.
    static func parameters(of url: String) -> [(name: String, text: String)] {
        guard let mark = url.firstIndex(of: "?") else { return [] }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        return query.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let text = sides.count > 1 ? sides[1] : ""
            return (sides[0], text.removingPercentEncoding ?? text)
        }
    }

    /// The form that has most of the parameters, and whose constants stand in the address.
    private static func form(
        of parameters: [(name: String, text: String)],
        _ plan: PingPlan
    ) -> (name: String, form: PingPlan.Form)? {
        let given = Dictionary(parameters.map { ($0.name, $0.text) }) { first, _ in first }
        var best: (name: String, form: PingPlan.Form, score: Int)?
        for (name, form) in plan.forms.sorted(by: { $0.key < $1.key }) {
            let constants = form.fields.filter { $0.names.isEmpty }
            guard constants.allSatisfy({ given[$0.parameter] == $0.constantText }) else { continue }
            let shared = form.fields.filter { given[$0.parameter] != nil }.count
            // What the template has and the address has not speaks against it; a constant is no chance.
            let score = shared * 2 - form.fields.count + constants.count * 100
            if shared > 0, score > best?.score ?? .min { best = (name, form, score) }
        }
        return best.map { ($0.name, $0.form) }
    }

    /// Leaves out the word that stands in front of a value in the template itself.
    private static func value(_ text: String, _ field: PingField) -> String {
        let word = field.text.prefix { $0 != "[" && $0 != "|" }
        guard !field.names.isEmpty, let comma = word.range(of: "%2C") else { return text }
        let front = String(word[..<comma.lowerBound]) + ","
        return text.hasPrefix(front) ? String(text.dropFirst(front.count)) : text
    }

    /// A parameter's value; nil where the address does not have it.
    package subscript(name: String) -> String? { rows.first { $0.name == name }?.value }
}

extension PingPlan {
    /// Returns the origins of a field's values, each once.
    fileprivate func origins(of field: PingField) -> [PingOrigin] {
        guard !field.names.isEmpty else { return [.template] }
        var origins: [PingOrigin] = []
        for origin in field.names.map(vocabulary.origin) where !origins.contains(origin) { origins.append(origin) }
        return origins
    }
}
