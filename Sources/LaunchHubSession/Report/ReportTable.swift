// SPDX-License-Identifier: Apache-2.0

/// A table of the report, whose rows become cards on a narrow screen: each cell names its column.
struct ReportTable {
    /// A column.
    struct Column {
        let title: String
        /// The class of its cells: `t` for times, `n` for numbers, `id` for names that are not broken.
        let kind: HTML

        init(_ title: String, _ kind: HTML = "") {
            self.title = title
            self.kind = kind
        }
    }

    let columns: [Column]

    init(_ columns: Column...) { self.columns = columns }

    /// Returns a row.
    ///
    /// - Parameters:
    ///   - cells: What is in each column.
    ///   - id: The name by which a link finds the row.
    ///   - more: What is folded below the row, in a row of its own.
    /// - Returns: The element, or two of them.
    func row(_ cells: HTML..., id: String? = nil, more: HTML? = nil) -> HTML {
        let shown: [HTML] = zip(columns, cells).map { column, cell in
            "<td class=\"\(column.kind)\" data-label=\"\(column.title)\">\(cell)</td>"
        }
        let name: HTML = id.map { " id=\"\($0)\"" } ?? ""
        guard let more else { return "<tr\(name)>\(shown)</tr>\n" }
        return
            "<tr\(name) class=\"with\">\(shown)</tr>\n<tr class=\"more\"><td colspan=\"\(columns.count)\">\(more)</td></tr>\n"
    }

    /// Returns the table of rows.
    func html(_ rows: [HTML]) -> HTML {
        let heads: [HTML] = columns.map { "<th class=\"\($0.kind)\">\($0.title)</th>" }
        return """
            <div class="scroll"><table>
            <tr class="head">\(heads)</tr>
            \(rows)</table></div>

            """
    }

    /// Returns a name in a cell, which is empty without one.
    static func code(_ text: String) -> HTML { text.isEmpty ? "" : "<code>\(text)</code>" }

    /// Returns text that is wrong, or is not, in a cell.
    static func text(_ text: String, isBad: Bool) -> HTML {
        isBad ? "<span class=\"bad\">\(text)</span>" : "\(text)"
    }
}
