// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub

/// The lines of what happens in a hub.
extension SessionScript {
    mutating func addHub(_ content: RecordedItem.Content, to text: inout LineText) {
        switch content {
        case .event(let event): add(event, to: &text)
        case .delivery(let number, let listener, let mailbox, let queued, let took):
            begin("delivery", &text)
            text.add("number", Int64(clamping: number))
            text.add("listener", listener)
            text.add("mailbox", mailbox)
            if let queued { text.add("queued", max(0, queued.nanoseconds / 1_000)) }
            text.add("took", max(0, took.nanoseconds / 1_000))
            text.end()
        case .outcome(let request, let outcome):
            begin("outcome", &text)
            text.add("id", request.description)
            text.add("outcome", outcome.word)
            text.end()
        case .overrun(let overrun): add(overrun, to: &text)
        case .state(let announced, let number):
            begin("state", &text)
            text.add("owner", announced.owner)
            if announced.space == .xdm { text.add("space", "xdm") }
            text.add("number", Int64(clamping: number))
            if let version = announced.version { text.add("version", Int64(clamping: version)) }
            switch announced.state {
            case .none: text.add("status", "none")
            case .pending: text.add("status", "pending")
            case .set(let values):
                text.add("status", "set")
                text.add("data", redactor.object(values))
            }
            text.end()
        case .registered(let name): add(name, "registered", nil, to: &text)
        case .unregistered(let name): add(name, "unregistered", nil, to: &text)
        case .failed(let error): add(error.extensionName ?? "", "failed", error.description, to: &text)
        case .rules(let record):
            begin("rules", &text)
            text.add("id", record.event.id.uuidString)
            text.add("name", record.event.name)
            text.add("rules", .array(record.rules.map(JSONValue.string)))
            text.add("changed", record.isChanged)
            if !record.caused.isEmpty {
                text.add("caused", .array(record.caused.map { .string($0.id.uuidString) }))
            }
            text.end()
        case .hubConfiguration(let configuration): addConfiguration(configuration, to: &text)
        case .command, .instance, .clock, .dropped: break
        }
    }

    private mutating func add(_ event: Event, to text: inout LineText) {
        begin("event", &text)
        text.add("id", event.id.uuidString)
        text.add("number", Int64(clamping: event.number))
        text.add("name", event.name)
        text.add("type", event.type.description)
        text.add("source", event.source.description)
        if let parent = event.parentID { text.add("parent", parent.uuidString) }
        if let request = event.requestID { text.add("request", request.uuidString) }
        let data = event.data
        if !data.isEmpty {
            let isPersonal = event.type == "com.adobe.eventType.generic.pii"
            text.add("data", isPersonal ? redactor.personal(data) : redactor.object(data))
        }
        text.end()
        if event.type == .configuration, event.source == .responseContent { addConfiguration(data, to: &text) }
    }

    private mutating func addConfiguration(_ configuration: JSONObject, to text: inout LineText) {
        begin("configuration", &text)
        text.add("of", "hub")
        text.add("configuration", redactor.object(configuration))
        text.end()
    }

    private func add(_ overrun: Overrun, to text: inout LineText) {
        begin("overrun", &text)
        text.add("listener", overrun.listener)
        if let name = overrun.extensionName { text.add("extension", name) }
        text.add("call", overrun.call)
        if let event = overrun.event { text.add("number", Int64(clamping: event.number)) }
        text.add("budget", overrun.budget.nanoseconds / 1_000_000)
        text.add("strikes", Int64(overrun.strikes))
        text.add("removed", overrun.isRemoved)
        text.end()
    }

    private func add(_ name: String, _ change: String, _ reason: String?, to text: inout LineText) {
        begin("extension", &text)
        text.add("name", name)
        text.add("change", change)
        if let reason { text.add("reason", reason) }
        text.end()
    }
}

extension RequestOutcome {
    fileprivate var word: String {
        switch self {
        case .response: "response"
        case .timeout: "timeout"
        case .noListener: "noListener"
        case .cancelled: "cancelled"
        case .hubShutDown: "hubShutDown"
        }
    }
}

extension HubError {
    /// The extension that the error names.
    fileprivate var extensionName: String? {
        switch reason {
        case .duplicateName(let name), .initializerFailed(let name, _), .bootDeadlineExceeded(let name, _),
            .notRegistered(let name), .noOwner(let name):
            name
        default: nil
        }
    }
}
