// SPDX-License-Identifier: Apache-2.0

public import HubServices

extension NielsenDCRSettings {
    /// Reads settings as the host library received them from its server.
    ///
    /// Nothing is refused: a value of an unexpected kind is converted or counts as missing, and unknown keys are
    /// ignored.
    ///
    /// - Parameter json: The destination's own object, or an object that has it under `integrations`.
    public init(_ json: JSONObject) {
        var ignored: [String] = []
        self.init(json, problems: &ignored)
    }

    /// Reads settings and reports what was wrong with them.
    ///
    /// - Parameters:
    ///   - json: The destination's own object, or an object that has it under `integrations`.
    ///   - problems: Receives a sentence for each value that was ignored and each unknown key.
    public init(_ json: JSONObject, problems: inout [String]) {
        self.init()
        let own = Self.own(in: json)
        let reader = SegmentReader(own)
        appId = reader.text("appId") ?? ""
        nolDevDebug = reader.truth("nolDevDebug")
        contentAssetIdPropertyName = reader.text("contentAssetIdPropertyName")
        adAssetIdPropertyName = reader.text("adAssetIdPropertyName")
        assetIdPropertyName = reader.text("assetIdPropertyName")
        clientIdPropertyName = reader.text("clientIdPropertyName")
        subbrandPropertyName = reader.text("subbrandPropertyName")
        contentLengthPropertyName = reader.text("contentLengthPropertyName")
        customSectionProperty = reader.text("customSectionProperty")
        sendCurrentTimeLivestream = reader.truth("sendCurrentTimeLivestream")
        optout = reader.truth("optout")
        contentCompleted = reader.choice("contentCompleted", contentCompleted, &problems)
        seekAndBuffer = reader.choice("seekAndBuffer", seekAndBuffer, &problems)
        playbackStarted = reader.choice("playbackStarted", playbackStarted, &problems)
        reload = reader.choice("reload", reload, &problems)
        endsOnAssetSwitch = reader.truth("endsOnAssetSwitch")
        usesAndroidPropertyNames = reader.truth("usesAndroidPropertyNames")
        for member in own where !Self.known.contains(SegmentKey.folded(member.key)) {
            problems.append(
                "there is no setting \"\(VisibleText.line(String(member.key.prefix(64))))\"; known are \(Self.names.joined(separator: ", "))"
            )
        }
    }

    /// Makes settings from an untyped dictionary, as the host library has them.
    ///
    /// - Parameter dictionary: The destination's own settings, or a dictionary that has them under `integrations`.
    public init(_ dictionary: [String: Any]) {
        self.init(SegmentValues.object(dictionary))
    }

    private static func own(in json: JSONObject) -> JSONObject {
        guard let integrations = json["integrations"]?.objectValue else { return json }
        return integrations.first { SegmentKey.folded($0.key) == SegmentOptions.foldedKey }?.value.objectValue ?? [:]
    }

    /// The names of all settings.
    public static let names = [
        "appId", "nolDevDebug", "contentAssetIdPropertyName", "adAssetIdPropertyName", "assetIdPropertyName",
        "clientIdPropertyName", "subbrandPropertyName", "contentLengthPropertyName", "customSectionProperty",
        "sendCurrentTimeLivestream", "optout", "contentCompleted", "seekAndBuffer", "playbackStarted", "reload",
        "endsOnAssetSwitch", "usesAndroidPropertyNames",
    ]

    /// Settings of other platforms that have no meaning here, and keys that the host's server adds to every
    /// destination.
    private static let ignored = [
        "sfCode", "instanceName", "versionSettings", "type", "bundlingStatus", "unbundledIntegrations",
    ]

    private static let known = Set((names + ignored).map(SegmentKey.folded))

    // MARK: - What follows from settings

    /// Returns the app information for the SDK.
    ///
    /// - Parameter app: The name and version of the app.
    /// - Returns: The documented keys; those without a value are left out.
    package func appInfo(_ app: NielsenDCRApp) -> [String: String] {
        var info = ["appid": appId, "sfcode": "dcr"]
        if !app.name.isEmpty { info["appname"] = app.name }
        if !app.version.isEmpty { info["appversion"] = app.version }
        if nolDevDebug { info["nol_devDebug"] = "DEBUG" }
        if optout { info["optout"] = "true" }
        return info
    }
}

extension SegmentReader {
    fileprivate func text(_ name: String) -> String? { text(SegmentKey(name)) }
    fileprivate func truth(_ name: String) -> Bool { truth(SegmentKey(name)) }

    fileprivate func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        _ usual: Choice,
        _ problems: inout [String]
    ) -> Choice where Choice.RawValue == String {
        guard let value = value(SegmentKey(name)) else { return usual }
        let text = value.stringValue.map(SegmentKey.folded)
        if let choice = Choice.allCases.first(where: { SegmentKey.folded($0.rawValue) == text }) { return choice }
        let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        let found = value.stringValue.map { "\"\(VisibleText.line(String($0.prefix(64))))\"" } ?? value.kindDescription
        problems.append("\(name) is \(found); use \(choices)")
        return usual
    }
}
