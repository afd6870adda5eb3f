// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenAppApi

/// Watermarks, and what is about the app as a whole.
extension Certifier {
    mutating func sendID3(_ payload: JSONValue?, at place: LogPlace) {
        guard let payload, !payload.isNull else {
            find(.lineArguments, at: place, "sendID3 has no payload.")
            return
        }
        view.isUsed = true
        view.findings.add(validator.validate(.id3, payload), at: place)
        guard let text = payload.stringValue, let tag = try? NielsenID3Tag(text) else { return }
        view.tags += 1
        view.adModel = view.adModel ?? channelModel
        view.streamStart = view.streamStart ?? place.time
        view.streamEnd = max(view.streamEnd ?? place.time, place.time)
        let step = watermarks.add(tag, at: place.time, limits)
        if step.isFaster {
            find(.tagsFasterThanTime, at: place, "Watermarks run ahead of time.")
        }
        if let pause = step.pause {
            view.tagPause = max(view.tagPause ?? 0, pause)
            view.tagsPaused += pause
        }
        if let back = step.back { view.tagBack = max(view.tagBack ?? 0, back) }
        if let forward = step.forward { view.tagForward = max(view.tagForward ?? 0, forward) }
        if let gap = step.gap {
            view.tagGap = view.tagGap ?? (gap, place)
            if step.isSlowCadence {
                find(.tagCadence, at: place, cost: gap, "Watermarks come \(CheckText.duration(gap)) apart.")
            }
        }
    }

    mutating func disable(_ value: JSONValue?, at place: LogPlace) {
        let text = value.map { $0.stringValue?.lowercased() ?? $0.jsonText } ?? "true"
        let isOn = ["true", "1", "yes", "y"].contains(text)
        if isOn, !isDisabled {
            closeRun()
            closeView()
            phase = .nothing
            holds = [:]
            page = nil
            pageBackground = nil
        }
        isDisabled = isOn
    }

    mutating func optOut(_ value: JSONValue?, at place: LogPlace) {
        let shown = value.map(CallLogReader.shown) ?? "missing"
        if value?.stringValue == "nielsenappsdk://1" || value?.stringValue == "nielsenappsdk://0" {
            cases.pass(.optOut, "userOptOut gets \(shown).")
        } else {
            let message = "userOptOut gets \(shown)."
            app.add(.optOutValue, at: place, message)
            cases.failFinally(.optOut, message)
        }
    }

    mutating func appInfo(_ value: JSONValue?, at place: LogPlace) {
        let issues = validator.validate(.appinfo, value ?? .null)
        let values = lenient.strings(in: value ?? .null) ?? [:]
        let level = values["nol_devDebug"].flatMap { $0.isEmpty ? nil : $0 }
        debugLevel = .some(level)
        if let level, isForProduction {
            app.add(.debugLeftOn, at: place, "nol_devDebug is \"\(level.prefix(32))\".")
        }
        app.add(issues, at: place)
        // The sessions of the built-in player are not those of an app.
        let isSample = values["appid"]?.hasPrefix(Self.sample) == true
        if isSample { app.soften("APPID_NOT_GUID") }
        judgeIdentity(values, isSample ? [] : issues.map(\.rule), isSample: isSample)
    }

    /// The beginning of the app ids of the built-in player, which no real one has.
    private static let sample = "PDEM00000-0000-4000-8000-"

    private mutating func judgeIdentity(_ values: [String: String], _ rules: [String], isSample: Bool) {
        let appid = values["appid"] ?? ""
        let shown = "The appid is \"\(appid.prefix(48))\""
        let fault = rules.first { $0.hasPrefix("APPID_") || $0.hasPrefix("APPINFO_") }
        if let fault {
            cases.failFinally(.appid, "\(fault): \(appid.isEmpty ? "there is no appid" : shown).")
        } else if !appid.isEmpty, !isSample {
            cases.pass(.appid, shown + ".")
        }
        let sfcode = values["sfcode"] ?? ""
        let isCertification = sfcode.lowercased().split(separator: "-").contains("cert")
        if isCertification, appid.hasPrefix("P") {
            cases.pass(.watermarkFacility, "The sfcode is \"\(sfcode.prefix(32))\", and the appid begins with P.")
        } else {
            let code = sfcode.isEmpty ? "There is no sfcode" : "The sfcode is \"\(sfcode.prefix(32))\""
            otherFacility = "\(code); a test of watermarks needs cert, and an appid that begins with P."
        }
    }

    /// Takes an event of the SDK: 2001 comes after a valid configuration.
    mutating func sdkEvent(_ value: JSONValue?) {
        let code = value?["eventCode"] ?? value?["code"] ?? value
        if let code, CallLogReader.number(code) == 2001 { configurationArrived = true }
    }

    /// Takes an error of the SDK: 4 and 5 are about the configuration, which it may try to get once more.
    mutating func sdkError(_ value: JSONValue?) {
        let code = (value?["errorCode"] ?? value?["code"] ?? value).flatMap(CallLogReader.number)
        switch code {
        case 4: configurationFault = "Error 4 reports that no configuration was received."
        case 5: configurationFault = "Error 5 reports that the configuration cannot be read."
        default: break
        }
    }

    mutating func privacy(_ value: JSONValue?, at place: LogPlace) {
        let text = value.map { $0.stringValue ?? $0.jsonText }?.lowercased().filter { $0.isLetter } ?? ""
        isPrivacyUnknown = text == "unknown" || text == "optunknown" ? place : nil
    }

    mutating func collector(_ value: JSONValue?, at place: LogPlace) {
        guard let address = value?.stringValue, let host = Self.host(of: address) else { return }
        guard EndpointPolicy.isThisMachine(host: host) else { return }
        app.add(.collectorIsLoopback, at: place, "Pings go to \(host), which is this device.")
    }

    private static func host(of address: String) -> String? {
        guard let scheme = address.firstRange(of: "://") else { return nil }
        let rest = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let place = rest.split(separator: "@", omittingEmptySubsequences: false).last ?? rest
        if place.hasPrefix("["), let end = place.firstIndex(of: "]") { return place[...end].lowercased() }
        return place.prefix { $0 != ":" }.lowercased()
    }

    /// Decides the cases that are about the whole log.
    mutating func judgeApp() {
        if configurationArrived {
            cases.pass(.configurationPing, "Event 2001 reports that a configuration arrived.")
        } else if let configurationFault {
            cases.fail(.configurationPing, configurationFault)
        }
        if let otherFacility {
            // Apps that pass on no watermarks do not need it.
            let isNeeded = cases.has(.watermarkPlay) || lastPage == nil && !isMeasuredWithoutTags
            if isNeeded {
                cases.fail(.watermarkFacility, otherFacility)
            } else {
                cases.leave(.watermarkFacility, otherFacility)
            }
        }
        if hasInterruptions { cases.pass(.interruptions, "Each interruption calls stop.") }
        guard let debugLevel else { return }
        if isForProduction {
            if let level = debugLevel {
                cases.fail(.debug, "nol_devDebug is \"\(level.prefix(32))\"; a released app must not have it.")
            } else {
                cases.pass(.debug, "nol_devDebug is not there, which is right for a released app.")
            }
        } else if debugLevel?.uppercased() != "DEBUG" {
            let level = debugLevel.map { "nol_devDebug is \"\($0.prefix(32))\"" } ?? "nol_devDebug is not there"
            cases.fail(.debug, "\(level); DEBUG is needed before the other cases are run.")
        } else if configurationArrived {
            cases.pass(.debug, "nol_devDebug is DEBUG, and a configuration arrived.")
        }
    }
}
