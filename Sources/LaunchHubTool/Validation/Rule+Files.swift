// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

/// Rules for files, and for configurations as a whole.
extension Rule {
    static let arrayWithoutEnd = Rule(
        "ARRAY_WITHOUT_END",
        checks: "An array around the values is closed.",
        why: "The file was probably cut off, and what followed is missing.",
        cure: "Export the file again."
    )
    static let lineWithoutInput = Rule(
        "LINE_WITHOUT_INPUT",
        checks: "A value is an input, or an object with an input.",
        why: "There is nothing to check.",
        cure: "Write {\"id\": ..., \"input\": ...}, or the input alone."
    )
    static let configRemark = Rule(
        "CONFIG_REMARK",
        .warning,
        checks: "Every member of a configuration is read.",
        why: "What is not read has no effect; it is mostly a member that was mistyped.",
        cure: "Correct the name of the member."
    )
    static let configUnreadable = Rule(
        "CONFIG_UNREADABLE",
        checks: "A configuration can be read as a whole.",
        why: "Apps take a configuration as a whole or not at all, and measure with the one before.",
        cure: "Correct what the message names."
    )

    /// The rules for files.
    static let ofFiles = [arrayWithoutEnd, lineWithoutInput, configRemark, configUnreadable]
}
