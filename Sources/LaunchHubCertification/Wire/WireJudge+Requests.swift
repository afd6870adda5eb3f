// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The statements about each request, and those about a capture as a whole.
extension WireJudge {
    /// Judges what one request shows by itself.
    mutating func judgeAlone(_ request: SeenRequest, _ ping: SeenPing) {
        if let agent = request.agent {
            let isApp = !WireForm.isRobot(agent)
            let what = "Each User-Agent is that of an app or a browser."
            decide("GE5", isApp, what, else: request, "The User-Agent is \"\(agent.prefix(60))\".")
        }
        if ping.isSecure {
            pass("GE6", "Each ping is sent by https.")
        } else {
            let isOld = ping.version.map { $0.major < 6 } ?? false
            let severity: Rule.Severity? =
                isOld || !ping.product.isMeasurement && facts.isOfBrowser ? .warning : nil
            fail("GE6", [request], as: severity, "A ping is sent by http.")
        }
        // The requests of measurements are judged with their repetitions.
        if !ping.product.isMeasurement, let status = request.status { judge(status: status, request) }
        judgePlaceholders(ping, request)
        guard ping.product.isMeasurement else { return }
        if let device = list.device, ping.isOptedOut != true {
            let told = ping.text(.c9) ?? ""
            let isRight = !told.isEmpty && told.lowercased() == device.lowercased()
            let what = told.isEmpty ? "empty, and the user has not opted out" : "not the id of the test device"
            decide("GE8", isRight, "c9 is the id of the test device.", else: request, "c9 is \(what).")
        }
        if let limits = list.limitsTracking, limits {
            let what = "Pings say uoo=true where the device limits tracking."
            let told = "uoo is \"\(ping.text(.uoo) ?? "")\", and the device limits tracking."
            decide("OO7", ping.isOptedOut == true, what, else: request, told)
        }
        if ping.isOptedOut == true { judgeIdentifiers(ping.identifiers, request) }
        if ping.session.isEmpty {
            if let version = ping.version, version.major >= 6 {
                fail("GE10", [request], "sessionId is empty, and SDK \(version.major).\(version.minor) has one.")
            }
        } else {
            pass("GE10", "Pings carry the session that was announced.")
        }
    }

    private mutating func judge(status: Int, _ request: some WireEntry) {
        let what = status > 0 ? "An answer has status \(status)." : "A request has no answer."
        let isRight = (200..<400).contains(status)
        decide("GE4", isRight, "Each census request has an answer of 2xx or 3xx.", else: request, what)
    }

    mutating func judgeIdentifiers(_ names: [SeenName], _ request: some WireEntry) {
        let shown = names.map(\.text).joined(separator: ", ")
        let what = "After the opt-out \(shown) \(names.count == 1 ? "has a value" : "have values")."
        decide("OO6", [request], names.isEmpty, "Pings after an opt-out carry no identifier.", else: what)
    }

    private mutating func judgePlaceholders(_ ping: SeenPing, _ request: some WireEntry) {
        switch ping.product {
        case .siteCensus, .survey, .provider, .other, .error, .metadata, .cloud: return
        default: break
        }
        let id = ping.appID
        if let id, id.isEmpty || ["na", "null", "undefined"].contains(id.lowercased()) {
            let name = ping.product == .config || ping.product == .audit ? "apid" : "c13"
            fail("GE11", [request], "\(name) is \"\(id)\", which is no app id.")
        }
        let found = ping.placeholders(brackets: ping.product == .dar)
        if ping.product == .dar {
            decide("DA4", found.isEmpty, "No macro is left.", else: request, "A macro is left: \(found.first ?? "").")
        } else if let first = found.first {
            fail("GE11", [request], "A placeholder is left: \(first).")
        }
        pass("GE11", "No placeholder is left.")
    }

