// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// What pings alone show: that a configuration arrived, and the id of the app.
extension Certifier {
    mutating func apply(ping address: String, _ number: Int) {
        guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first else { return }
        var product = ""
        var application = ""
        for pair in query.prefix(16_384).split(separator: "&") {
            if pair.hasPrefix("prd=") { product = String(pair.dropFirst(4)) }
            if pair.hasPrefix("c13=") { application = Self.decoded(pair.dropFirst(4)) }
        }
        if product == "session" { configurationArrived = true }
        guard application.hasPrefix("asid,") else { return }
        let appid = String(application.dropFirst(5))
        let issues = validator.validate(.appinfo, ["appid": .string(appid)]).filter { $0.key == "appid" }
        if let issue = issues.first {
            cases.failFinally(.appid, "\(issue.rule) in ping \(number): the appid is \"\(appid.prefix(48))\".")
        } else {
            cases.pass(.appid, "The appid is \"\(appid.prefix(48))\".")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        String(text.replacing("%2C", with: ",").replacing("%2c", with: ","))
    }
}
