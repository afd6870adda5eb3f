// SPDX-License-Identifier: Apache-2.0

import HubServices

/// The visitor's identifiers.
struct VisitorIdentity: Sendable, Hashable {
    /// A random number of 38 digits.
    private(set) var experienceID: String
    private(set) var ids: [VisitorID] = []
    var advertisingIdentifier: String?
    var pushIdentifier: String?

    /// Makes the identity of a new visitor.
    ///
    /// - Parameter random: Returns random words.
    init(random: () -> UInt64) {
        // Each half has 19 digits, of which words of 63 bits have at most as many.
        experienceID = (0..<2).map { _ in Self.digits(random() >> 1) }.joined()
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
    }

    /// Adds identifiers, or replaces those of the same types; an empty one removes that of its type.
    mutating func sync(_ identifiers: JSONObject, _ state: JSONValue?) {
        for entry in identifiers {
            guard !entry.key.isEmpty, let id = entry.value.stringValue else { continue }
            let place = ids.firstIndex { $0.type == entry.key }
            let new = VisitorID(type: entry.key, id: id, state: VisitorID.state(state))
            switch (place, id.isEmpty) {
            case (let place?, true): ids.remove(at: place)
            case (let place?, false): ids[place] = new
            case (nil, true): break
            case (nil, false): ids.append(new)
            }
        }
    }

    /// The shared state, which is also the form in which the identity is kept.
    var state: JSONObject {
        var state: JSONObject = [IdentityKey.experienceID: .string(experienceID)]
        if !ids.isEmpty { state[IdentityKey.visitorIDs] = .array(ids.map(\.json)) }
        state[IdentityKey.advertisingIdentifier] = advertisingIdentifier.map(JSONValue.string)
        state[IdentityKey.pushIdentifier] = pushIdentifier.map(JSONValue.string)
        return state
    }

    /// Reads what was kept.
    ///
    /// - Parameter json: The kept value; nil, or one of another form, means that there is no visitor yet.
    init?(_ json: JSONValue?) {
        guard let json, let id = json[IdentityKey.experienceID]?.stringValue, Self.isExperienceID(id) else {
            return nil
        }
        experienceID = id
        ids = (json[IdentityKey.visitorIDs]?.arrayValue ?? []).compactMap { VisitorID($0) }
        advertisingIdentifier = json[IdentityKey.advertisingIdentifier]?.stringValue
        pushIdentifier = json[IdentityKey.pushIdentifier]?.stringValue
    }

    private static func isExperienceID(_ text: String) -> Bool {
        text.utf8.count == 38 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
