// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// The statements about the user's choices.
extension WireJudge {
    /// The time in which a choice holds.
    private struct Stretch {
        let start: Int64
        let end: Int64
        let isOptOut: Bool
        /// The request that said so, where no list does.
        let goodbye: Int?
    }

    /// How long a ping may be on its way, in milliseconds.
    private static let slack: Int64 = 1_500
    /// Three minutes, and the time that a duration ping takes.
    private static let played: Int64 = 240_000

    mutating func judgeChoices() {
        let stretches = stretches
        for stretch in stretches {
            let moments = facts.moments.filter {
                $0.made > stretch.start + Self.slack && $0.made < stretch.end - Self.slack
            }
            if stretch.isOptOut { judgeOptOut(stretch, moments) } else { judgeOptIn(stretch, moments) }
            let isSilent = moments.contains { $0.isOld } || facts.isOfBrowser
            guard !isSilent || !stretch.isOptOut else { continue }
            if moments.contains(where: \.isView), moments.contains(where: \.isDuration) {
                pass("OO5", moments, "Content after each choice leaves view and duration pings.")
            } else if let end = self.end, min(stretch.end, end) - stretch.start > Self.played,
                facts.mediaEnd(from: stretch.start + Self.played / 2) != nil, stretch.goodbye == nil
            {
                let choice = stretch.isOptOut ? "opt-out" : "opt-in"
                fail("OO5", moments, "After the \(choice) media is loaded, and V and D do not follow.")
            }
        }
    }

    /// The choices of the list; without one, those that a goodbye shows.
    private var stretches: [Stretch] {
        if let choices = list.choices {
            return choices.enumerated().map { place, choice in
                let end = place + 1 < choices.count ? choices[place + 1].time : Int64.max / 2
                return Stretch(start: choice.time, end: end, isOptOut: choice.isOptOut, goodbye: nil)
            }
        }
        // Of several devices a goodbye does not say whose it is.
        guard facts.devices.count < 2 || facts.sessions.count < 2 else { return [] }
        let greetings = facts.greetings.sorted { $0.time < $1.time }
        var found: [Stretch] = []
        for (place, greeting) in greetings.enumerated() where greeting.isOptedOut == true {
            // The next of the same kind says it again.
            if place > 0, greetings[place - 1].isOptedOut == true { continue }
            let back = greetings[place...].first { $0.isOptedOut == false }
            found.append(
                Stretch(start: greeting.time, end: back?.time ?? Int64.max / 2, isOptOut: true, goodbye: greeting.entry)
            )
            if let back {
                let end = greetings.first { $0.time > back.time && $0.isOptedOut == true }?.time ?? Int64.max / 2
                found.append(Stretch(start: back.time, end: end, isOptOut: false, goodbye: back.entry))
            }
        }
        return found
    }

    private mutating func judgeOptOut(_ stretch: Stretch, _ moments: [WireFacts.Moment]) {
        let greetings = facts.greetings.filter { $0.time >= stretch.start - Self.slack && $0.time < stretch.end }
        if let goodbye = greetings.first(where: { $0.isOptedOut == true }) {
            pass("OO2", [goodbye.entry], "Entry \(goodbye.entry) says uoo=true.")
        } else if let first = greetings.first {
            fail(
                "OO2",
                greetings,
                "After the opt-out entry \(first.entry) has uoo=\(first.uoo), and uoo=true is right."
            )
        } else {
            let after = Array(moments.prefix(1))
            fail("OO2", after, "No request of the configuration and no session says uoo=true after the opt-out.")
        }
        if facts.isOfBrowser || moments.contains(where: \.isOld) {
            if moments.isEmpty {
                pass("OO8", "Nothing follows the goodbye.")
            } else if !moments.contains(where: { $0.isOptedOut == true }) {
                fail("OO8", moments, "Pings follow the goodbye.")
            }
            return
        }
        let wrong = moments.filter { $0.isOptedOut != true }
        if !wrong.isEmpty {
            fail("OO3", wrong, "After the opt-out pings do not say uoo=true.")
        } else if !moments.isEmpty {
            pass("OO3", moments, "After the opt-out each ping says uoo=true.")
        }
        // Those that say uoo=true were judged one by one.
        for moment in wrong { judgeIdentifiers(moment.identifiers, moment) }
    }

    private mutating func judgeOptIn(_ stretch: Stretch, _ moments: [WireFacts.Moment]) {
        let greetings = facts.greetings.filter { $0.time >= stretch.start - Self.slack && $0.time < stretch.end }
        guard let hello = greetings.first(where: { $0.isOptedOut == false }) else {
            if let first = greetings.first {
                fail("OO4", [first], "After the opt-in entry \(first.entry) has uoo=\(first.uoo).")
            } else if !moments.isEmpty {
                fail("OO4", moments, "After the opt-in no hello and no session says uoo=false.")
            }
            return
        }
        let wrong = moments.filter { $0.isOptedOut == true && $0.made > hello.time }
        if !wrong.isEmpty {
            fail("OO4", wrong, "After the opt-in pings still say uoo=true.")
        } else if moments.contains(where: \.isView) {
            pass("OO4", [hello.entry], "Entry \(hello.entry) says uoo=false, and pings say so.")
        }
    }
}
