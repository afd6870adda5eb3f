// SPDX-License-Identifier: Apache-2.0

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
