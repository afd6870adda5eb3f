// SPDX-License-Identifier: Apache-2.0

package import NielsenModel

/// Rules for pings and their templates.
extension Rule {
    package static let pingNotAnAddress = Rule(
        "PING_NOT_AN_ADDRESS",
        checks: "A ping is an http or https address, or a path, with parameters.",
        why: "No collector receives it.",
        cure: "Pass the address as it was requested."
    )
    package static let pingEscape = Rule(
        "PING_ESCAPE",
        checks: "An address has the characters of addresses only; others are written as % and two hexadecimal digits.",
        why: "Systems escape other characters each in its own way, or refuse the address.",
        cure: "Escape the values of parameters."
    )
    package static let pingOfNoTemplate = Rule(
        "PING_OF_NO_TEMPLATE",
        checks: "A ping has the parameters of a template of the configuration.",
        why: "No collector can read a ping of an unknown product.",
        cure: "Pass the whole address; for templates of your own use launchhub pings --config."
    )
    package static let pingTooLong = Rule(
        "PING_TOO_LONG",
        checks: "An address has no more characters than the configuration allows.",
        why: "Servers cut or refuse longer ones.",
        cure: "Shorten metadata values, such as ids and titles."
    )
    package static let pingIdentifierAfterOptOut = Rule(
        "PING_IDENTIFIER_AFTER_OPT_OUT",
        checks: "No identifier stands beside uoo=true.",
        why: "Who has opted out must not be recognized.",
        cure: "Leave the parameter empty after an opt-out."
    )
    package static let pingParameterMissing = Rule(
        "PING_PARAMETER_MISSING",
        checks: "A ping has every parameter of its template.",
        why: "Collectors know a ping by its parameters; one without them is set aside.",
        cure: "Send the parameter, empty if there is no value."
    )
    package static let pingParameterUnknown = Rule(
        "PING_PARAMETER_UNKNOWN",
        .warning,
        checks: "A ping has the parameters of its template only.",
        why: "No collector reads it; it is mostly one that was mistyped.",
        cure: "Correct the name, or leave the parameter out."
    )
    package static let pingParameterTwice = Rule(
        "PING_PARAMETER_TWICE",
        .warning,
        checks: "A parameter is there once.",
        why: "Collectors read the first or the last.",
        cure: "Send it once."
    )
    package static let pingEqual = Rule(
        "PING_EQUAL",
        checks: "No two requests are equal byte for byte.",
        why: "A collector counts one of them, so that seconds are lost.",
        cure: "Make each ping with its own time and number."
    )
    package static let pingJoinedOverAChoice = Rule(
        "PING_JOINED_OVER_A_CHOICE",
        checks: "No session, view or identifier goes on over a choice of the user.",
        why: "What came before an opt-out must not be joined with what comes after it.",
        cure: "Begin a new session at each choice."
    )
    package static let pingChannelOfAnotherWatermark = Rule(
        "PING_CHANNEL_OF_ANOTHER_WATERMARK",
        checks: "A content identifier belongs to one channel and one client as long as its run lasts.",
        why: "Minutes are credited to another channel.",
        cure: "Load the metadata of the channel before its watermarks."
    )
    package static let pingSum = Rule(
        "PING_SUM",
        checks: "Seconds, numbers and counts of a view's pings add up.",
        why: "Pings are missing, or were sent twice.",
        cure: "Compare the pings of the view with launchhub pings."
    )
    package static let templateUnreadable = Rule(
        "TEMPLATE_UNREADABLE",
        checks: "A template has the documented form.",
        why: "An app does not take a configuration with a template that cannot be read.",
        cure: "Correct the text at the byte that the message names."
    )
    package static let templateNameUnknown = Rule(
        "TEMPLATE_NAME_UNKNOWN",
        checks: "The names of a template are variables, or names of keyMap or defaults.",
        why: "A name without a value makes every ping wrong.",
        cure: "Correct the name, or add it to keyMap or defaults."
    )
    package static let templateFunctionUnknown = Rule(
        "TEMPLATE_FUNCTION_UNKNOWN",
        checks: "The functions of a template exist.",
        why: "An app does not take the configuration.",
        cure: "Use one of the functions that the message names."
    )

    /// The rules for pings.
    package static let ofPings = [
        pingNotAnAddress, pingEscape, pingOfNoTemplate, pingTooLong, pingIdentifierAfterOptOut, pingParameterMissing,
        pingParameterUnknown, pingParameterTwice, pingEqual, pingJoinedOverAChoice, pingChannelOfAnotherWatermark,
        pingSum,
    ]

    /// The rules for templates.
    package static let ofTemplates = [templateUnreadable, templateNameUnknown, templateFunctionUnknown]
}
