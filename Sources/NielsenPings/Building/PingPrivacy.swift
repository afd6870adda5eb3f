// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

/// The privacy of a ping builder: the identifiers, and which of them are sent.
struct PingPrivacy: Sendable {
    private(set) var identity: NielsenIdentity
    /// Flavor and system setting; the choice comes with each record.
    private(set) var settings: NielsenPrivacy
    private(set) var optedOut = false
    private(set) var device: NielsenDevice?
    /// The identifiers that leave now, one bit each: it is asked for with every ping.
    private var sent: UInt32 = 0
    /// The source of the slots of the connected device; nil if they have to be filled again.
    var connected: [String: String]?

    // In the form in which they leave.
    private(set) var deviceId = ""
    private(set) var nielsenId = ""
    private(set) var vendorId = ""
    private let form: PingPlan.IdentifierForm
    /// The slots of the values that the app passed about its user, with the identifier of each.
    let handedOverSlots: [(identifier: NielsenIdentifier, slots: Range<Int>)]

    init(_ identity: NielsenIdentity, _ settings: NielsenPrivacy, _ plan: PingPlan) {
        self.identity = identity
        self.settings = settings
        form = plan.deviceIdForm
        handedOverSlots = plan.vocabulary.keys.compactMap { key in
            NielsenIdentifier.handedOver[key.clientKey].map { ($0, key.slot..<key.slot + 4) }
        }
    }

    func sends(_ identifier: NielsenIdentifier) -> Bool { sent & identifier.bit != 0 }

    /// Sets new identifiers, and what may be known.
    mutating func note(_ identity: NielsenIdentity, _ settings: NielsenPrivacy) {
        self.identity = identity
        self.settings = settings
    }

    /// Sets the current device.
    mutating func note(_ device: NielsenDevice, _ random: () -> UInt64) {
        self.device = device
        settings.note(device)
        deviceId = IdentifierSealer.seal(identity.deviceId(device, settings), form, random)
        nielsenId = IdentifierSealer.seal(identity.nielsenId, form, random)
        vendorId = identity.vendorId(device, settings)
        decide(optedOut: optedOut)
    }

    /// Works out what leaves.
    mutating func decide(optedOut: Bool) {
        self.optedOut = optedOut
        settings.choice = optedOut
        sent = settings.identifiers.reduce(0) { $0 | $1.bit }
        connected = nil
    }
}

extension NielsenIdentifier {
    fileprivate var bit: UInt32 {
        switch self {
        case .deviceId: 1
        case .vendorId: 2
        case .nielsenId: 4
        case .firstPartyId: 8
        case .demographicId: 16
        case .userIds: 32
        case .deviceName: 64
        case .connectedDevice: 128
        case .visitorId: 256
        case .playerId: 512
        case .location: 1024
        }
    }
}

/// The values that may be sent, for templates.
extension PingBuilder {
    /// Sets the current device.
    package mutating func change(_ device: NielsenDevice, _ random: () -> UInt64) {
        privacy.note(device, random)
        setDevice(device)
        setIdentifiers()
    }

    /// Sets new identifiers.
    ///
    /// - Parameters:
    ///   - identity: The identifiers.
    ///   - settings: What may be known.
    ///   - device: The current device.
    ///   - random: Chance, for what is encrypted.
    package mutating func identify(
        _ identity: NielsenIdentity,
        _ settings: NielsenPrivacy,
        _ device: NielsenDevice,
        _ random: () -> UInt64
    ) {
        privacy.note(identity, settings)
        change(device, random)
        withhold(optedOut: settings.isOptedOut)
    }

    /// Forgets the identifiers, because something else may be known now.
    package mutating func forget(_ settings: NielsenPrivacy) {
        privacy.note(.none, settings)
        if let device = privacy.device { change(device, { 0 }) }
        withhold(optedOut: settings.isOptedOut)
    }

    /// Sets the user's current choice.
    mutating func withhold(optedOut: Bool) {
        guard optedOut != privacy.optedOut else { return }
        privacy.decide(optedOut: optedOut)
        setIdentifiers()
    }

    /// Withholds the values that the app passed about its user, if they may not be sent.
    mutating func withholdUserIds() {
        for (identifier, slots) in privacy.handedOverSlots where !privacy.sends(identifier) {
            for slot in slots { values[slot] = .none }
        }
    }

    /// Fills the slots of a lane.
    ///
    /// Without what follows a user, addresses leave without what may name one.
    mutating func fill(_ offset: Int, from metadata: [String: String]) {
        plan.vocabulary.fill(offset, from: metadata, appInfo, barely: !privacy.sends(.userIds), &values)
    }

    private mutating func setIdentifiers() {
        let identity = privacy.identity
        put(.deviceId, .deviceId, .text(privacy.deviceId))
        put(.nuid, .nielsenId, .text(privacy.nielsenId))
        put(.firstPartyId, .firstPartyId, .text(identity.firstPartyId))
        put(.firstPartyCreated, .firstPartyId, .integer(identity.firstPartyCreated))
        put(.vendorId, .vendorId, .text(privacy.vendorId))
        put(.demographicId, .demographicId, .text(identity.demographicId))
        put(.latitude, .location, .text(privacy.device?.latitude ?? ""))
        put(.longitude, .location, .text(privacy.device?.longitude ?? ""))
        let (own, model) = (privacy.device?.name ?? "", privacy.device?.model ?? "")
        let name = privacy.sends(.deviceName) && !own.isEmpty ? own : model
        set(.deviceName, name.isEmpty ? plan.vocabulary.defaults[PingVariable.deviceName.slot] : .text(name))
        // Pings without an asset still have the values of the app information. Withheld values return.
        fill(0, from: [:])
        for (lane, metadata) in laneMetadata.enumerated() {
            guard let metadata else { continue }
            fill(lane + 1, from: metadata)
        }
        withholdUserIds()
    }

    /// Sets a value if it may be sent; otherwise, and if there is none, sets the configuration's default.
    private mutating func put(_ variable: PingVariable, _ identifier: NielsenIdentifier, _ value: NielsenPingValue) {
        let leaves = privacy.sends(identifier) && value != .text("")
        values[variable.slot] = leaves ? value : plan.vocabulary.defaults[variable.slot]
    }
}
