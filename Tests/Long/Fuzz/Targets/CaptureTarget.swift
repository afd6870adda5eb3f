// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHubCertification

/// Requests of a capture, one a line: milliseconds, the status of the answer and an address.
///
/// Whatever they say, each statement has one verdict, and a verdict names only entries that there are.
struct CaptureTarget: FuzzTarget {
    func run(_ input: Data) {
        let lines = input.split(separator: UInt8(ascii: "\n")).prefix(400)
        let requests = lines.enumerated().map { place, line in
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            let texts = parts.map { String(decoding: $0, as: UTF8.self) }
            return SeenRequest(
                place,
                address: parts.last.map(Array.init) ?? [],
                time: texts.first.flatMap(Int64.init),
                status: texts.count > 1 ? Int(texts[1]) : nil,
                isKnown: texts.count > 2
            )
        }
        let products = [nil] + WireProduct.allCases.map(Optional.some)
        var judge = WireJudge(product: products[input.count % products.count])
        for request in requests { judge.read(request) }
        if input.first == UInt8(ascii: "#") { judge.cutOff() }
        check(judge.finish(), of: requests.count)
    }

    private func check(_ result: WireJudge.Result, of count: Int) {
        require(result.checks.map(\.id) == WireStatement.all.map(\.id), "not each statement has a verdict")
        require(result.pings + result.others == count, "\(result.pings) and \(result.others) are not \(count)")
        for check in result.checks {
            require(!check.reason.isEmpty, "\(check.id) has no message")
            require(check.entries.allSatisfy((0..<max(1, count)).contains), "\(check.id) names other entries")
            require(!check.json.jsonText.isEmpty, "\(check.id) is no JSON")
        }
        for view in result.views { require(!view.json.jsonText.isEmpty, "a view is no JSON") }
        _ = result.verdict(isStrict: true)
    }
}
