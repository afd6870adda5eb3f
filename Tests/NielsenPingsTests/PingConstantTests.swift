// SPDX-License-Identifier: Apache-2.0

import Foundation
import NielsenAppApi
import TestSupport
import Testing

/// Each field of the published templates has an input, or stands in the list of constants with a reason.
struct PingConstantTests {
    private static let constants = PingConstants.all(in: NielsenConfiguration())

    @Test func everyConstantHasAReason() {
        let without = Self.constants.filter { $0.reason == nil }.map { "\($0.field) of \($0.templates)" }
        #expect(without.isEmpty)
        #expect(Self.constants.count > 10)
    }

    @Test func theArticleListsThem() throws {
        let table = PingConstants.table(of: NielsenConfiguration())
        #expect(
            try PackageFolder.text("Sources/NielsenAppApi/NielsenAppApi.docc/PingTemplates.md").contains(table),
            "the table should be:\n\(table)"
        )
    }

    /// A field that nobody fills is found.
    @Test func aNewFieldWithoutAnInputIsFound() throws {
        let text = """
            {"schema": "launch-hub.sdk-configuration", "version": 1, "defaults": {"nol_new": "7"},
             "templates": {"t": {"url": "http://127.0.0.1:9/", "parameters": ["a=[nol_new]", "b=fixed", "c=[nol_uoo]"]}},
             "products": []}
            """
        let found = PingConstants.all(in: try NielsenConfiguration(jsonData: Data(text.utf8)))
        #expect(found.map { "\($0.field)=\($0.value)" } == ["nol_new=7", "b=fixed"])
        #expect(found.allSatisfy { $0.reason == nil })
    }
}
