// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The shapes of the host library's types that a bridge touches, so that the documented one is compiled here.
enum HostLibrary {
    /// JSON, as the host library has it.
    struct JSON {
        var dictionaryValue: [String: Any]?
    }

    protocol RawEvent {
        var integrations: JSON? { get }
        var context: JSON? { get }
    }

    struct TrackEvent: RawEvent {
        var event: String
        var properties: JSON?
        var integrations: JSON?
        var context: JSON?
    }

    struct ScreenEvent: RawEvent {
        var name: String?
        var category: String?
        var properties: JSON?
        var integrations: JSON?
        var context: JSON?
    }

    enum UpdateType {
        case initial
        case refresh
    }

    struct Settings {
        var integrations: JSON?
    }

    protocol EventPlugin: AnyObject {
        var key: String { get }
        func update(settings: Settings, type: UpdateType)
        func track(event: TrackEvent) -> TrackEvent?
        func screen(event: ScreenEvent) -> ScreenEvent?
        func reset()
        func shutdown()
    }
}
