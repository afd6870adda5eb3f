// SPDX-License-Identifier: Apache-2.0

import HubCommandLine
import HubServices
import LaunchHubProperty

/// The command `launchhub config build`.
struct ConfigBuild: PropertyCommand {
    static let syntax = CommandSyntax(
        name: "config build",
        summary: "build a library for its environment, and publish it there",
        discussion: [
            "Checks everything in the library, gives the build the next number of its environment, and replaces the",
            "published file as a whole. If nothing has changed, the published build stays, so that no app loads it again.",
        ],
        examples: [
            "launchhub config build next"
        ],
        for: ConfigBuild.init
    ) {
        $0.argument(\.library, .text("LIBRARY"), "the library")
        $0.flag("--replace", \.replaces, "write over a published file that was changed by hand")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var library = ""
    private var replaces = false

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        try folder.build(replacingEdited: replaces, console) { (property) throws(PropertyError) in
            try property.build(library)
        }
        return .success
    }
}

/// The command `launchhub config publish`.
struct ConfigPublish: PropertyCommand {
    static let syntax = CommandSyntax(
        name: "config publish",
        summary: "move a library to staging or production, and build it there",
        discussion: [
            "Builds the same revisions for the environment behind the library's own: staging behind development,",
            "production behind staging. A library that was never built is refused, because nobody has tried it.",
        ],
        examples: [
            "launchhub config publish next",
            "launchhub config publish next --to production",
        ],
        for: ConfigPublish.init
    ) {
        $0.argument(\.library, .text("LIBRARY"), "the library")
        $0.option("--to", \.target, .environmentName, "the environment (default: the next one)")
        $0.flag("--replace", \.replaces, "write over a published file that was changed by hand")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var library = ""
    private var target: String?
    private var replaces = false

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        try folder.build(replacingEdited: replaces, console) { (property) throws(PropertyError) in
            try property.publish(library, to: target)
        }
        return .success
    }
}

/// The command `launchhub config rollback`.
struct ConfigRollback: PropertyCommand {
    static let syntax = CommandSyntax(
        name: "config rollback",
        summary: "publish an earlier build of an environment again",
        discussion: [
            "Publishes the bytes of the build before the published one, or of --to. The builds stay as they are, and the",
            "next build gets a new number.",
        ],
        examples: [
            "launchhub config rollback production"
        ],
        for: ConfigRollback.init
    ) {
        $0.argument(\.environment, .environmentName, "the environment")
        $0.option("--to", \.number, .number("N", in: 1...Int.max), "the number of the build (default: the one before)")
        $0.flag("--replace", \.replaces, "write over a published file that was changed by hand")
        $0.place()
    }

    var common = CommonOptions()
    var place = PropertyPlace()
    private var environment = ""
    private var number: Int?
    private var replaces = false

    func run(_ console: Console) async throws -> ExitCode {
        let folder = try place.open()
        let record = try folder.change(republishing: environment, replacingEdited: replaces) {
            (property) throws(PropertyError) in
            ([], try property.rollBack(environment, to: number))
        }
        console.write(
            [
                "kind": "rollback", "environment": .string(environment), "build": .number(record.number),
                "library": .string(record.library), "sha256": .string(record.digest),
            ],
            or: "Build \(record.number) of \(environment), library \(record.library), is published again."
        )
        return .success
    }
}
