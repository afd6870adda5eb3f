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
        var reader = NielsenPingTableReader(configuration)
        self = reader.table(of: url)
    }

    /// Makes a table of what a reader found.
    init(template: String, product: String, rows: [Row]) {
        self.template = template
        self.product = product
        self.rows = rows
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

    /// A parameter's value; nil where the address does not have it.
    package subscript(name: String) -> String? { rows.first { $0.name == name }?.value }
}

/// A reader that takes addresses of pings apart, and looks each template up once.
package struct NielsenPingTableReader: Sendable {
    /// A template with the parameters by which it is recognized.
    private struct Form: Sendable {
        let name: String
        let form: PingPlan.Form
        let constants: [(name: String, text: String)]
    }

    /// The properties of a parameter that every address of a template shares.
    private struct Column: Sendable {
        let meaning: String
        let origins: [PingOrigin]
        /// The word that stands in front of the value in the template itself.
        let front: String
    }

    /// A template that an address had.
    private struct Known: Sendable {
        let product: String
        let columns: [String: Column]
    }

    private let plan: PingPlan
    private let forms: [Form]
    private var known: [String: Known] = [:]

    /// Makes a reader.
    ///
    /// - Parameter configuration: The configuration with the templates.
    package init(_ configuration: NielsenConfiguration = NielsenConfiguration()) {
        plan = configuration.plan
        forms = plan.forms.sorted { $0.key < $1.key }.map { name, form in
            let constants = form.fields.filter { $0.names.isEmpty }.map { ($0.parameter, $0.constantText) }
            return Form(name: name, form: form, constants: constants)
        }
    }

    /// Takes an address apart.
    ///
    /// - Parameter url: The address; one without parameters has no rows.
    /// - Returns: The parameters, in the order of the address.
    package mutating func table(of url: String) -> NielsenPingTable {
        let parameters = Self.parameters(of: url)
        let form = form(of: parameters)
        let known = form.map { self.known($0) }
        let rows = parameters.map { name, text in
            guard let column = known?.columns[name] else {
                return NielsenPingTable.Row(name: name, meaning: "", value: text, origins: [], text: text)
            }
            let hasFront = !column.front.isEmpty && text.hasPrefix(column.front)
            return NielsenPingTable.Row(
                name: name,
                meaning: column.meaning,
                value: hasFront ? String(text.dropFirst(column.front.count)) : text,
                origins: column.origins,
                text: text
            )
        }
        return NielsenPingTable(template: form?.name ?? "", product: known?.product ?? form?.name ?? "", rows: rows)
    }

    /// The parameters of an address in their order, decoded.
    private static func parameters(of url: String) -> [(name: String, text: String)] {
        guard let mark = url.firstIndex(of: "?") else { return [] }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        return query.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let text = sides.count > 1 ? sides[1] : ""
            return (sides[0], text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding ?? text : text)
        }
    }

    /// The form whose constants stand in the address, or as many of them as are there, and that has most of its parameters.
    private func form(of parameters: [(name: String, text: String)]) -> Form? {
        let given = Dictionary(parameters.map { ($0.name, $0.text) }) { first, _ in first }
        var best: (form: Form, score: (Int, Int, Int))?
        // What does not say that it is text is video, as a collector has it.
        let isPage = given["rt"] != nil || given["cr"]?.count == 1
        for form in forms where form.constants.allSatisfy({ given[$0.name] ?? $0.text == $0.text }) {
            if !isPage, form.constants.contains(where: { $0 == ("rt", "text") }) { continue }
            let shared = form.form.fields.count { given[$0.parameter] != nil }
            let constants = form.constants.count { given[$0.name] != nil }
            let isWhole = constants > 0 && constants == form.constants.count
            // What the template has and the address has not speaks against it; a constant is no chance.
            let score = (isWhole ? 1 : 0, constants, shared * 2 - form.form.fields.count)
            if shared > 0, best.map({ score > $0.score }) ?? true { best = (form, score) }
        }
        return best?.form
    }

    /// Looks a template up.
    private mutating func known(_ form: Form) -> Known {
        if let found = known[form.name] { return found }
        let product = plan.products.first { $0.processors.contains { $0.form == form.form } }?.product.rawValue
        let columns = form.form.fields.map { field in
            (
                field.parameter,
                Column(
                    meaning: PingMeanings.meaning(of: field.parameter, product: product ?? ""),
                    origins: plan.origins(of: field),
                    front: Self.front(of: field)
                )
            )
        }
        let found = Known(product: product ?? form.name, columns: Dictionary(columns) { first, _ in first })
        known[form.name] = found
        return found
    }

    /// Returns the word that stands in front of a value in the template itself, with its comma.
    private static func front(of field: PingField) -> String {
        let word = field.text.prefix { $0 != "[" && $0 != "|" }
        guard !field.names.isEmpty, let comma = word.range(of: "%2C") else { return "" }
        return String(word[..<comma.lowerBound]) + ","
    }
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
