// SPDX-License-Identifier: Apache-2.0

package import NielsenAppApi

/// Why the rules for input matter, and how a violation is cured.
extension Rule {
    private typealias Text = (why: String, cure: String)

    /// The rule with its reason and its cure, which the SDK does not carry for rules for input.
    ///
    /// Rules that are also about calls have the texts of ``Rule/ofCalls``.
    package var explained: Rule {
        if let call = Self.ofCalls.first(where: { $0.name == name }) {
            return Rule(name, severity, checks: checks, why: call.why, cure: call.cure)
        }
        let text = Self.others[name] ?? Self.metadata[name] ?? Self.inputForm[name]
        return Rule(name, severity, checks: checks, why: text?.why ?? "", cure: text?.cure ?? "")
    }

    private static let inputForm: [String: Text] = [
        "META_NOT_JSON_OBJECT": (
            why: "The call is ignored: there is nothing to read.",
            cure: "Pass a dictionary, or JSON text with an object."
        ),
        "META_NOT_STRING": (
            why: "The SDK leaves the value out and reports error 2, so the metadata lacks it.",
            cure: "Turn numbers and truth values into text: \"3600\", \"y\"."
        ),
        "KEY_NOT_STRING": (why: "The member is left out.", cure: "Use texts as keys."),
        "KEY_CASE": (
            why: "Keys are compared exactly: one in other capitals is not read, and its value is missing.",
            cure: "Write the key as documented, such as assetid."
        ),
        "KEY_UNKNOWN": (
            why: "No report reads it. It is mostly a documented key that was mistyped, whose value is then missing.",
            cure: "Correct the key, or leave it out."
        ),
        "FINDINGS_LEFT_OUT": (why: "More of the same kind was found.", cure: "Cure what is listed, and check again."),
        "TOO_MANY_KEYS": (
            why: "Of so many keys only the documented ones are read; the rest takes time with each call.",
            cure: "Pass the documented keys alone."
        ),
    ]

    private static let metadata: [String: Text] = [
        "META_MISSING_x": (
            why: "Reports are made of the required keys: without one of them minutes are not assigned, and the "
                + "certification fails.",
            cure: "Add the key with its value."
        ),
        "META_EMPTY_x": (
            why: "An empty value is as good as none: minutes are not assigned, and the certification fails.",
            cure: "Give the key a value."
        ),
        "OPTIONAL_EMPTY": (
            why: "The certification warns of it; reports show an empty field.",
            cure: "Leave the key out where there is no value."
        ),
        "TYPE_SPELLING": (
            why: "This SDK reads it all the same; others may not.",
            cure: "Write content, preroll, midroll, postroll, ad or static."
        ),
        "TYPE_UNKNOWN": (
            why: "Metadata of an unknown type is not measured.",
            cure: "Write content, preroll, midroll, postroll, ad or static."
        ),
        "TYPE_LEGACY_RADIO": (why: "Only former versions had it.", cure: "Write content."),
        "TYPE_MISMATCH": (
            why: "What plays is credited to another kind: an ad as content, or content as an ad.",
            cure: "Write the type of what plays."
        ),
        "TITLE_NO_SxxEyy": (
            why: "Episodes are matched by season and episode in the title.",
            cure: "Write them as S01E03, S1E3 or S1 E3 behind the title."
        ),
        "TITLE_NUMBER_ALONE": (
            why: "A number names no episode in a report.",
            cure: "Write the title, and season and episode as S03E18."
        ),
        "TITLE_TOO_LONG_40": (why: "Reports may cut it, and titles become equal.", cure: "Use at most 40 characters."),
        "TITLE_TOO_LONG_100": (why: "No market takes so long a title.", cure: "Use at most 40 characters."),
        "PROGRAM_TOO_LONG_25": (why: "Reports may cut it.", cure: "Use at most 25 characters."),
        "PROGRAM_TOO_LONG_100": (why: "No market takes so long a name.", cure: "Use at most 25 characters."),
        "ASSETNAME_TOO_LONG_100": (why: "Reports cut it.", cure: "Use at most 100 characters."),
        "ASSETID_SPECIAL_CHARACTERS": (
            why: "Ids are compared with those of the content catalogue, which has none of them.",
            cure: "Use letters, digits, hyphens, underscores and full stops."
        ),
        "AIRDATE_FORMAT": (
            why: "The date decides which broadcast the minutes belong to; one that cannot be read belongs to none.",
            cure: "Write it as YYYY-MM-DDTHH:MI:SS, with a day of the calendar."
        ),
        "AIRDATE_Z_SUFFIX_NOT_LISTED": (
            why: "No documented format has it, and airdates are local time.",
            cure: "Write local time without Z."
        ),
        "CROSSID1_NOT_TMS": (
            why: "Only TMS ids join episodes over apps.",
            cure: "Use EP, MV, SH, SP or EV and 12 digits, or leave it out."
        ),
        "LENGTH_NOT_NUMERIC": (
            why: "The length bounds which minutes exist.",
            cure: "Write seconds in digits; 0 for live streams and where it is not known."
        ),
        "LENGTH_OVER_A_DAY": (why: "It is mostly milliseconds, a thousand times too long.", cure: "Write seconds."),
        "ISFULLEPISODE_VALUE": (why: "Clips and episodes are reported apart.", cure: "Write y or n."),
        "ADLOADTYPE_WORD": (why: "This SDK reads it; others may not.", cure: "Write 1 for linear, 2 for dynamic."),
        "ADLOADTYPE_INVALID_DEFAULTED": (
            why: "Content with linear ads counts towards the rating of the broadcast, other content does not.",
            cure: "Write 1 for linear, 2 for dynamic."
        ),
        "ADMODEL_INVALID_DEFAULTED": (
            why: "It says whether the stream has the ads of the broadcast.",
            cure: "Write 1 for linear, 2 for dynamic."
        ),
        "CHANNELNAME_EMPTY_DEFAULTED": (
            why: "All streams without a name are one channel in reports.",
            cure: "Name the channel, or leave the key out."
        ),
        "HASADS_VALUE": (why: "Anything else is unknown.", cure: "Write 0 for no, 1 for yes, 2 for unknown."),
        "TRUTH_VALUE": (why: "Anything else counts as false.", cure: "Write true or false."),
        "SEGMENT_TOO_LONG_25": (why: "Reports may cut it.", cure: "Use at most 25 characters."),
        "OVERRIDE_EMPTY_IGNORED": (why: "An empty value overrides nothing.", cure: "Leave the key out."),
        "KEY_LEGACY_VCID_USE_SUBBRAND": (why: "It was renamed.", cure: "Write subbrand."),
        "KEY_PASSTHROUGH_NOL": (
            why: "It is a value for the configuration's templates, under a name that no document has.",
            cure: "Nothing, if the configuration reads it."
        ),
        "OCRTAG_NOT_URL": (
            why: "The ad's server gets no ping.", cure: "Use the https address that the ad server gave."
        ),
        "OCRTAG_MACRO": (
            why: "The ad server cannot tell the ad without the value.",
            cure: "Let the ad server, or the player, replace the placeholder."
        ),
        "URL_CONTAINS_SPACE": (why: "No address has one; the request fails.", cure: "Write %20."),
        "SECTION_SPECIAL_CHARACTERS": (
            why: "Reports are made of sections as they are written.",
            cure: "Use letters, digits, spaces and - _ . / only."
        ),
        "SECTION_VALUES_OVER_25": (why: "Reports hold 25; later ones are lost.", cure: "Use fewer, wider sections."),
        "SEGMENT_VALUES_OVER_25": (why: "Reports hold 25; later ones are lost.", cure: "Use fewer values."),
    ]

