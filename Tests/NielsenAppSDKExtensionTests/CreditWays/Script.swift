// SPDX-License-Identifier: Apache-2.0

import Testing

/// A script that anybody can count with a pencil, and what its views are credited with.
///
/// A second passes after each playhead where nothing else is said.
struct Script: Sendable, CustomTestStringConvertible {
    let title: String
    /// How the credit is counted.
    let count: String
    let steps: [Step]
    let credits: [Credit]
    /// The ways in which the script cannot be reported, and why not.
    var obstacles: [Way: Obstacle] = [:]

    var testDescription: String { title }

    private static func script(
        _ title: String,
        _ count: String,
        _ steps: [[Step]],
        _ credits: [Credit],
        _ obstacles: [Way: Obstacle] = [:]
    ) -> Script {
        Script(title: title, count: count, steps: steps.flatMap { $0 }, credits: credits.sorted(), obstacles: obstacles)
    }

    private static let film: [Step] = [.play, .load(.film)]
    private static let notByEvents: [Way: Obstacle] = [
        .trackEvent: .noReload, .hubEvents: .noReload, .hubEventsBeforeStart: .noReload, .segment: .noReload,
    ]
    /// 22:13:20, so that a minute has begun already.
    private static let now: Int64 = 1_700_000_000

    static let all: [Script] = {
        var all: [Script] = []
        addMistakes(to: &all)
        addArticle(to: &all)
        addOthers(to: &all)
        return all
    }()

    /// What was credited wrongly by a meter that counted positions.
    private static func addMistakes(to all: inout [Script]) {
        all.append(
            script(
                "the +10 s button, pressed 30 times",
                "one second for each of 31 playheads, and the slack: 31.5, of which no minute has more than six",
                [film, .from(0, through: 300, by: 10), [.end]],
                [Credit("film", 32, [])]
            )
        )
        all.append(
            script(
                "an ad of 29 s, its last playhead with the stop",
                "29 between the playheads, none at 29",
                [[.load(.preroll)], .run(0..<29), [.at(29), .stop]],
                [Credit("pre", 29, [])]
            )
        )
        all.append(
            script(
                "an ad of 15 s",
                "15 between the playheads, none at 15",
                [[.load(.preroll)], .run(0..<15), [.at(15), .stop]],
                [Credit("pre", 15, [])]
            )
        )
        all.append(
            script(
                "30 pauses at one position in one moment",
                "no time passes",
                [[.play], (0..<30).flatMap { _ in [.load(.film), .at(5), .stop] as [Step] }],
                [Credit("film", 0, [])]
            )
        )
        all.append(
            script(
                "60 seeks in one moment",
                "no time passes",
                [film, .at((0..<60).map { $0 * 45 }), [.stop]],
                [Credit("film", 0, [])],
                [.segment: .oneASecond]
            )
        )
        all.append(
            script(
                "60 playheads in one moment",
                "the slack: 0.5, shown as 1",
                [film, .at(0..<60), [.stop]],
                [Credit("film", 1, [])],
                [.segment: .oneASecond]
            )
        )
        all.append(
            script(
                "a film of 600 s with a midroll of 29 s, last playheads with each stop",
                "300 and 300 between the playheads of the film, 29 between those of the ad",
                [
                    film, .run(0..<300), [.at(300), .stop, .load(.midroll)], .run(0..<29),
                    [.at(29), .stop, .load(.film)],
                    .run(300..<600), [.at(600), .end],
                ],
                [Credit("film", 600, Array(0..<10)), Credit("mid", 29, [])]
            )
        )
        all.append(
            script(
                "239 s, and then the background for ten minutes",
                "238 between the playheads, one at 238: three minutes, and 59 s of the fourth",
                [film, .run(0..<239), [.background, .pass(600_000)]],
                [Credit("film", 239, [0, 1, 2, 3])],
                [.hubEventsBeforeStart: .backgroundIsACall]
            )
        )
        all.append(
            script(
                "a page of 600 s without another call",
                "the clock counts",
                [[.load(.home), .pass(600_000)]],
                [Credit("Home", 600, Array(0..<10))]
            )
        )
        all.append(
            script(
                "loadMetadata, and play after it",
                "59 between the playheads, one at 59",
                [[.load(.film), .play], .run(0..<60), [.end]],
                [Credit("film", 60, [0])],
                [.trackEvent: .noPlay, .hubEvents: .noPlay, .hubEventsBeforeStart: .noPlay]
            )
        )
        all.append(
            script(
                "a playhead after the end",
                "59 between the playheads, one at 59; the late one is of the view that is over",
                [film, .run(0..<60), [.end, .at(60), .pass(1_000)]],
                [Credit("film", 60, [0])]
            )
        )
        all.append(
            script(
                "playheads in milliseconds since 1970",
                "they are read as 1,501,225,191 to 193: two seconds between them, one at the last",
                [[.play, .load(.live)], .run([1_501_225_191_747, 1_501_225_192_747, 1_501_225_193_747]), [.stop]],
                [Credit("live", 3, [])],
                [.segment: .positionTooLarge]
            )
        )
        all.append(
            script(
                "a live stream whose metadata has a length",
                "59 between the playheads, one at the last; it begins at second 20 of its minute, of which 40 s remain",
                [[.play, .load(.liveWithLength)], .run(now..<now + 60), [.end]],
                [Credit("live", 60, [now / 60])]
            )
        )
    }

