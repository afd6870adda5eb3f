// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One door for input from outside, and what has to hold whatever comes through it.
///
/// A target lives for many inputs, so that each costs microseconds. What does not hold ends the process: the
/// fuzzer keeps the input that led to it.
protocol FuzzTarget {
    /// Feeds one input.
    mutating func run(_ input: Data)
}

/// Every target by the name that it is run under.
enum FuzzTargets {
    static func named(_ name: String) -> (any FuzzTarget)? {
        switch name {
        case "bridge": BridgeTarget()
        case "calls": CallsTarget()
        case "capture": CaptureTarget()
        case "http-head": HTTPHeadTarget()
        case "http-request": HTTPRequestTarget()
        case "hub-configuration": HubConfigurationTarget()
        case "hub-data": HubDataTarget()
        case "id3": ID3Target()
        case "json": JSONTarget()
        case "metadata": MetadataTarget()
        case "rules": RulesTarget()
        case "sdk-configuration": SDKConfigurationTarget()
        case "rule-cases": RuleCasesTarget()
        case "segment": SegmentTarget()
        case "session": SessionTarget()
        case "template": TemplateTarget()
        case "track-event": TrackEventTarget()
        default: nil
        }
    }
}
