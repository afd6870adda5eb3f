// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The statements about each request, and those about a capture as a whole.
extension WireJudge {
    /// Judges what one request shows by itself.
    mutating func judgeAlone(_ request: SeenRequest, _ ping: SeenPing) {
        let entry = request.entry
        if let agent = request.agent {
            if WireForm.isRobot(agent) {
                verdicts.fail("GE5", [entry], "The User-Agent is \"\(agent.prefix(60))\".")
            } else {
                verdicts.pass("GE5", "Each User-Agent is that of an app or a browser.")
            }
        }
        if ping.isSecure {
            verdicts.pass("GE6", "Each ping is sent by https.")
        } else {
            let isOld = ping.version.map { $0.major < 6 } ?? false
            let severity: Rule.Severity? =
                isOld || !ping.product.isMeasurement && facts.isOfBrowser ? .warning : nil
            verdicts.fail("GE6", [entry], as: severity, "A ping is sent by http.")
        }
        // The requests of measurements are judged with their repetitions.
        if !ping.product.isMeasurement, let status = request.status { judge(status: status, entry) }
        judgePlaceholders(ping, entry)
        guard ping.product.isMeasurement else { return }
        if let device = list.device, ping.isOptedOut != true {
            if let told = ping.text(.c9), !told.isEmpty {
                if told.lowercased() == device.lowercased() {
                    verdicts.pass("GE8", "c9 is the id of the test device.")
                } else {
                    verdicts.fail("GE8", [entry], "c9 is not the id of the test device.")
                }
            } else {
                verdicts.fail("GE8", [entry], "c9 is empty, and the user has not opted out.")
            }
        }
        if let limits = list.limitsTracking, limits {
            if ping.isOptedOut == true {
                verdicts.pass("OO7", "Pings say uoo=true where the device limits tracking.")
            } else {
                verdicts.fail("OO7", [entry], "uoo is \"\(ping.text(.uoo) ?? "")\", and the device limits tracking.")
            }
        }
        if ping.isOptedOut == true { judgeIdentifiers(ping.identifiers, entry) }
        if ping.session.isEmpty {
            if let version = ping.version, version.major >= 6 {
                verdicts.fail("GE10", [entry], "sessionId is empty, and SDK \(version.major).\(version.minor) has one.")
            }
        } else {
            verdicts.pass("GE10", "Pings carry the session that was announced.")
        }
    }

    mutating func judge(status: Int, _ entry: Int) {
        if (200..<400).contains(status) {
            verdicts.pass("GE4", "Each census request has an answer of 2xx or 3xx.")
        } else {
            verdicts.fail("GE4", [entry], status > 0 ? "An answer has status \(status)." : "A request has no answer.")
        }
    }

    mutating func judgeIdentifiers(_ names: [SeenName], _ entry: Int) {
        if names.isEmpty {
            verdicts.pass("OO6", [entry], "Pings after an opt-out carry no identifier.")
        } else {
            let shown = names.map(\.text).joined(separator: ", ")
            verdicts.fail(
                "OO6",
                [entry],
                "After the opt-out \(shown) \(names.count == 1 ? "has a value" : "have values")."
            )
        }
    }

    private mutating func judgePlaceholders(_ ping: SeenPing, _ entry: Int) {
        switch ping.product {
        case .siteCensus, .survey, .provider, .other, .error, .metadata, .cloud: return
        default: break
        }
        let id = ping.appID
        if let id, id.isEmpty || ["na", "null", "undefined"].contains(id.lowercased()) {
            let name = ping.product == .config || ping.product == .audit ? "apid" : "c13"
            verdicts.fail("GE11", [entry], "\(name) is \"\(id)\", which is no app id.")
        }
        let found = ping.placeholders(brackets: ping.product == .dar)
        if ping.product == .dar {
            if let first = found.first {
                verdicts.fail("DA4", [entry], "A macro is left: \(first).")
            } else {
                verdicts.pass("DA4", "No macro is left.")
            }
        } else if let first = found.first {
            verdicts.fail("GE11", [entry], "A placeholder is left: \(first).")
        }
        verdicts.pass("GE11", "No placeholder is left.")
    }

    /// Judges the requests of a session: answers and doubles.
    mutating func judgeRequests(of session: WireSession) {
        for ping in session.pings + session.doubles.map(\.again) {
            guard ping.ping.product.isMeasurement, let status = ping.status else { continue }
            if ping.hasFailed, session.retried.contains(ping.entry) { continue }
            judge(status: status, ping.entry)
        }
        for (first, again) in session.doubles where again.ping.product.isMeasurement {
            let credit = again.ping.credit
            let mark = credit.map { "\($0.letter)\($0.window.map(String.init) ?? "")" } ?? again.ping.text(.cr) ?? ""
            let asset = (first.ping.asset ?? "").prefix(64)
            verdicts.fail(
                "GE9",
                [first.entry, again.entry],
                "The ping \(mark) of \(asset) with createtm \(again.made) came twice; "
                    + "it counts once here, and \(again.seconds) s are counted twice elsewhere."
            )
        }
        if session.pings.contains(where: { $0.ping.product.isMeasurement }) {
            verdicts.pass("GE9", "No ping came twice.")
        }
    }

