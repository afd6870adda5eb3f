// SPDX-License-Identifier: Apache-2.0

/// The options that every command has; they may stand before the command, too.
struct CommonOptions: Sendable {
    /// When output has colours.
    enum Colour: String, CaseIterable, Sendable {
        /// On a terminal that shows them, unless `NO_COLOR` is set.
        case auto
        case always
        case never
    }

    /// Whether to write lines of JSON.
    var isJSON = false
    /// When output has colours.
    var colour = Colour.auto
    /// Whether to leave out remarks and progress.
    var isQuiet = false
    /// Whether to say what is done and how long it takes.
    var isVerbose = false
}
