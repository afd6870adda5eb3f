// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

/// The name that is suggested for a word that is none.
struct SuggestionTests {
    private static let names = ["--out", "--output", "serve", "server", "validate", "go"]

    @Test(
        arguments: [
            ("serve", "serve"), ("SERVE", "serve"), ("sevre", "serve"), ("srv", nil), ("validat", "validate"),
            ("vaildate", "validate"), ("valdte", "validate"), ("vldte", nil), ("g", "go"), ("og", "go"), ("xy", nil),
            ("val", "validate"), ("v", nil), ("-val", "validate"), ("--va", "validate"), ("--v", nil),
            ("--outp", "--out"), ("", nil), ("servers", "server"),
        ] as [(String, String?)]
    )
    func theNearestNameIsSuggested(_ word: String, _ name: String?) {
        #expect(Suggestion.nearest(word, among: Self.names) == name)
        #expect(Suggestion.text(word, among: Self.names) == (name.map { " Did you mean \"\($0)\"?" } ?? ""))
    }
}
