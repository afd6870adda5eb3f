// SPDX-License-Identifier: Apache-2.0

/// The kind of a ping, derived from its path and its parameters.
///
/// The names are those of the measurement SDK's products and cadences. Unknown ones are counted under `other`.
package struct PingKind: Sendable, Hashable, Comparable {
    /// The product: `dcrVideo`, `dcrStatic`, `dtvr`, `session`, `tsv`, `viewability`; for another `prd` that itself.
    package let product: String
    /// The cadence: `session`, `impression`, `view`, `interval`, `quarterHour`, `firstTag`; empty if unknown.
    package let cadence: String
    /// The session that the ping belongs to; empty where it names none.
    package let session: String

    /// Derives the kind of a ping.
    ///
    /// - Parameter ping: The ping.
    package init(_ ping: CollectedPing) {
        self.init(path: ping.path) { ping.parameter($0) ?? "" }
    }

    /// Derives the kind of a ping.
    ///
    /// - Parameters:
    ///   - path: The path of its address.
    ///   - parameter: Returns the value of the first parameter with a name; empty if there is no such parameter.
    package init(path: String, _ parameter: (String) -> String) {
        let product = Self.product(path, parameter)
        self.product = product
        cadence =
            switch product {
            case "session": "session"
            case "tsv": "firstTag"
            default: Self.cadence(credit: parameter("cr"), product)
            }
        session = parameter("sessionId")
    }

    /// Orders by product, then cadence, then session.
    package static func < (left: PingKind, right: PingKind) -> Bool {
        (left.product, left.cadence, left.session) < (right.product, right.cadence, right.session)
    }

    private static func product(_ path: String, _ parameter: (String) -> String) -> String {
        if path.hasSuffix("/tsv") { return "tsv" }
        if parameter("st") == "mtvr" { return "dtvr" }
        switch parameter("prd") {
        case "dcr": return parameter("rt") == "text" ? "dcrStatic" : "dcrVideo"
        case "": return "other"
        case let other: return other
        }
    }

    /// `cr` holds a prefix letter that says why the ping was made, alone or in one of the parts that `_` divides.
    private static func cadence(credit: String, _ product: String) -> String {
        for part in credit.split(separator: "_") {
            switch part.first {
            case "V": return product == "dtvr" ? "view" : "impression"
            case "I": return "impression"
            case "D", "S": return "interval"
            case "Q": return "quarterHour"
            default: continue
            }
        }
        return ""
    }
}
