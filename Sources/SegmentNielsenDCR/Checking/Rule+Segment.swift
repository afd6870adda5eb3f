// SPDX-License-Identifier: Apache-2.0

package import NielsenAppApi

/// Rules for the events that an app sends, and for the tracking plan that describes them.
extension Rule {
    package static let eventUnknown = Rule(
        "SEGMENT_EVENT_UNKNOWN",
        .error,
        checks: "An event whose name begins with Video is one of the Video Spec.",
        why: "An event of any other name has no effect: nothing is loaded, started or stopped, and what follows is "
            + "credited to the wrong asset or not at all.",
        cure: "Send the event under its documented name; capitals and separators do not matter."
    )
    package static let propertyMissing = Rule(
        "SEGMENT_PROPERTY_MISSING",
        .error,
        checks: "An event that loads an asset has the properties from which its required metadata is made: an id, and "
            + "for content a title, a program, an airdate and a length.",
        why: "The destination passes an empty value, which the SDK reports as an error, and the minutes cannot be "
            + "assigned to a programme.",
        cure: "Send the property with the event, or name the property that has the value in the destination's settings."
    )
    package static let propertyValue = Rule(
        "SEGMENT_PROPERTY_VALUE",
        .warning,
        checks: "full_episode and livestream are true or false.",
        why: "Anything else counts as false: an episode is reported as a clip, a live stream as a recording.",
        cure: "Send true or false without quotes."
    )
    package static let positionNotNumber = Rule(
        "SEGMENT_POSITION_NOT_NUMBER",
        .error,
        checks: "position is a number of seconds.",
        why: "Any other value counts as missing, so the heartbeat continues from where it was, or from 0.",
        cure: "Send the position as a whole number of seconds."
    )
    package static let positionRange = Rule(
        "SEGMENT_POSITION_RANGE",
        .error,
        checks: "position is from 0 to 10^11, and for live streams an offset from now that is not positive.",
        why: "A position outside of that counts as missing; a live position in the future is taken as now.",
        cure: "Send seconds from the beginning of the asset; for live streams 0 or the negative offset from now."
    )
    package static let positionBeyondLength = Rule(
        "SEGMENT_POSITION_BEYOND_LENGTH",
        .warning,
        checks: "position is not beyond the length of the content. A position that is a thousand times too large is an "
            + "error: it is in milliseconds.",
        why: "The minutes that are credited are those of the position: the wrong ones, or ones that do not exist.",
        cure: "Send position and total_length in seconds, both of the same asset."
    )
    package static let contentNotStarted = Rule(
        "SEGMENT_CONTENT_NOT_STARTED",
        .error,
        checks: "Video Content Started comes before Video Content Playing and Video Content Completed.",
        why: "It loads the content's metadata. Without it what plays is credited to what was loaded before, or to "
            + "nothing.",
        cure: "Send Video Content Started with all properties of the content when it begins."
    )
    package static let adNotStarted = Rule(
        "SEGMENT_AD_NOT_STARTED",
        .error,
        checks: "Video Ad Started comes before Video Ad Playing and Video Ad Completed, for each ad.",
        why: "It loads the ad's metadata. Without it the ad's time is credited to the content.",
        cure: "Send Video Ad Started with the ad's asset_id and type when it begins."
    )
    package static let timestampUnreadable = Rule(
        "SEGMENT_TIMESTAMP_UNREADABLE",
        .error,
        checks: "timestamp is a date and a time in ISO 8601, such as 2026-03-01T20:15:00.000Z.",
        why: "The time at which something played is not known; the event is taken to happen with the one before.",
        cure:
            "Write the time as ISO 8601 in UTC. Numbers are read as seconds or milliseconds since 1970, with a warning."
    )
    package static let timestampBackwards = Rule(
        "SEGMENT_TIMESTAMP_BACKWARDS",
        .error,
        checks: "The timestamps of the events are in order.",
        why: "Credit is time that passed. Events in another order than they happened load and stop the wrong asset.",
        cure: "Sort the export by timestamp; in the app, send an event when it happens and let the library stamp it."
    )
    package static let timestampGap = Rule(
        "SEGMENT_TIMESTAMP_GAP",
        .warning,
        checks: "Nothing plays for more than a day between two events.",
        why: "The app was ended without an event that stops playback; no more is credited than to the last heartbeat.",
        cure: "Send Video Playback Paused, Interrupted or Completed when playback stops."
    )
    package static let lineNotEvent = Rule(
        "SEGMENT_NOT_AN_EVENT",
        .error,
        checks: "A value is an event: an object with type, event, properties, integrations and context of the "
            + "documented kinds.",
        why: "It is passed over.",
        cure: "Write {\"type\": \"track\", \"event\": \"Video Content Started\", \"properties\": {...}}."
    )
    package static let planNotRead = Rule(
        "PLAN_UNREADABLE",
        .error,
        checks: "A tracking plan is a JSON object with its rules: events, each with rules as JSON Schema.",
        why: "Nothing in it can be checked.",
        cure: "Download the plan as Segment publishes it, as {\"rules\": {\"events\": [...]}}."
    )
    package static let planEventMissing = Rule(
        "PLAN_EVENT_MISSING",
        .error,
        checks: "The plan has the events that start, move and end playback, content and ads. Those of interruptions, "
            + "seeking and buffering are warnings.",
        why: "The destination is driven by these events: without one of them metadata is not loaded or time is not "
            + "stopped.",
        cure: "Add the event to the plan, and send it."
    )
    package static let planEventUnknown = Rule(
        "PLAN_EVENT_UNKNOWN",
        .error,
        checks: "An event of the plan whose name begins with Video is one of the Video Spec.",
        why: "An event of any other name has no effect.",
        cure: "Name the event as documented."
    )
    package static let planPropertyMissing = Rule(
        "PLAN_PROPERTY_MISSING",
        .error,
        checks: "The schema of an event has the properties from which metadata and positions are made.",
        why: "What the plan does not have the app does not send, and the SDK gets an empty value.",
        cure: "Add the property to the event's schema, with its type, and list it under required."
    )
    package static let planPropertyType = Rule(
        "PLAN_PROPERTY_TYPE",
        .error,
        checks: "A property has the type that the destination reads: text for ids and titles, numbers for positions "
            + "and lengths, booleans for flags. A property that may be anything, or null, is a warning.",
        why: "Values of another type are converted or count as missing.",
        cure: "Declare the property with the type that the message names."
    )
    package static let planPropertyOptional = Rule(
        "PLAN_PROPERTY_OPTIONAL",
        .error,
        checks: "A property that is needed is listed under required.",
        why: "Events without it conform to the plan, and the SDK gets an empty value.",
        cure: "List the property under required of the event's properties."
    )

    /// Every rule, in the order of the documentation.
    package static let ofSegment = [
        eventUnknown, propertyMissing, propertyValue, positionNotNumber, positionRange, positionBeyondLength,
        contentNotStarted, adNotStarted, timestampUnreadable, timestampBackwards, timestampGap, lineNotEvent,
        planNotRead, planEventMissing, planEventUnknown, planPropertyMissing, planPropertyType, planPropertyOptional,
    ]
}
