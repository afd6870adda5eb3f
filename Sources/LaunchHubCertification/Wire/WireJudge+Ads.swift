// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The statements about tags of ad servers.
extension WireJudge {
    private static let mandatoryOfTags: [SeenName] = [.ci, .am, .ca, .cr, .pc]
    private static let mandatoryInApps: [SeenName] = [.c7, .c8, .c9, .c10, .c12, .c13, .c14, .uoo]

    mutating func judgeAds(_ session: WireSession) {
        let tags = session.pings.filter { $0.ping.product == .dar }
        var numbers: [String: Int] = [:]
        let ads = session.views.filter { $0.product == .dcrVideo && $0.isAd == true }
        for tag in tags {
            judgeTag(tag)
            let number = tag.ping.text(.r) ?? tag.ping.text(.rnd) ?? ""
            if let first = numbers[number] {
                fail("DA3", [first, tag.entry], "r is \"\(number.prefix(32))\" in both.")
            } else {
                numbers[number] = tag.entry
            }
            if !ads.isEmpty {
                let isInAd = ads.contains { ad in
                    guard let first = ad.first?.made, let last = ad.last?.made else { return false }
                    return tag.made >= first - 5 && tag.made <= last + 5
                }
                let outside = "The exposure falls within no view of an ad."
                decide("DA7", [tag], isInAd, "Exposures fall within the views of ads.", else: outside)
            }
        }
        if numbers.count > 1 { pass("DA3", tags, "r is new each time.") }
    }

    private mutating func judgeTag(_ tag: WirePing) {
        let ping = tag.ping
        let entry = [tag]
        var wrong = Self.mandatoryOfTags.filter { !ping.isFilled($0) }.map { "\($0.text) is missing" }
        wrong += tag.faults([.at: "view"])
        if !ping.isFilled(.rt) { wrong.append("rt is missing") }
        wrong += tag.faults([.st: "image"])
        if !ping.isFilled(.r), !ping.isFilled(.rnd) { wrong.append("r is missing") }
        let what = wrong.joined(separator: ", ") + "."
        decide("DA1", entry, wrong.isEmpty, "Exposures have all that is mandatory.", else: what)
        if facts.isOfApp || ping.has(.c13) || ping.has(.c7) {
            let missing = Self.mandatoryInApps.filter { !ping.has($0) }.map(\.text)
            let what = "\(missing.joined(separator: ", ")) of an app's exposure not there."
            decide("DA2", entry, missing.isEmpty, "Exposures of apps have c7 to c14 and uoo.", else: what)
        }
        if ping.isOptedOut == true {
            let what = "c9 has a value beside uoo=\(ping.text(.uoo) ?? "")."
            decide("DA5", entry, !ping.isFilled(.c9), "After an opt-out c9 is empty.", else: what)
        }
        guard !list.campaigns.isEmpty || !list.placements.isEmpty else { return }
        let (campaign, placement) = (ping.text(.ca) ?? "", ping.text(.pc) ?? "")
        if !list.campaigns.isEmpty, !list.campaigns.contains(campaign) {
            fail("DA6", entry, "The campaign \"\(campaign.prefix(48))\" is not in the list.")
        } else if !list.placements.isEmpty, !list.placements.contains(placement) {
            fail("DA6", entry, "The placement \"\(placement.prefix(48))\" is not in the list.")
        } else {
            pass("DA6", entry, "Campaign and placement are those of the list.")
        }
    }
}
