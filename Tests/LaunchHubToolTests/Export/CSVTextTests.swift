// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHubTool

/// Lines of comma-separated values, byte by byte.
struct CSVTextTests {
    private func line(_ values: ExportValue...) -> String {
        var bytes: [UInt8] = []
        CSVText.append(values, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a b", "a b"), ("a!b", "a!b"), ("a\u{1F}b", "\"a\u{1F}b\""), ("a,b", "\"a,b\""),
        ("a\"b", "\"a\"\"b\""), ("a'b", "\"a'b\""), (" a", "\" a\""), ("a ", "\"a \""), ("", "\"\""), ("  ", "\"  \""),
        ("a-b", "a-b"), ("1=1", "1=1"),
    ])
    func aTextHasQuotesWhereItNeedsThem(_ text: String, _ cell: String) {
        #expect(line(.text(text)) == cell + "\r\n")
        #expect(line(.text(text), .text(text)) == "\(cell),\(cell)\r\n")
    }

    @Test(arguments: [
        ("=1", true), ("＋1", true), ("@a", true), ("\t1", true), (" =1", true), ("'=1", true), ("''  =1", true),
        ("\u{202E}=1", true), ("\u{1}=1", true), ("1=1", false), ("a", false), ("", false), ("  ", false),
        ("''", false),
        ("\u{202E}", false),
    ])
    func aFormulaGetsAnApostrophe(_ text: String, _ isFormula: Bool) {
        #expect(CSVText.looksLikeFormula(text) == isFormula)
        if isFormula { #expect(line(.text(text)) == "\"'\(text)\"\r\n") }
    }

    @Test func eachKindOfValueHasItsForm() {
        let map: JSONObject = ["b": "x\"y", "a": "=1"]
        #expect(
            line(.none, .text("a"), .integer(-5), .boolean(true), .boolean(false), .map(map), .none)
                == #",a,-5,true,false,"{""b"":""x\""y"",""a"":""=1""}","# + "\r\n"
        )
        #expect(line() == "\r\n")
    }

    @Test func theHeaderHasTheNamesOfTheColumns() {
        var bytes: [UInt8] = []
        CSVText.appendHeader(ExportTable.cases.columns, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "day,app,app_version,source,case,verdict,reason\r\n")
    }
}
