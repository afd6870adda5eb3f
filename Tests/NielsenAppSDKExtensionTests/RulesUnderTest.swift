// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import LaunchHub
import LaunchHubTesting
import LaunchRules
import NielsenAppApi
import NielsenAppSDKExtension

/// An app that knows nothing of measurement, on a hub with rules and the extension.
final class RulesUnderTest: Sendable {
    /// What a collector would receive.
    private final class Pings: NielsenPingSink {
        let all = Recorder<NielsenPing>()
        func send(_ ping: NielsenPing) { all.append(ping) }
    }

    let test: TestHub
    let service: NielsenInstanceService
    /// Every instance that was made, in order.
    private let made = Recorder<TrackerInstance>()
    private let pings = Pings()

    /// Makes an app whose instances are configured by the property.
    ///
    /// - Parameters:
    ///   - remote: Whether the configuration is there from the beginning.
    ///   - options: Where it comes from otherwise.
    /// - Throws: `HubError`, which no fresh hub gives a reason for.
    init(remote: Bool = true, options: HubOptions = HubOptions()) throws {
        let test = TestHub(options: options)
        self.test = test
        let counter = Locked(0)
        let (made, pings) = (made, pings)
        service = NielsenInstanceService(
            settings: .init(environment: NielsenEnvironment(clock: test.clock, pings: pings, random: { 7 })),
            makeIdentifier: {
                counter.withLock { count in
                    count += 1
                    return "instance-\(count)"
                }
            },
            factory: { configuration, environment, report in
                let instance = try TrackerInstance.make(configuration, environment: environment, report: report)
                made.append(instance)
                return instance
            }
        )
        if remote { test.hub.configuration.update(["nielsen.ios": .object(ServiceUnderTest.appInfo)]) }
        try service.register(with: test.hub)
    }

    /// Puts rules in force.
    func rules(_ texts: String...) throws {
        for (place, text) in texts.enumerated() {
            test.hub.rules.add(try LaunchRuleSet(json: Data(text.utf8)), as: "\(place)")
        }
    }

    /// Dispatches what `ACPCore.trackAction` and `trackState` dispatch.
    func track(_ member: String, _ name: String, _ contextData: [String: String]) throws {
        test.hub.dispatch(
            try Event(
                name: "Analytics Track",
                type: "com.adobe.eventType.generic.track",
                source: .requestContent,
                data: [
                    member: .string(name),
                    "contextdata": .object(JSONObject(contextData.mapValues(JSONValue.string))),
                ]
            )
        )
    }

    /// Dispatches a heartbeat of a video each second.
    func watch(_ seconds: Range<Int>) throws {
        for second in seconds {
            let beat = [
                "sec": "\(second)", "vid": "vid345-67483", "show": "Program", "ep": "Episode 3", "len": "1800",
                "aired": "2021-03-24T21:00:00",
            ]
            try track("action", "video.beat", beat)
            test.advance(by: .seconds(1))
        }
    }

    /// Dispatches a playhead each second to an instance, with metadata that ``ExampleRules/repair`` makes right.
    func playForRepair(_ seconds: Range<Int>, _ identifier: String) throws {
        for second in seconds {
            let event: JSONObject = [
                "event": "playhead", "type": "content", "playheadPosition": .string("\(second)"),
                "metadata": [
                    "content": [
                        "type": "content", "assetid": "vid1", "program": "Program", "title": "Episode",
                        "length": "1800", "airdate": "2021-03-24T21:00:00", "isfullepisode": "full",
                    ]
                ],
            ]
            test.hub.dispatch(try NielsenInstanceEvent.track(event, identifier: identifier).event())
            test.advance(by: .seconds(1))
        }
    }

    /// The credits of every instance so far.
    var credits: [NielsenCredit] { made.elements.flatMap(\.credits) }

    /// The products of the pings so far.
    func pings(of product: NielsenProduct) -> Int { pings.all.elements.count { $0.product == product } }

    /// The state that the extension shares.
    var state: JSONObject? {
        test.hub.state(of: NielsenInstanceService.extensionName).values
    }
}

/// The rules of the examples.
enum ExampleRules {
    /// Makes an instance as soon as the hub is ready.
    static let instance = """
        {"version": 1, "rules": [{
          "condition": {"type": "matcher", "definition":
            {"key": "~source", "matcher": "eq", "values": ["com.adobe.eventSource.booted"]}},
          "consequences": [{"id": "make", "type": "dispatch", "detail": {
            "name": "InstantiateSDKWithRemoteConfigEvent", "type": "com.nielsen.eventType.instanceControl",
            "source": "com.nielsen.eventSource.instanceControl", "eventdataaction": "new"}}]}]}
        """

