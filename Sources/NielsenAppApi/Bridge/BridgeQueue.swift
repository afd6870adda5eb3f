// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The queue of a page's calls, which decides which call is applied, kept for later, or refused.
///
/// A value without clock, storage or threads. Entries are added in the order of their arrival, and ``next()`` returns
/// one step at a time.
struct BridgeQueue: Sendable {
    /// A call or an error, with the time at which the page made it.
    struct Item: Sendable {
        let entry: NielsenBridgeMessage.Entry
        let instant: Instant?
    }

    enum Step: Sendable {
        /// Make the instance, and then call ``started(with:)``, unless that is not possible.
        case start(JSONObject)
        /// Make the corresponding calls of the SDK.
        case apply(NielsenBridgeCall, at: Instant?)
        case refuse(NielsenBridgeError)
        /// A remark for the log.
        case remark(String)
    }

    private let interface: NielsenBridgeInterface
    private let allowsOptIn: Bool
    private let maximumKept: Int
    private let maximumKeptBytes: Int
    private var inbox: [Item] = []
    private var place = 0
    private var kept: [Item] = []
    private var keptBytes = 0
    /// The app information in use.
    private var appInfo: JSONObject?
    /// The metadata loaded last, other than that of a page, for changes of some of its values.
    private var metadata: JSONObject?

    init(
        _ interface: NielsenBridgeInterface,
        allowsOptIn: Bool,
        maximumKept: Int,
        maximumKeptBytes: Int = 4_194_304
    ) {
        self.interface = interface
        self.allowsOptIn = allowsOptIn
        self.maximumKept = max(0, maximumKept)
        self.maximumKeptBytes = maximumKeptBytes
    }

    /// Adds entries.
    mutating func add(_ items: [Item]) {
        inbox += items
    }

    /// Records that there is an instance: kept calls come next, before all later ones.
    mutating func started(with appInfo: JSONObject) {
        self.appInfo = appInfo
        inbox = kept + inbox[place...]
        place = 0
        kept = []
        keptBytes = 0
    }

    /// Returns the next step, or nil.
    mutating func next() -> Step? {
        while place < inbox.count {
            let item = inbox[place]
            place += 1
            if let step = step(for: item) { return step }
        }
        inbox.removeAll(keepingCapacity: inbox.capacity < 1024)
        place = 0
        return nil
    }

    private mutating func step(for item: Item) -> Step? {
        switch item.entry {
        case .failure(let error):
            return .refuse(error)
        case .success(let call) where !call.event.belongs(to: interface):
            return .refuse(NielsenBridgeError(.wrongInterface(call.event, interface)))
        case .success(.userOptOut(let text)) where !allowsOptIn && NielsenPrivacy.choice(of: text) == false:
            return .refuse(NielsenBridgeError(.optInNotAllowed, excerpt: text))
        case .success(.initialize(let info)):
            guard let appInfo else { return .start(info) }
            // A page that is reloaded starts again.
            if appInfo == info { return .remark("the same app information came again; the instance continues") }
            return .refuse(NielsenBridgeError(.alreadyInitialized))
        case .success(let call):
            return appInfo == nil ? keep(call, item) : .apply(prepared(call), at: item.instant)
        }
    }

    private mutating func keep(_ call: NielsenBridgeCall, _ item: Item) -> Step? {
        let size = call.size
        guard kept.count < maximumKept, keptBytes + size <= maximumKeptBytes else {
            return .refuse(NielsenBridgeError(.noRoom(kept.count), excerpt: call.event.rawValue))
        }
        kept.append(item)
        keptBytes += size
        return nil
    }

    /// Returns the call with complete metadata, because `loadMetadata` of the SDK replaces everything.
    private mutating func prepared(_ call: NielsenBridgeCall) -> NielsenBridgeCall {
        switch call {
        case .loadMetadata(let values):
            note(values)
            return call
        case .updateMetadata(let values):
            guard let metadata, isSameAsset(metadata, values) else {
                note(values)
                return .loadMetadata(values)
            }
            let merged = metadata.merging(values)
            note(merged)
            return .loadMetadata(merged)
        case .end:
            metadata = nil
            return call
        case .initialize, .setPlayheadPosition, .play, .stop, .sendID3, .staticStart, .staticEnd, .staticSwitch,
            .setVolume, .updateOTT, .userOptOut, .trackEvent:
            return call
        }
    }

    private mutating func note(_ values: JSONObject) {
        guard values["type"]?.stringValue?.lowercased() != NielsenLane.static.rawValue else { return }
        metadata = values
    }

    private func isSameAsset(_ metadata: JSONObject, _ values: JSONObject) -> Bool {
        ["type", "assetid"].allSatisfy { key in values[key] == nil || values[key] == metadata[key] }
    }
}
