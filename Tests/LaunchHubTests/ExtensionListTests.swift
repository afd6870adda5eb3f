// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import LaunchHub

/// The extensions of a hub, in the order in which they were registered.
struct ExtensionListTests {
    private final class Plain: ExtensionCallbacks {}

    private func record(_ id: UInt64) -> ExtensionRecord {
        func mailbox(_ id: UInt64) -> Mailbox {
            Mailbox(id: id, name: "\(id)", policy: .unbounded, monitor: .silent())
        }
        return ExtensionRecord(
            name: "\(id)",
            version: "1",
            mailbox: mailbox(id),
            errorMailbox: mailbox(id + 100),
            make: { _, _ in Plain() }
        )
    }

    /// Whatever the order in which threads add them.
    @Test(arguments: [[2, 4, 6, 8], [8, 6, 4, 2], [4, 8, 2, 6], [6, 2, 8, 4]] as [[UInt64]])
    func everyOneIsFoundByItsMailbox(_ ids: [UInt64]) {
        var list = ExtensionList()
        for id in ids { list.add(record(id), nil) }
        #expect(list.records.map(\.name) == ["2", "4", "6", "8"])
        #expect((1...9).map { list[mailbox: $0]?.name } == [nil, "2", nil, "4", nil, "6", nil, "8", nil])
        #expect(list.drafts.isEmpty)
        #expect(list.remove(mailbox: 4) == nil)
        #expect(list.remove(mailbox: 5) == nil)
        #expect(list.records.map(\.name) == ["2", "6", "8"])
        #expect((1...9).map { list[mailbox: $0]?.name } == [nil, "2", nil, nil, nil, "6", nil, "8", nil])
    }

    @Test func aDraftBelongsToTheRecordThatIsListed() {
        var list = ExtensionList()
        let (first, second, unlisted) = (record(1), record(2), record(2))
        let drafts = [first, second].map { ExtensionDraft(mailbox: $0.mailbox) }
        list.add(second, nil)
        list.add(first, drafts[0])
        let isSet = [
            list.setDraft(drafts[1], of: unlisted), list.setDraft(drafts[1], of: record(3)),
            list.setDraft(drafts[1], of: second),
        ]
        #expect(isSet == [false, false, true])
        #expect(list.drafts.map(ObjectIdentifier.init) == drafts.map(ObjectIdentifier.init))
        #expect(list.remove(mailbox: 2) === drafts[1])
        #expect(list.remove(mailbox: 2) == nil)
        #expect(list.drafts.map(ObjectIdentifier.init) == [ObjectIdentifier(drafts[0])])
    }
}
