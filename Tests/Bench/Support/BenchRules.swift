// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchRules

/// Rules and the events that they are measured with.
enum BenchRules {
    static let type: EventType = "com.adobe.eventType.generic.track"
    static let source: EventSource = "com.adobe.eventSource.requestContent"

    /// An event as an app tracks it: six members, eleven of them in one of those.
    static let tracked = event([
        "action": "video.beat", "session": "a session of an app 000042", "screen": "article/sport", "count": 17,
        "isForeground": true,
        "contextdata": [
            "assetid": "asset 7 of a rule", "show": "A Programme of 000042", "ep": "S2,E3 Episode 000042", "sec": 1_234,
            "len": 3_600, "aired": "20260110 10:05:00", "station": "a station 000042", "kind": "content of a kind",
            "rate": 1.5, "isLive": false, "tags": ["news", "sport"],
        ],
    ])

    static func event(_ data: JSONObject) -> Event {
        do {
            return try Event(name: "Track", type: type, source: source, data: data)
        } catch {
            preconditionFailure("the sample is a valid event: \(error)")
        }
    }

    /// The text of a file of rules.
    static func file(_ rules: [String]) -> String {
        #"{"version": 1, "rules": ["# + rules.joined(separator: ",\n") + "]}"
    }

    /// The text of a file of rules that each ask for type, source and the value of one key.
    ///
    /// - Parameters:
    ///   - count: How many rules.
    ///   - type: The type of the events that they are for.
    ///   - key: The key, which each rule compares with a value of its own: `asset 7 of a rule`.
    ///   - consequences: The consequences of each.
    /// - Returns: JSON text.
    static func file(_ count: Int, type: EventType, key: String = "contextdata.assetid", _ consequences: String = "")
        -> String
    {
        file(
            (0..<count).map { number in
                rule(
                    [
                        matcher("~type", type.description), matcher("~source", source.description),
                        matcher(key, "asset \(number) of a rule"),
                    ],
                    consequences
                )
            }
        )
    }

    /// The text of a rule all of whose conditions must hold.
    static func rule(_ conditions: [String], _ consequences: String) -> String {
        """
        {"condition": {"type": "group", "definition": {"logic": "and", "conditions": [
          \(conditions.joined(separator: ",\n  "))]}},
         "consequences": [\(consequences)]}
        """
    }

    /// The text of a condition that one value must have.
    static func matcher(_ key: String, _ value: String) -> String {
        #"{"type": "matcher", "definition": {"key": "\#(key)", "matcher": "eq", "values": ["\#(value)"]}}"#
    }

    /// The text of a consequence that adds members.
    static func adding(_ members: Int) -> String {
        let members = (0..<members).map { #""added\#($0)": "a value of a rule \#($0)""# }.joined(separator: ", ")
        return #"{"id": "add", "type": "add", "detail": {"eventdata": {\#(members)}}}"#
    }

    /// The text of a consequence that dispatches an event with fifteen tokens in three levels.
    static let dispatching = """
        {"id": "dispatch", "type": "dispatch", "detail": {"name": "TrackSDKEvent",
         "type": "com.example.eventType.made", "source": "com.example.eventSource.made", "eventdataaction": "new",
         "eventdata": {"identifier": "{%session%}", "action": "{%action%}", "screen": "{%screen%}",
          "data": {"event": "playhead", "count": "{%count%}", "playheadPosition": "{%int(contextdata.sec)%}",
           "metadata": {"type": "content", "assetid": "{%contextdata.assetid%}", "program": "{%contextdata.show%}",
            "title": "{%contextdata.ep%}", "length": "{%int(contextdata.len)%}", "airdate": "{%contextdata.aired%}",
            "station": "{%contextdata.station%}", "kind": "{%contextdata.kind%}", "rate": "{%contextdata.rate%}",
            "isLive": "{%contextdata.isLive%}", "tag": "{%contextdata.tags.0%}"}}}}}
        """

    /// Reads a file of rules.
    static func set(_ text: String) -> LaunchRuleSet {
        do {
            let set = try LaunchRuleSet(json: Data(text.utf8))
            precondition(set.findings.isEmpty, "the rules are understood: \(set.findings)")
            return set
        } catch {
            preconditionFailure("the rules can be read: \(error)")
        }
    }
}
