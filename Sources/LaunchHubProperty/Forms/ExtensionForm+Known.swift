// SPDX-License-Identifier: Apache-2.0

import NielsenAppApi

extension ExtensionForm {
    /// The extensions whose forms every property has.
    package static let builtIn = [core, nielsen]

    /// Whether the settings are those that the measurement SDK is made with.
    var isOfTheSDK: Bool { self == .nielsen }

    /// The hub, the host's privacy status and lifecycle.
    private static let core = ExtensionForm(
        name: "core",
        help: "the hub: privacy, identity, lifecycle",
        shape: .flat,
        settings: [
            SettingForm(
                "global.privacy",
                .choice(["optedin", "optedout", "optunknown"]),
                "the status until a user chooses"
            ),
            SettingForm("global.timezone", .text, "the time zone of reports"),
            SettingForm("global.ssl", .flag, "whether servers are asked by https"),
            SettingForm("experienceCloud.org", .text, "the organization that visitors belong to"),
            SettingForm("experienceCloud.server", .text, "the server for visitor ids"),
            SettingForm(
                "lifecycle.sessionTimeout",
                .number(1...604_800),
                "seconds in the background that end a session"
            ),
        ]
    )

    private static let levels = ["INFO", "WARN", "ERROR", "DEBUG"]
    private static let debugHelp = "what the SDK logs; for development"

    /// The measurement extension.
    ///
    /// Source: "DCR & DTVR iOS Adobe Launch Extension", "JSON Initialization Data"; "DCR Video iOS SDK guide", "Debug
    /// flag for development environment".
    private static let nielsen = ExtensionForm(
        name: "nielsen",
        help: "the measurement SDK",
        shape: .platforms(prefix: "nielsen.", SettingScope.Platform.allCases),
        settings: [
            SettingForm("appid", .assignedID, "the id that was assigned to the app", isRequired: true),
            SettingForm("appname", .text, "the name of the app"),
            SettingForm("appversion", .text, "the version of the app"),
            SettingForm("sfcode", .choice(NielsenAppInfoRules.knownFacilities.sorted()), "the collection facility"),
            SettingForm("containerId", .text, "the view that the player is in, for viewability"),
            SettingForm("nol_devDebug", .choice(levels), debugHelp, on: [.ios]),
            SettingForm("nol_devDebug", .choice(levels + ["I", "W", "E", "D"]), debugHelp, on: [.android]),
            SettingForm("clientid", .text, "the client, where it is not the one of the app id"),
            SettingForm("subbrand", .text, "the brand, where it is not the one of the app id"),
            SettingForm("uoo", .choice(["0", "1"]), "1 begins opted out"),
            SettingForm("enableFpid", .choice(["true", "false"]), "whether a first-party id is made"),
        ],
        refused: [
            "uid2": personal, "uid2_token": personal, "hem_sha256": personal, "hem_sha1": personal, "hem_md5": personal,
            "hem_unknown": personal, "nol_playerid": personal,
        ]
    )

    private static let personal = "it belongs to one user; the app passes it when it makes an instance"
}