    /// Heartbeats to playheads.
    ///
    /// - Parameter identifier: How the instance is named.
    /// - Returns: A file of rules.
    static func beats(_ identifier: String = "{%~state.NielsenAppSDKExtension/instances.0%}") -> String {
        """
        {"version":1,"rules":[{"condition":{"type":"group","definition":{"logic":"and","conditions":[
          {"type":"matcher","definition":
            {"key":"~type","matcher":"eq","values":["com.adobe.eventType.generic.track"]}},
          {"type":"matcher","definition":
            {"key":"~source","matcher":"eq","values":["com.adobe.eventSource.requestContent"]}},
          {"type":"matcher","definition":{"key":"action","matcher":"eq","values":["video.beat"]}},
          {"type":"matcher","definition":{"key":"contextdata.sec","matcher":"ge","values":[0]}}]}},
         "consequences":[{"id":"beat-to-playhead","type":"dispatch","detail":{"name":"TrackSDKEvent",
          "type":"com.nielsen.eventType.instanceControl","source":"com.nielsen.eventSource.instanceControl",
          "eventdataaction":"new","eventdata":{"identifier":"\(identifier)",
           "data":{"event":"playhead","type":"content","playheadPosition":"{%int(contextdata.sec)%}",
            "metadata":{"content":{"type":"content","assetid":"{%contextdata.vid%}","program":"{%contextdata.show%}",
             "title":"{%contextdata.ep%}","length":"{%int(contextdata.len)%}","airdate":"{%contextdata.aired%}",
             "isfullepisode":"y","adloadtype":"2"}}}}}}]}]}
        """
    }

    /// Screens of articles to static pages, remembered in the history.
    static let pages = """
        {"version":1,"rules":[{"condition":{"type":"group","definition":{"logic":"and","conditions":[
          {"type":"matcher","definition":
            {"key":"~type","matcher":"eq","values":["com.adobe.eventType.generic.track"]}},
          {"type":"matcher","definition":{"key":"state","matcher":"sw","values":["article/","story/"]}},
          {"type":"matcher","definition":{"key":"contextdata.preview","matcher":"ne","values":[true]}}]}},
         "consequences":[{"id":"screen-to-page","type":"dispatch","detail":{"name":"TrackSDKEvent",
           "type":"com.nielsen.eventType.instanceControl","source":"com.nielsen.eventSource.instanceControl",
           "eventdataaction":"new","eventdata":{"identifier":"{%~state.NielsenAppSDKExtension/instances.0%}",
            "data":{"event":"playhead","type":"static","metadata":{"static":
             {"type":"static","section":"{%contextdata.desk%}","assetid":"{%contextdata.id%}"}}}}}},
          {"id":"page-seen","type":"schema","detail":{"id":"page-seen",
           "schema":"https://ns.adobe.com/personalization/eventHistoryOperation",
           "data":{"operation":"insertIfNotExists","content":{"page":"{%contextdata.id%}"}}}}]}]}
        """

    /// Metadata of a released app repaired on the way to the SDK.
    static let repair = """
        {"version":1,"rules":[
         {"condition":{"type":"group","definition":{"logic":"and","conditions":[
           {"type":"matcher","definition":
             {"key":"~type","matcher":"eq","values":["com.nielsen.eventType.instanceControl"]}},
           {"type":"matcher","definition":{"key":"data.metadata.content.assetid","matcher":"ex"}},
           {"type":"matcher","definition":{"key":"data.metadata.content.adloadtype","matcher":"nx"}}]}},
          "consequences":[{"id":"adload-default","type":"add","detail":
            {"eventdata":{"data":{"metadata":{"content":{"adloadtype":"2"}}}}}}]},
         {"condition":{"type":"group","definition":{"logic":"and","conditions":[
           {"type":"matcher","definition":
             {"key":"~type","matcher":"eq","values":["com.nielsen.eventType.instanceControl"]}},
           {"type":"matcher","definition":
             {"key":"data.metadata.content.isfullepisode","matcher":"eq","values":["true","1","full"]}}]}},
          "consequences":[{"id":"full-to-y","type":"mod","detail":
            {"eventdata":{"data":{"metadata":{"content":{"isfullepisode":"y"}}}}}}]}]}
        """
}