    /// The scripts of the article on credit.
    private static func addArticle(to all: inout [Script]) {
        all.append(
            script(
                "0 to 29, a second later stop",
                "29 between the playheads, one at 29",
                [film, .run(0..<30), [.stop]],
                [Credit("film", 30, [0])]
            )
        )
        all.append(
            script(
                "0 to 28, then 29 and stop at once",
                "29 between the playheads, none at 29",
                [film, .run(0..<29), [.at(29), .stop]],
                [Credit("film", 29, [])]
            )
        )
        all.append(
            script(
                "0, 10, 20 to 120, ten seconds apart, a second later stop",
                "120 between the playheads, one at 120",
                [film, .from(0, through: 110, by: 10, each: 10_000), [.at(120), .pass(1_000), .stop]],
                [Credit("film", 121, [0, 1])]
            )
        )
        all.append(
            script(
                "a blocked observer that tells all it missed at once",
                "the first step leaves seven seconds to the others",
                [film, .run(0..<20), [.pass(7_000)], .at(20...26), .run(27..<60), [.stop]],
                [Credit("film", 60, [0])],
                [.segment: .oneASecond]
            )
        )
        all.append(
            script(
                "a blocked observer that tells the last alone",
                "a step of 8 took 8",
                [film, .run(0..<20), [.pass(7_000)], .run(27..<60), [.stop]],
                [Credit("film", 60, [0])]
            )
        )
        all.append(
            script(
                "double speed, half a second apart",
                "29.5 passed, and the slack",
                [film, .run(0..<59, each: 500), [.at(59), .stop]],
                [Credit("film", 30, [0])],
                [.segment: .oneASecond]
            )
        )
        all.append(
            script(
                "the picture: a late playhead, one in time after it, a seek, a stop",
                "1, 1, 1, 1, 1 and 0.6",
                [
                    film, .run(0..<2), [.at(2), .pass(1_400), .at(3), .pass(600), .at(4), .pass(1_000)],
                    [.at(60), .pass(600), .stop],
                ],
                [Credit("film", 6, [])],
                [.segment: .oneASecond]
            )
        )
        all.append(
            script(
                "the example: a film with a preroll, a break, two seeks and a pause",
                "of the film 90, 45, 20, 15, 60 and 20; minute 0 has 60, 1 has 30 and 30, 2 has 15 and 15, 5 has 20 and 20",
                [
                    [.play, .load(.film), .load(.preroll)], .run(0..<30), [.stop, .load(.film)], .run(0..<90),
                    [.stop, .load(.midroll)], .run(0..<29), [.at(29), .stop, .load(.film)], .run(90..<135),
                    .run(300..<320), .run(135..<150), .run(60..<120), [.stop, .load(.film)], .run(320..<340), [.end],
                ],
                [Credit("pre", 30, [0]), Credit("film", 250, [0, 1, 2, 5]), Credit("mid", 29, [])]
            )
        )
    }

