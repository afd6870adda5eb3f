// SPDX-License-Identifier: Apache-2.0

/// The emphasis of text, which only a terminal shows.
package struct CheckTextStyle: Sendable {
    package var bold: @Sendable (String) -> String
    package var dim: @Sendable (String) -> String

    package init(
        bold: @escaping @Sendable (String) -> String = { $0 },
        dim: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.bold = bold
        self.dim = dim
    }
}
