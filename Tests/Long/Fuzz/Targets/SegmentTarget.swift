// SPDX-License-Identifier: Apache-2.0

import Foundation
import HubServices
import NielsenAppApi
import SegmentNielsenDCR

/// Streams of Segment events, one a line: whatever they say, time bounds what is credited.
struct SegmentTarget: FuzzTarget {
    private var count = 0
    private var instance = FuzzedInstance()
    private var sdk: NielsenResumingSDK?

    private mutating func prepare() -> NielsenResumingSDK {
        count += 1
        if count % 500 != 1, let sdk { return sdk }
        instance = FuzzedInstance()
        let api = NielsenAppApi(
            appInfo: FuzzedInstance.appInfo,
            delegate: nil,
            environment: instance.environment
        )
        guard let api else { fail("the app information is refused") }
        let made = NielsenResumingSDK(api, clock: instance.clock)
        sdk = made
        return made
    }

    mutating func run(_ input: Data) {
        let sdk = prepare()
        let instance = instance
        var translator = NielsenDCRTranslator(settings: NielsenDCRSettings(appId: "P1"))
        var effects: [NielsenDCREffect] = []
        for line in input.split(separator: UInt8(ascii: "\n")).prefix(7) {
            guard let object = FuzzChecks.object(Data(line)) else {
                // Each second may be a call.
                advance(instance.clock, by: Int64(line.first ?? 0) & 31, &translator, sdk)
                continue
            }
            if let settings = object["settings"]?.objectValue {
                var problems: [String] = []
                translator.settings = NielsenDCRSettings(settings, problems: &problems)
                for problem in problems { FuzzChecks.message(problem) }
            }
            let time = NielsenDCRTime(now: instance.clock.now, unixSeconds: object["clock"]?.intValue ?? 1_700_000_000)
            let properties = object["properties"]?.objectValue ?? [:]
            let integrations = object["integrations"]?.objectValue ?? [:]
            if let event = object["event"]?.stringValue {
                let track = SegmentTrackEvent(event: event, properties: properties, integrations: integrations)
                translator.track(track, at: time, into: &effects)
            } else {
                let screen = SegmentScreenEvent(
                    name: object["name"]?.stringValue,
                    category: object["category"]?.stringValue,
                    properties: properties,
                    integrations: integrations
                )
                translator.screen(screen, at: time, into: &effects)
            }
            make(&effects, instance.clock, sdk)
        }
        advance(instance.clock, by: 21, &translator, sdk)
        translator.reset(at: instance.clock.now, into: &effects)
        make(&effects, instance.clock, sdk)
        instance.check()
    }

    private func advance(
        _ clock: ManualClock,
        by seconds: Int64,
        _ translator: inout NielsenDCRTranslator,
        _ sdk: NielsenResumingSDK
    ) {
        let target = clock.now + .seconds(seconds)
        var effects: [NielsenDCREffect] = []
        while let due = translator.nextBeat, due <= target {
            clock.advance(to: due)
            translator.advance(to: due, into: &effects)
            make(&effects, clock, sdk)
        }
        clock.advance(to: target)
    }

    private func make(_ effects: inout [NielsenDCREffect], _ clock: ManualClock, _ sdk: NielsenResumingSDK) {
        for effect in effects {
            if case .remark(_, let text) = effect { FuzzChecks.message(text) }
            guard let call = effect.call else { continue }
            let age: Duration = if case .playhead(_, let reached) = effect { clock.now - reached } else { .zero }
            sdk.make(call, age: age)
        }
        effects.removeAll()
    }
}
