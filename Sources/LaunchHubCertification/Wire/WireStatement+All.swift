// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

extension WireStatement {
    /// All statements, in the order of the checklists.
    package static let all: [WireStatement] = general + video + pages + watermarks + ads + shifted + choices

    package static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    private static let general: [WireStatement] = [
        .init(
            "GE1",
            .capture,
            "Before the first measurement ping there is a hello, a configuration file or a session",
            cost: "What is measured before the SDK is configured is lost.",
            cure: "Make the SDK's instance when the app starts."
        ),
        .init(
            "GE2",
            .pings,
            "The app id is P and a GUID, and one in hello, session and every ping",
            cost: "Pings with another app id are credited to another app, or to none.",
            cure: "Use the app id of this app in every call that takes one."
        ),
        .init(
            "GE3",
            .list,
            "A test goes to a collector for tests, production does not",
            cost: "Test traffic counts as an audience, or an audience is lost in a test.",
            cure: "Set nol_sfcode to dcr-cert or cert in tests, and to the given one in production."
        ),
        .init(
            "GE4",
            .capture,
            "Each census request has an answer of 2xx or 3xx",
            cost: "A ping without such an answer is not counted.",
            cure: "Let the app reach the collector; see what stands between them."
        ),
        .init(
            "GE5",
            .capture,
            "The sender is neither a robot nor a bare HTTP library",
            cost: "Collectors leave out what robots send.",
            cure: "Send pings with the SDK of the app."
        ),
        .init(
            "GE6",
            .pings,
            "Each ping is sent by https",
            cost: "Anyone on the way reads who watched what.",
            cure: "Use https, and a version of the SDK that does."
        ),
        .init("GE7", .nothing, "No debug flag is set in production"),
        .init(
            "GE8",
            .list,
            "The id of the test device is in the pings, unless the user opted out",
            cost: "The test cannot be found again.",
            cure: "Read the id on the device and give it to who tests."
        ),
        .init(
            "GE9",
            .pings,
            "No ping is sent twice",
            cost: "What it credits is counted twice.",
            cure: "Send each ping once, and again only where no answer came."
        ),
        .init(
            "GE10",
            .pings,
            "There is one session for each launch, and pings carry it",
            cost: "Views cannot be joined to a session.",
            cure: "Make one instance of the SDK for each launch."
        ),
        .init(
            "GE11",
            .pings,
            "No placeholder is left",
            cost: "The ping is credited to nobody.",
            cure: "Replace each placeholder with its value before the call."
        ),
    ]

    private static let video: [WireStatement] = [
        .init(
            "DV1",
            .pings,
            "A view begins with a view ping: at=view, no seconds, V1, davty 0",
            cost: "The view has no impression.",
            cure: "Call loadMetadata and then playhead from the first second on."
        ),
        .init(
            "DV2",
            .pings,
            "The view ping comes before the duration pings, and times do not go back",
            cost: "Durations without their view are not credited.",
            cure: "Keep the order of the calls."
        ),
        .init(
            "DV3",
            .pings,
            "The view ping has st=dcr, tl, sd, ai, ad, ci, asn, c6, c13",
            cost: "A collector cannot tell what was watched.",
            cure: "Give loadMetadata all that is mandatory."
        ),
        .init(
            "DV4",
            .pings,
            "Each duration ping has the same, with at=timer",
            cost: "A collector cannot tell what was watched.",
            cure: "Give loadMetadata all that is mandatory."
        ),
        .init(
            "DV5",
            .capture,
            "A duration ping comes at the latest after five minutes of play",
            cost: "What is played without a duration ping is not credited.",
            cure: "Call playhead each second as long as the video plays."
        ),
        .init(
            "DV6",
            .capture,
            "A view ends with a last duration ping, and no ping of it follows",
            cost: "The last minutes of the view are lost.",
            cure: "Call end or stop when the video is over or closed."
        ),
        .init(
            "DV7",
            .pings,
            "An ad says that it is one: c3=st,a, a ping at its start and its seconds at its end",
            cost: "Ads told as content are credited to the content.",
            cure: "Give the metadata of ads the type preroll, midroll or postroll, and of the content, content."
        ),
        .init(
            "DV8",
            .pings,
            "What describes the asset does not change within a view",
            cost: "The view is credited to more than one asset.",
            cure: "Call loadMetadata once for each asset."
        ),
        .init(
            "DV9",
            .list,
            "Pings say what the content system says",
            cost: "The view is credited to something else.",
            cure: "Take the metadata from the content system."
        ),
        .init(
            "DV10",
            .pings,
            "ch is client, brand and flag; ca is client, brand and asset; the brand is that of c6",
            cost: "The view is credited to another brand.",
            cure: "Use the client and brand of the app's configuration."
        ),
        .init(
            "DV11",
            .pings,
            "The minutes of the credit agree with the seconds, and the seconds with the clock",
            cost: "Minutes are credited that nobody watched, or none that somebody did.",
            cure: "Call playhead once a second, with the position of the player."
        ),
        .init(
            "DV12",
            .capture,
            "A pause adds no seconds, and after half an hour a new view begins",
            cost: "Paused time is credited.",
            cure: "Call stop when the user pauses; call nothing while it lasts."
        ),
        .init("DV13", .calls, "The background stops the measurement, the foreground goes on with it"),
        .init(
            "DV14",
            .pings,
            "After a seek the position is the new one, and nothing between is credited",
            cost: "What was skipped is credited.",
            cure: "Call stop, and playhead with the new position."
        ),
        .init(
            "DV15",
            .pings,
            "A replay, the next film and another stream are new views",
            cost: "Several views count as one.",
            cure: "Call end, and loadMetadata for what comes next."
        ),
        .init("DV16", .calls, "Each interruption calls stop"),
        .init(
            "DV17",
            .pings,
            "Live content has a length of 0 or 86400, and says that it is live",
            cost: "Live viewing is credited as viewing on demand.",
            cure: "Set length to 86400 or 0 and isLive for a live stream."
        ),
        .init(
            "DV18",
            .pings,
            "tl, cg, ai, sd, c53, c54, c57 of content and ai of ads have values",
            cost: "The view cannot be reported by programme.",
            cure: "Give loadMetadata all that is mandatory."
        ),
        .init(
            "DV19",
            .pings,
            as: .warning,
            "Each ad has an asset and a view of its own, and content counts as many as there were",
            cost: "The ad load of the content is wrong.",
            cure: "Call loadMetadata for each ad."
        ),
        .init("DV20", .nothing, "The opt-out is built in, and the choice of the device is asked"),
    ]

