// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// What the destination needs of the events of a tracking plan.
struct SegmentPlanNeeds {
    /// The type of a property, by what the destination makes of it.
    enum Kind {
        case identifier
        case identifiers
        case text
        case number
        case truth

        /// The types of JSON Schema that fit.
        var types: Set<String> {
            switch self {
            case .identifier, .text: ["string"]
            case .identifiers: ["array", "string"]
            case .number: ["number", "integer"]
            case .truth: ["boolean"]
            }
        }

        /// The type to declare.
        var right: String {
            switch self {
            case .identifier, .text: "string"
            case .identifiers: "an array of strings"
            case .number: "integer"
            case .truth: "boolean"
            }
        }
    }

    /// A property, under any of its names.
    struct Property {
        let key: String
        let names: [(name: String, kind: Kind)]
        /// Whether events without it are measured wrongly.
        let isRequired: Bool
    }

    /// The events, in the order of the documentation, with how much it matters that one is missing.
    static let events: [(event: VideoEvent, severity: Rule.Severity)] = VideoEvent.allCases.map { event in
        switch event {
        case .playbackInterrupted, .playbackBufferStarted, .playbackBufferCompleted, .playbackSeekStarted,
            .playbackSeekCompleted, .playbackExited:
            (event, .warning)
        case .playbackStarted, .playbackPaused, .playbackResumed, .playbackCompleted, .contentStarted, .contentPlaying,
            .contentCompleted, .adStarted, .adPlaying, .adCompleted:
            (event, .error)
        }
    }

    private let settings: NielsenDCRSettings

    init(_ settings: NielsenDCRSettings) {
        self.settings = settings
    }

    /// Returns the properties that an event needs.
    func properties(of event: VideoEvent) -> [Property] {
        let position = Property(key: "the playhead", names: [("position", .number)], isRequired: true)
        switch event {
        case .contentStarted:
            return [
                contentId(["asset_id", "content_asset_id"]),
                text("title"), text("program"), text("airdate"),
                Property(
                    key: "length",
                    names: own(settings.contentLengthPropertyName, .number) + [
                        ("total_length", .number), ("content_length", .number),
                    ],
                    isRequired: true
                ),
                Property(key: "isfullepisode", names: [("full_episode", .truth)], isRequired: true),
                Property(key: "live streams", names: [("livestream", .truth)], isRequired: false),
                position,
            ]
        case .contentPlaying: return [contentId(["asset_id", "content_asset_id"]), position]
        case .adStarted:
            return [
                Property(
                    key: "assetid",
                    names: own(settings.adAssetIdPropertyName, .identifier) + [
                        ("asset_id", .identifier), ("ad_asset_id", .identifier),
                    ],
                    isRequired: true
                ),
                text("type"), position,
            ]
        case .playbackStarted, .playbackResumed:
            return [contentId(["content_asset_id", "content_asset_ids", "asset_id"]), position]
        case .playbackPaused, .playbackInterrupted, .playbackBufferStarted, .playbackBufferCompleted,
            .playbackSeekStarted, .playbackSeekCompleted, .playbackExited, .playbackCompleted, .contentCompleted,
            .adPlaying, .adCompleted:
            return [position]
        }
    }

    private func contentId(_ names: [String]) -> Property {
        let own =
            own(settings.contentAssetIdPropertyName, .identifier) + own(settings.assetIdPropertyName, .identifier)
        let usual = names.map { ($0, $0 == "content_asset_ids" ? Kind.identifiers : .identifier) }
        return Property(key: "assetid", names: own + usual, isRequired: true)
    }

    private func text(_ name: String) -> Property {
        Property(key: name, names: [(name, .text)], isRequired: true)
    }

    private func own(_ name: String?, _ kind: Kind) -> [(name: String, kind: Kind)] {
        name.map { $0.isEmpty ? [] : [($0, kind)] } ?? []
    }
}
