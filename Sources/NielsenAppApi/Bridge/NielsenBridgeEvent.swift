// SPDX-License-Identifier: Apache-2.0

/// An event of a page, identified by name or number.
package enum NielsenBridgeEvent: String, Sendable, Hashable, CaseIterable {
    /// `init`, which sends the app information; also under the name `appInfo`.
    case initialize = "init"
    /// `loadMetadata`, the numbers 3 (the first one of a page) and 15.
    case loadMetadata
    /// `setPlayheadPosition`, the number 49; also under the name `playheadPosition`.
    case setPlayheadPosition
    /// `play`, the number 5.
    case play
    /// `stop`, the number 7.
    case stop
    /// `end`, the number 57.
    case end
    /// `sendID3`, the number 55.
    case sendID3
    /// `staticStart`: a static page is shown.
    case staticStart
    /// `staticEnd`: the user left the static page.
    case staticEnd
    /// The number 14: the user left the static page, and another one is shown if the parameter describes one.
    case staticSwitch
    /// `updateMetadata`: some values of what is playing have changed.
    case updateMetadata
    /// `setVolume`: the volume of the player, which the SDK does not measure.
    case setVolume
    /// `updateOTT`
    case updateOTT
    /// `userOptOut`
    case userOptOut
    /// `trackEvent`, the only call of the event interface.
    case trackEvent

    /// The numbers of this event.
    ///
    /// Source: public configurations and pages of the browser SDK.
    package var numbers: [Int] {
        switch self {
        case .loadMetadata: [3, 15]
        case .play: [5]
        case .stop: [7]
        case .staticSwitch: [14]
        case .setPlayheadPosition: [49]
        case .sendID3: [55]
        case .end: [57]
        case .initialize, .staticStart, .staticEnd, .updateMetadata, .setVolume, .updateOTT, .userOptOut, .trackEvent:
            []
        }
    }

    /// Finds an event by its name, or is nil if there is no such event.
    ///
    /// - Parameter name: A name in any case, such as `loadmetadata` or `loadMetadata`.
    package init?(name: String) {
        guard let event = Self.byName[name.lowercased()] else { return nil }
        self = event
    }

    /// Finds an event by its number, or is nil if there is no such event.
    ///
    /// - Parameter number: One of the ``numbers`` of an event.
    package init?(number: Int64) {
        guard let event = Self.byNumber[number] else { return nil }
        self = event
    }

    /// Returns whether an interface has this event.
    ///
    /// - Parameter interface: The interface that the handler was made for.
    /// - Returns: True if pages of that interface may send this event.
    package func belongs(to interface: NielsenBridgeInterface) -> Bool {
        switch self {
        case .initialize, .setVolume, .userOptOut: true
        case .trackEvent: interface == .trackEvent
        case .loadMetadata, .setPlayheadPosition, .play, .stop, .end, .sendID3, .staticStart, .staticEnd,
            .staticSwitch, .updateMetadata, .updateOTT:
            interface == .ggPM
        }
    }

    private static let byName: [String: NielsenBridgeEvent] = {
        var events: [String: NielsenBridgeEvent] = ["appinfo": .initialize, "playheadposition": .setPlayheadPosition]
        for event in allCases { events[event.rawValue.lowercased()] = event }
        return events
    }()

    private static let byNumber: [Int64: NielsenBridgeEvent] = {
        var events: [Int64: NielsenBridgeEvent] = [:]
        for event in allCases {
            for number in event.numbers { events[Int64(number)] = event }
        }
        return events
    }()
}

/// The interface of the SDK that a page's messages are for.
///
/// Source: the public headers.
package enum NielsenBridgeInterface: String, Sendable, Hashable, CaseIterable {
    /// Separate calls, as in ``NielsenAppApi``.
    case ggPM
    /// A single call, as in ``NielsenEventTracker``.
    case trackEvent

    /// Reads the documented text.
    ///
    /// - Parameter apiType: Exactly `trackEvent` selects the event interface; nil and any other text select ggPM.
    package init(apiType: String?) {
        self = apiType == NielsenBridgeInterface.trackEvent.rawValue ? .trackEvent : .ggPM
    }
}