    private static let pages: [WireStatement] = [
        .init(
            "DS1",
            .pings,
            "Each page begins with a view ping: rt=text, cr=V, no seconds",
            cost: "The page is not counted.",
            cure: "Call loadMetadata of type static on each page."
        ),
        .init(
            "DS2",
            .pings,
            "The section is one of the list, and of at most 25",
            cost: "The page is reported under no section.",
            cure: "Give each page the section that was agreed on."
        ),
        .init(
            "DS3",
            .pings,
            "A duration ping comes after five minutes and on leaving",
            cost: "The time on the page is lost.",
            cure: "Call staticEnd when the page is left."
        ),
        .init(
            "DS4",
            .pings,
            "Another section or asset is a new view",
            cost: "Several pages count as one.",
            cure: "Call loadMetadata of type static on each page."
        ),
        .init(
            "DS5",
            .pings,
            "ci, c6, c13 and ch agree",
            cost: "The page is credited to another brand.",
            cure: "Use the client and brand of the app's configuration."
        ),
        .init("DS6", .calls, "Twenty seconds in the background end the page"),
    ]

    private static let watermarks: [WireStatement] = [
        .init("TV1", .list, "The app id is the right one, and a test goes to a collector for tests (GE2, GE3)"),
        .init(
            "TV2",
            .pings,
            "An impression comes at the first watermark, for FD and PC",
            cost: "One of the two counts is missing.",
            cure: "Pass each watermark of the stream to sendID3."
        ),
        .init(
            "TV3",
            .pings,
            "A view ping comes after one credited minute",
            cost: "The view is not counted.",
            cure: "Pass each watermark of the stream to sendID3, from the first on."
        ),
        .init(
            "TV4",
            .pings,
            "S before a view is won, D after; each at the latest after five minutes",
            cost: "Minutes are lost.",
            cure: "Pass each watermark of the stream to sendID3."
        ),
        .init(
            "TV5",
            .pings,
            "ca has FD_ or PC_ and an id; the credit ends with the ad model of the list",
            cost: "The minutes are credited to no station, or to the wrong ads.",
            cure: "Set adModel to 1 for linear and 2 for dynamic ads, and have the watermark checked."
        ),
        .init(
            "TV6",
            .pings,
            "The channel has one name throughout a stream",
            cost: "One view is counted as several.",
            cure: "Give play the same channelName as long as the stream lasts."
        ),
        .init(
            "TV7",
            .pings,
            "Watermarks have 249 characters and their prefix, without gaps",
            cost: "Minutes are lost.",
            cure: "Pass the PRIV frame of owner www.nielsen.com as it is."
        ),
        .init("TV8", .calls, "Positions jump as pauses and seeks do"),
        .init(
            "TV9",
            .pings,
            "A quarter-hour ping comes when five minutes of one are credited",
            cost: "The quarter hour is not counted.",
            cure: "Pass each watermark of the stream to sendID3."
        ),
        .init(
            "TV10",
            .pings,
            "With a linear ad load DCR does not credit the minutes of DTVR",
            cost: "Minutes are counted twice.",
            cure: "Set adloadtype 1 where the stream has the ads of the station."
        ),
        .init("TV11", .calls, "A stream that goes on calls play, loadMetadata and sendID3"),
    ]