    private static let others: [String: Text] = [
        "APPINFO_NOT_JSON_OBJECT": (
            why: "No instance is made, and nothing is measured, except for the id alone, which only this SDK takes.",
            cure: "Pass a dictionary with appid, and not the id alone."
        ),
        "APPID_EMPTY": (
            why: "No instance is made, and nothing is measured.",
            cure: "Use the id that was assigned to the app."
        ),
        "APPID_NOT_GUID": (
            why: "Nobody knows the app: what it reports is not counted.",
            cure: "Use the id that was assigned to the app: P and a GUID."
        ),
        "APPID_MASKED": (why: "It is an example of a document.", cure: "Use the id that was assigned to the app."),
        "APPID_T_PREFIX": (
            why: "What a test id reports is not counted.",
            cure: "Use the id that begins with P in production."
        ),
        "APPID_PREFIX_MISSING": (why: "Ids are compared as a whole.", cure: "Write P before the GUID."),
        "SFCODE_UNKNOWN": (
            why: "Pings go to no facility that counts them.",
            cure: "Use the code that was assigned, mostly dcr or us."
        ),
        "HEM_UID_TOO_LONG": (why: "It is not used.", cure: "Pass the hash alone, in hexadecimal digits."),
        "APPNAME_EMPTY": (why: "Reports show an app without a name.", cure: "Leave it out, or fill it."),
        "APPVERSION_EMPTY": (why: "Reports show an app without a version.", cure: "Leave it out, or fill it."),
        "DEVDEBUG_VALUE": (why: "The log stays off.", cure: "Write INFO, WARN, ERROR or DEBUG."),
        "METADATA_EMPTY_FOR_TYPE": (
            why: "Metadata travels with each playhead; without it nothing is credited.",
            cure: "Put the metadata of the type into each event."
        ),
        "PLAYHEAD_MISSING": (why: "Nothing is credited.", cure: "Add playheadPosition, or id3Data."),
        "BUFFERING_VALUE": (why: "Buffering is not noticed.", cure: "Pass true or false."),
        "BUTTON_UNKNOWN": (
            why: "It is not reported.",
            cure: "Pass play, pause, resume, stop, mute, forward or rewind."
        ),
        "OTTSTATUS_VALUE": (why: "The device is taken for not connected.", cure: "Pass \"1\" or \"0\"."),
        "OTT_INCOMPLETE": (why: "Reports do not know the device.", cure: "Add ottType and ottDevice."),
        "OTT_DETAILS_WITHOUT_CONNECTION": (why: "They belong to no device.", cure: "Pass ottStatus alone."),
        "ID3_PREFIX": (why: "It is not a watermark: nothing is credited.", cure: "Pass tags of www.nielsen.com alone."),
        "ID3_SEGMENT_COUNT": (why: "It cannot be read: nothing is credited.", cure: "Pass the payload unchanged."),
        "ID3_LENGTH": (why: "It is probably cut off.", cure: "Pass the payload unchanged."),
        "ID3_OVERSIZED": (why: "It is not looked at.", cure: "Pass the payload of one tag alone."),
        "ID3_WHITESPACE": (why: "It was wrapped on the way.", cure: "Pass the payload as the stream has it."),
        "ID3_FIELD": (why: "It cannot be read: nothing is credited.", cure: "Pass the payload unchanged."),
        "ID3_OFFSET": (why: "The place in the programme is not known.", cure: "Pass the payload unchanged."),
        "ID3_BREAKOUT": (why: "The station is not known.", cure: "Pass the payload unchanged."),
        "ID3_NULL_CID": (
            why: "It stands for no content: nothing is credited to it.",
            cure: "Nothing; streams have such."
        ),
    ]
}