    /// Judges the requests of a session: answers and doubles.
    mutating func judgeRequests(of session: WireSession) {
        for ping in session.pings + session.doubles.map(\.again) {
            guard ping.ping.product.isMeasurement, let status = ping.status else { continue }
            if ping.hasFailed, session.retried.contains(ping.entry) { continue }
            judge(status: status, ping)
        }
        for (first, again) in session.doubles where again.ping.product.isMeasurement {
            let credit = again.ping.credit
            let mark = credit.map { "\($0.letter)\($0.window.map(String.init) ?? "")" } ?? again.ping.text(.cr) ?? ""
            let asset = (first.ping.asset ?? "").prefix(64)
            fail(
                "GE9",
                [first, again],
                "The ping \(mark) of \(asset) with createtm \(again.made) came twice; "
                    + "it counts once here, and \(again.seconds) s are counted twice elsewhere."
            )
        }
        if session.pings.contains(where: { $0.ping.product.isMeasurement }) {
            pass("GE9", "No ping came twice.")
        }
    }

    // MARK: - The capture

    mutating func judgeCapture() {
        judgeIntroduction()
        judgeAppIDs()
        judgeCollectors()
        if !facts.hasStatus { doubt("GE4", "The capture has no answers.") }
        if !facts.hasAgent { doubt("GE5", "The capture has no headers.") }
        judgeShiftedViewing()
        judgeWatermarks()
        let pages = facts.optOutPages
        if !pages.isEmpty { pass("OO1", pages, "The opt-out page opens.") }
        let isDTVR = facts.measurements[.dtvr] != nil
        if isDTVR, hasList {
            if hasFailed("GE2") || hasFailed("GE3") {
                fail("TV1", [Int](), "GE2 or GE3 fails.")
            } else if hasPassed("GE2"), hasPassed("GE3"), list.appID != nil {
                pass("TV1", "GE2 and GE3 hold.")
            }
        }
    }

    private mutating func judgeIntroduction() {
        guard facts.firstMeasurement != nil else { return }
        if let first = facts.introductions.first {
            pass("GE1", [first], "Entry \(first) comes before the first measurement ping.")
        } else if let late = facts.greetings.first, let first = facts.firstMeasurement, !late.session.isEmpty,
            late.time > first.time
        {
            fail("GE1", [first.entry, late.entry], "The session is announced after the first measurement ping.")
        } else {
            doubt("GE1", "The capture may begin after the start of the app: it has no hello and no session.")
        }
    }

    private mutating func judgeAppIDs() {
        let filled = facts.apps.filter { !$0.key.isEmpty }
        if let right = list.appID {
            for (id, found) in facts.apps.sorted(by: { $0.key < $1.key }) {
                if id.lowercased() == right.lowercased() { continue }
                fail("GE2", found.entries, "c13 or apid is \"\(id.prefix(48))\", and \(right) is the right one.")
            }
        } else {
            let references = filled.filter { $0.value.isReference && WireForm.isAppID($0.key) }.map(\.key).sorted()
            for (id, found) in filled.sorted(by: { $0.key < $1.key }) {
                if !WireForm.isAppID(id) {
                    fail("GE2", found.entries, "c13 is \"\(id.prefix(48))\", which is not P and a GUID.")
                } else if found.isMeasured, !references.isEmpty,
                    !references.contains(where: { $0.lowercased() == id.lowercased() })
                {
                    let right = references.joined(separator: ", ").prefix(120)
                    fail("GE2", found.entries, "c13 is \"\(id.prefix(48))\", and hello or session have \(right).")
                }
            }
        }
        if let empty = facts.apps[""], list.appID == nil {
            fail("GE2", empty.entries, "The app id is empty.")
        }
        if filled.contains(where: { $0.value.isMeasured }) {
            pass("GE2", "The app id is \(filled.keys.sorted().first ?? "") in all of them.")
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
                fail("GE3", entries, "The collector is \(label), and \(right) is the right one.")
            }
            pass("GE3", "The collector is \(right).")
        } else if let isProduction = list.isProduction {
            let wrong = facts.labels.filter { isTest($0.key) == isProduction }
            for (label, entries) in wrong {
                fail("GE3", entries, "\(isProduction ? "Production" : "A test") goes to the collector \(label).")
            }
            pass("GE3", "The collector is \(shown).")
        } else if facts.labels.keys.allSatisfy(isTest) {
            pass("GE3", "The collector is one for tests: \(shown).")
        } else if facts.labels.keys.contains(where: isTest) {
            fail("GE3", entries, "Collectors for tests and for production are mixed: \(shown).")
        } else {
            doubt("GE3", "The collector is \(shown); the list does not say whether it is a test (sfcode).")
        }
    }
}