    private static let ads: [WireStatement] = [
        .init(
            "DA1",
            .pings,
            "Each exposure is a request with ci, am, at=view, rt, st=image, ca, cr, pc and r",
            cost: "The exposure is not counted.",
            cure: "Take the tag as it was given."
        ),
        .init(
            "DA2",
            .pings,
            "In apps it has c7, c8, c9, c10, c12, c13, c14 and uoo, too",
            cost: "The exposure cannot be credited to a device.",
            cure: "Pass the tag to the SDK as ocrtag."
        ),
        .init(
            "DA3",
            .pings,
            "r or rnd is new each time",
            cost: "Caches answer, and the exposure is not counted.",
            cure: "Let the ad server write a random number into r."
        ),
        .init(
            "DA4",
            .pings,
            "No macro is left",
            cost: "The exposure is credited to no placement.",
            cure: "Let the ad server replace its macros before the tag is used."
        ),
        .init(
            "DA5",
            .pings,
            "After an opt-out c9 is empty",
            cost: "Someone who opted out is recognized.",
            cure: "Leave c9 empty after an opt-out."
        ),
        .init(
            "DA6",
            .list,
            "Campaign and placement are those of the list",
            cost: "The exposure is credited to another campaign.",
            cure: "Use the tag of this campaign."
        ),
        .init(
            "DA7",
            .pings,
            "It falls within the view of an ad, where both are measured",
            cost: "The exposure has no view.",
            cure: "Give the ocrtag with the metadata of its ad."
        ),
    ]

    private static let shifted: [WireStatement] = [
        .init(
            "TS1",
            .pings,
            "A tsv request comes at the first valid watermark",
            cost: "Viewing on demand is not in the ratings.",
            cure: "Use a configuration with TSV switched on."
        ),
        .init(
            "TS2",
            .capture,
            "It comes again before each duration ping until the flag is 03 or 07",
            cost: "Viewing on demand is not in the ratings.",
            cure: "Use a version of the SDK that asks again."
        ),
        .init(
            "TS3",
            .capture,
            "The third part of the credit is the flag, 99 before it is known",
            cost: "Viewing on demand is not in the ratings.",
            cure: "Use a version of the SDK that writes the flag."
        ),
    ]

    private static let choices: [WireStatement] = [
        .init("OO1", .capture, "The opt-out page of the country opens in the app"),
        .init(
            "OO2",
            .pings,
            "An opt-out sends a goodbye with uoo=true",
            cost: "The opt-out does not reach the collector.",
            cure: "Pass the address that the opt-out page opens to userOptOut."
        ),
        .init(
            "OO3",
            .pings,
            "From then on until the opt-in every ping says uoo=true",
            cost: "Someone who opted out is measured as if not.",
            cure: "Pass the address that the opt-out page opens to userOptOut."
        ),
        .init(
            "OO4",
            .pings,
            "An opt-in sends a hello with uoo=false, and pings say so",
            cost: "The user stays opted out.",
            cure: "Pass the address that the opt-out page opens to userOptOut."
        ),
        .init(
            "OO5",
            .pings,
            "Content that plays after a choice leaves view and duration pings",
            cost: "What is watched after a choice is not counted.",
            cure: "Go on measuring after a choice."
        ),
        .init(
            "OO6",
            .pings,
            "Pings after an opt-out carry no identifier",
            cost: "Someone who opted out is recognized.",
            cure: "Use a version of the SDK that leaves identifiers empty after an opt-out."
        ),
        .init(
            "OO7",
            .list,
            "Where the device limits tracking, pings say uoo=true from the first on",
            cost: "Someone who objected is measured.",
            cure: "Let the SDK read the setting of the device."
        ),
        .init(
            "OO8",
            .pings,
            "Browsers, and apps before 5.1, send one goodbye and then nothing",
            cost: "Someone who opted out is measured.",
            cure: "Send nothing after the goodbye."
        ),
        .init("OO9", .nothing, "The wording in the app, the text in the store and the link are as agreed"),
    ]
}
