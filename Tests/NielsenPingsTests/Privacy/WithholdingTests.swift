// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import NielsenTestSupport
import TestSupport
import Testing

/// What a ping may not carry once the user, or the system for the user, has said so, beside the SDK's own identifiers.
struct WithholdingTests {
    private static let film = SampleAssets.content.merging([
        "adobeId": "visitor-of-anna", "mediaURL": "https://anna:secret@cdn.example/film.m3u8?user=anna#t=1",
        "pageURL": "https://app.example/film?user=anna",
    ]) { $1 }

    private func view(_ state: PrivacyState) throws -> PingReading {
        let bench = PrivacyBench(state.flavor)
        bench.device = PrivacyBench.device(state.authorization)
        try bench.store.set(.bool(state.optedOut), forKey: "nielsen.optOut")
        let api = try bench.makeApi(["nol_playerid": "player-of-anna"])
        api.loadMetadata(Self.film)
        bench.play(api, 0..<2)
        return try #require(bench.takePings().first { $0.ping.product == .dcrVideo })
    }

    @Test(arguments: PrivacyState.all)
    func visitorPlayerAndNameGoWhereTheUserIdsGo(_ state: PrivacyState) throws {
        let view = try view(state)
        let leaves = !view["uid2"].isEmpty
        #expect(leaves == state.sendsUserIds)
        #expect(view["c76"] == (leaves ? "adbsnid,visitor-of-anna" : "adbsnid,"))
        #expect(view["c29"] == (leaves ? "plid,player-of-anna" : "plid,"))
        // The model goes where the name went.
        #expect(view["c74"] == (leaves ? "dvcnm,Anna's phone" : "dvcnm,Phone"))
        let media = "mediaurl,https://cdn.example/film.m3u8"
        #expect(view["c66"] == (leaves ? media + "?user=anna#t=1" : media))
        #expect(view["si"] == (leaves ? "https://app.example/film?user=anna" : "https://app.example/film"))
        #expect(!view.ping.url.contains("secret"))
        #expect(leaves || !view.ping.url.lowercased().contains("anna"))
    }

    /// The user takes the permission to track back, or gives it: nothing goes on.
    @Test(arguments: [
        (NielsenTrackingAuthorization.authorized, NielsenTrackingAuthorization.denied), (.denied, .authorized),
        (.notDetermined, .authorized), (.authorized, .notDetermined),
    ])
    func anotherPermissionIsANewSession(_ before: NielsenTrackingAuthorization, _ after: NielsenTrackingAuthorization)
        throws
    {
        let bench = PrivacyBench(.ad)
        bench.device = PrivacyBench.device(before)
        let api = try bench.makeApi()
        api.play(["channelName": "News"])
        api.loadMetadata(Self.film)
        api.sendID3(PrivacyBench.userTag)
        bench.play(api, 0..<2)
        api.deviceChanged(PrivacyBench.device(after))
        let old = bench.takePings()
        let change = try #require(old.lastIndex { $0.ping.product == .session })
        #expect(change > 0)
        api.sendID3(PrivacyBench.userTag)
        bench.play(api, 2..<4)
        api.end()
        let new = Array(old[change...]) + bench.takePings()
        func names(_ pings: some Sequence<PingReading>) -> Set<String> {
            Set(pings.flatMap { ping in ["sessionId", "c59", "nmspc", "fp_id", "c1"].compactMap { ping.values[$0] } })
                .subtracting(["", "nuid,"])
        }
        #expect(names(old[..<change]).count >= 3)
        #expect(names(new).count >= 3)
        #expect(names(old[..<change]).isDisjoint(with: names(new)))
    }

    /// What names a ping says nothing: neither the session nor how many there were.
    @Test func theNameOfAPingHoldsNoSession() throws {
        let bench = PrivacyBench(.ad)
        let api = try bench.session()
        let pings = bench.takePings()
        let names = pings.map(\.ping.id)
        #expect(Set(names).count == names.count)
        for ping in pings {
            #expect(ping.ping.id.count == 32 && ping.ping.id.allSatisfy(\.isHexDigit))
            let session = ping["sessionId"]
            #expect(session == "absent" || !ping.ping.id.contains(session))
        }
        _ = api
    }

    /// The article's table is what arrives at a collector: each parameter of each template, for each flavor and state.
    @Test func theArticleListsWhatLeaves() throws {
        let table = try LeavingTable.text()
        let text = try PackageFolder.text("Sources/NielsenAppApi/NielsenAppApi.docc/Privacy.md")
        #expect(text.contains(table), "the table of the article should be:\n\(table)")
    }

    /// What nobody can fill has a reason in the article's list of constants.
    @Test func whatIsAlwaysEmptyIsListedWithAReason() throws {
        let article = try PackageFolder.text("Sources/NielsenAppApi/NielsenAppApi.docc/PingTemplates.md")
        var listed: [Substring] = []
        for line in article.split(separator: "\n") where line.contains("` | empty | ") {
            let cells = line.split(separator: "|")
            #expect(cells.count == 4 && cells[3].count > 10, "\(line) has no reason")
            listed += cells[2].split(separator: ",")
        }
        let full = try #require(PrivacyState.all.first)
        let empty = try zip(LeavingTable.names, LeavingTable.column(full)).filter { $1 == "empty" }.map(\.0)
        #expect(empty.count == listed.count, "\(empty) are empty, and listed are those of \(listed)")
    }

    @Test(arguments: PrivacyState.optedOut)
    func howeverTheUserIsOptedOutTheSameLeaves(_ state: PrivacyState) throws {
        let expected = try #require(PrivacyState.all.last)
        #expect(try LeavingTable.column(state) == LeavingTable.column(expected))
    }
}
