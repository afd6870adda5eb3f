// SPDX-License-Identifier: Apache-2.0

/// The rules that files, pings, templates and configurations are checked by.
enum ToolRules {
    static let all = files + pings + templates + configurations

    private static func error(_ name: String, _ means: String, why: String, cure: String) -> RuleCatalogue.Text {
        RuleCatalogue.Text(name: name, severity: "error", means: means, why: why, cure: cure)
    }

    private static func warning(_ name: String, _ means: String, why: String, cure: String) -> RuleCatalogue.Text {
        RuleCatalogue.Text(name: name, severity: "warning", means: means, why: why, cure: cure)
    }

    private static let files = [
        error(
            "ARRAY_WITHOUT_END",
            "An array around the values is closed.",
            why: "The file was probably cut off, and what followed is missing.",
            cure: "Export the file again."
        ),
        error(
            "LINE_WITHOUT_INPUT",
            "A value is an input, or an object with an input.",
            why: "There is nothing to check.",
            cure: "Write {\"id\": ..., \"input\": ...}, or the input alone."
        ),
    ]

    private static let pings = [
        error(
            "PING_NOT_AN_ADDRESS",
            "A ping is an http or https address, or a path, with parameters.",
            why: "No collector receives it.",
            cure: "Pass the address as it was requested."
        ),
        error(
            "PING_ESCAPE",
            "An address has the characters of addresses only; others are written as % and two hexadecimal digits.",
            why: "Systems escape other characters each in its own way, or refuse the address.",
            cure: "Escape the values of parameters."
        ),
        error(
            "PING_OF_NO_TEMPLATE",
            "A ping has the parameters of a template of the configuration.",
            why: "No collector can read a ping of an unknown product.",
            cure: "Pass the whole address; for templates of your own use launchhub pings --config."
        ),
        error(
            "PING_TOO_LONG",
            "An address has no more characters than the configuration allows.",
            why: "Servers cut or refuse longer ones.",
            cure: "Shorten metadata values, such as ids and titles."
        ),
        error(
            "PING_IDENTIFIER_AFTER_OPT_OUT",
            "No identifier stands beside uoo=true.",
            why: "Who has opted out must not be recognized.",
            cure: "Leave the parameter empty after an opt-out."
        ),
        error(
            "PING_PARAMETER_MISSING",
            "A ping has every parameter of its template.",
            why: "Collectors know a ping by its parameters; one without them is set aside.",
            cure: "Send the parameter, empty if there is no value."
        ),
        warning(
            "PING_PARAMETER_UNKNOWN",
            "A ping has the parameters of its template only.",
            why: "No collector reads it; it is mostly one that was mistyped.",
            cure: "Correct the name, or leave the parameter out."
        ),
        warning(
            "PING_PARAMETER_TWICE",
            "A parameter is there once.",
            why: "Collectors read the first or the last.",
            cure: "Send it once."
        ),
        error(
            "PING_EQUAL",
            "No two requests are equal byte for byte.",
            why: "A collector counts one of them, so that seconds are lost.",
            cure: "Make each ping with its own time and number."
        ),
        error(
            "PING_JOINED_OVER_A_CHOICE",
            "No session, view or identifier goes on over a choice of the user.",
            why: "What came before an opt-out must not be joined with what comes after it.",
            cure: "Begin a new session at each choice."
        ),
        error(
            "PING_CHANNEL_OF_ANOTHER_WATERMARK",
            "A content identifier belongs to one channel and one client as long as its run lasts.",
            why: "Minutes are credited to another channel.",
            cure: "Load the metadata of the channel before its watermarks."
        ),
        error(
            "PING_SUM",
            "Seconds, numbers and counts of a view's pings add up.",
            why: "Pings are missing, or were sent twice.",
            cure: "Compare the pings of the view with launchhub pings."
        ),
    ]

    private static let templates = [
        error(
            "TEMPLATE_UNREADABLE",
            "A template has the documented form.",
            why: "An app does not take a configuration with a template that cannot be read.",
            cure: "Correct the text at the byte that the message names."
        ),
        error(
            "TEMPLATE_NAME_UNKNOWN",
            "The names of a template are variables, or names of keyMap or defaults.",
            why: "A name without a value makes every ping wrong.",
            cure: "Correct the name, or add it to keyMap or defaults."
        ),
        error(
            "TEMPLATE_FUNCTION_UNKNOWN",
            "The functions of a template exist.",
            why: "An app does not take the configuration.",
            cure: "Use one of the functions that the message names."
        ),
    ]

    private static let configurations = [
        warning(
            "CONFIG_REMARK",
            "Every member of a configuration is read.",
            why: "What is not read has no effect; it is mostly a member that was mistyped.",
            cure: "Correct the name of the member."
        ),
        error(
            "CONFIG_UNREADABLE",
            "A configuration can be read as a whole.",
            why: "Apps take a configuration as a whole or not at all, and measure with the one before.",
            cure: "Correct what the message names."
        ),
    ]
}