    private static func addOthers(to all: inout [Script]) {
        all.append(
            script(
                "double speed, a second and two positions apart",
                "59 passed, and the slack: 59.5; 0 to 60 has 30.5 of it, the rest 29",
                [film, .from(0, through: 116, by: 2), [.at(118), .stop]],
                [Credit("film", 60, [0])]
            )
        )
        all.append(
            script(
                "ten playheads in one moment after a pause of ten minutes",
                "10, and the slack: 10.5; a pause saves nothing up",
                [film, .run(0..<10), [.stop, .pass(600_000), .load(.film)], .at(10..<20), [.stop]],
                [Credit("film", 11, [])],
                [.segment: .oneASecond]
            )
        )
        all.append(
            script(
                "the same metadata once more, without a stop",
                "9 and 9 between the playheads, one at the last; the second after 9 is the price",
                [film, .run(0..<10), [.load(.film)], .run(10..<20), [.stop]],
                [Credit("film", 19, [])],
                notByEvents
            )
        )
        all.append(
            script(
                "an ad twice",
                "30 each, in two views: it begins at 0 again",
                [[.load(.preroll)], .run(0..<30), [.stop, .load(.preroll)], .run(0..<30), [.stop]],
                [Credit("pre", 30, [0]), Credit("pre", 30, [0])]
            )
        )
        all.append(
            script(
                "an ad that goes on after a stop",
                "10 and 10, in one view",
                [[.load(.preroll)], .run(0..<10), [.stop, .pass(5_000), .load(.preroll)], .run(10..<20), [.stop]],
                [Credit("pre", 20, [])]
            )
        )
        all.append(
            script(
                "20 s seen twice",
                "20 and 20: a second that is played again counts again",
                [film, .run(0..<20), .run(0..<20), [.end]],
                [Credit("film", 40, [0])]
            )
        )
        all.append(
            script(
                "a player that stands still for four seconds",
                "one each from 5 to 6 and from 6 to 7, and one at 7; nothing while it stood",
                [film, .run([5, 5, 5, 5, 5, 6, 7]), [.stop]],
                [Credit("film", 3, [])]
            )
        )
        all.append(
            script(
                "a timer that drifts about the second",
                "5 between the playheads, one at 5: a position that comes again costs nothing",
                [film, .run([0, 0, 2, 3, 3, 5]), [.stop]],
                [Credit("film", 6, [])]
            )
        )
        all.append(
            script(
                "a player that is asked four times a second",
                "59 between the playheads, one at 59",
                [film, .run((0..<240).map { $0 / 4 }, each: 250), [.stop]],
                [Credit("film", 60, [0])],
                [.segment: .oneASecond]
            )
        )
        all.append(
            script(
                "a pause of an hour",
                "10 each, in two views: silence of more than half an hour ends one",
                [film, .run(0..<10), [.stop, .pass(3_600_000), .load(.film)], .run(10..<20), [.stop]],
                [Credit("film", 10, []), Credit("film", 10, [])]
            )
        )
        all.append(
            script(
                "another film",
                "30 each",
                [film, .run(0..<30), [.end, .play, .load(.other)], .run(0..<30), [.end]],
                [Credit("film", 30, [0]), Credit("other", 30, [0])]
            )
        )
        all.append(
            script(
                "a page, and another one",
                "40 and 20 by the clock",
                [[.load(.home), .pass(40_000), .load(.news), .pass(20_000)]],
                [Credit("Home", 40, [0]), Credit("News", 20, [])]
            )
        )
        all.append(
            script(
                "a page beside a film",
                "60 each: neither knows of the other",
                [[.play, .load(.home), .load(.film)], .run(0..<60), [.end]],
                [Credit("Home", 60, [0]), Credit("film", 60, [0])]
            )
        )
        all.append(
            script(
                "a live stream over the turn of a minute",
                "90; 40 s of the first minute, 50 s of the second",
                [[.play, .load(.live)], .run(now..<now + 90), [.end]],
                [Credit("live", 90, [now / 60, now / 60 + 1])]
            )
        )
    }
}