    // MARK: - The capture

    mutating func judgeCapture() {
        judgeIntroduction()
        judgeAppIDs()
        judgeCollectors()
        if !facts.hasStatus { verdicts.doubt("GE4", "The capture has no answers.") }
        if !facts.hasAgent { verdicts.doubt("GE5", "The capture has no headers.") }
        judgeShiftedViewing()
        judgeWatermarks()
        if !facts.optOutPages.isEmpty { verdicts.pass("OO1", facts.optOutPages, "The opt-out page opens.") }
        let isDTVR = facts.measurements[.dtvr] != nil
        if isDTVR, hasList {
            if verdicts.hasFailed("GE2") || verdicts.hasFailed("GE3") {
                verdicts.fail("TV1", [], "GE2 or GE3 fails.")
            } else if verdicts.hasPassed("GE2"), verdicts.hasPassed("GE3"), list.appID != nil {
                verdicts.pass("TV1", "GE2 and GE3 hold.")
            }
        }
    }

    private mutating func judgeIntroduction() {
        guard facts.firstMeasurement != nil else { return }
        if let first = facts.introductions.first {
            verdicts.pass("GE1", [first], "Entry \(first) comes before the first measurement ping.")
        } else if let late = facts.greetings.first, let first = facts.firstMeasurement, !late.session.isEmpty,
            late.time > first.time
        {
            verdicts.fail(
                "GE1",
                [first.entry, late.entry],
                "The session is announced after the first measurement ping."
            )
        } else {
            verdicts.doubt("GE1", "The capture may begin after the start of the app: it has no hello and no session.")
        }
    }

    private mutating func judgeAppIDs() {
        let filled = facts.apps.filter { !$0.key.isEmpty }
        if let right = list.appID {
            for (id, found) in facts.apps.sorted(by: { $0.key < $1.key }) {
                if id.lowercased() == right.lowercased() { continue }
                verdicts.fail(
                    "GE2",
                    found.entries,
                    "c13 or apid is \"\(id.prefix(48))\", and \(right) is the right one."
                )
            }
        } else {
            let references = filled.filter { $0.value.isReference && WireForm.isAppID($0.key) }.map(\.key).sorted()
            for (id, found) in filled.sorted(by: { $0.key < $1.key }) {
                if !WireForm.isAppID(id) {
                    verdicts.fail("GE2", found.entries, "c13 is \"\(id.prefix(48))\", which is not P and a GUID.")
                } else if found.isMeasured, !references.isEmpty,
                    !references.contains(where: { $0.lowercased() == id.lowercased() })
                {
                    let right = references.joined(separator: ", ").prefix(120)
                    verdicts.fail(
                        "GE2",
                        found.entries,
                        "c13 is \"\(id.prefix(48))\", and hello or session have \(right)."
                    )
                }
            }
        }
        if let empty = facts.apps[""], list.appID == nil {
            verdicts.fail("GE2", empty.entries, "The app id is empty.")
        }
        if filled.contains(where: { $0.value.isMeasured }) {
            verdicts.pass("GE2", "The app id is \(filled.keys.sorted().first ?? "") in all of them.")
        }
    }

    private mutating func judgeCollectors() {
        guard hasList, !facts.labels.isEmpty else { return }
        let isTest = { (label: String) in label.hasSuffix("cert") || label.hasSuffix("-uat") || label.hasPrefix("qat") }
        let entries = facts.labels.values.flatMap { $0 }
        let shown = facts.labels.keys.sorted().joined(separator: ", ")
        if let right = list.sfcode {
            let wrong = facts.labels.filter { $0.key != right.lowercased() }
            for (label, entries) in wrong {
                verdicts.fail("GE3", entries, "The collector is \(label), and \(right) is the right one.")
            }
            verdicts.pass("GE3", "The collector is \(right).")
        } else if let isProduction = list.isProduction {
            let wrong = facts.labels.filter { isTest($0.key) == isProduction }
            for (label, entries) in wrong {
                verdicts.fail(
                    "GE3",
                    entries,
                    "\(isProduction ? "Production" : "A test") goes to the collector \(label)."
                )
            }
            verdicts.pass("GE3", "The collector is \(shown).")
        } else if facts.labels.keys.allSatisfy(isTest) {
            verdicts.pass("GE3", "The collector is one for tests: \(shown).")
        } else if facts.labels.keys.contains(where: isTest) {
            verdicts.fail("GE3", entries, "Collectors for tests and for production are mixed: \(shown).")
        } else {
            verdicts.doubt("GE3", "The collector is \(shown); the list does not say whether it is a test (sfcode).")
        }
    }
}
