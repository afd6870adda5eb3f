// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices
import NielsenMeasurement
public import NielsenModel

extension NielsenConfiguration {
    /// The value of `schema` in a configuration file.
    public static let schema = "launch-hub.sdk-configuration"
    /// The version of the schema that this version reads.
    public static let schemaVersion: Int64 = 1

    /// The largest size of a configuration, in bytes, wherever it comes from.
    public static let maximumBytes = 4 << 20
    /// The largest number of commas, and thus approximately of members and elements, in a configuration.
    public static let maximumMembers = 20_000

    /// Reads a configuration file; its form is described in <doc:SDKConfiguration>.
    ///
    /// - Parameters:
    ///   - data: JSON text.
    ///   - base: The configuration that provides values missing from the file.
    /// - Throws: ``NielsenConfigurationError``, which says what is wrong and where; a file is applied completely or not
    ///   at all.
    public init(
        jsonData data: Data,
        base: NielsenConfiguration = NielsenConfiguration()
    ) throws(NielsenConfigurationError) {
        guard data.count <= Self.maximumBytes else {
            let detail = "it has \(data.count) bytes; at most \(Self.maximumBytes) are read"
            throw NielsenConfigurationError(path: "", detail)
        }
        if NielsenText.count(of: UInt8(ascii: ","), in: data, exceeds: Self.maximumMembers) {
            throw NielsenConfigurationError(path: "", "it has more than \(Self.maximumMembers) members; none were read")
        }
        let object: JSONObject
        do {
            object = try JSONObject(jsonData: data)
        } catch {
            throw NielsenConfigurationError(path: "", error.description)
        }
        self = base
        let reader = ConfigurationReader(object)
        try Self.checkSchema(reader)
        reader.allow([
            "schema", "version", "appid", "sfcodes", "defaultSfcode", "optOutURL", "optOutLegacyURL", "inputMode",
            "thresholds", "delivery", "allowsInsecure",
            "identifiers", "delimiter", "md5Seed", "defaults", "keyMap", "valueMaps", "nullContentIds", "templates",
            "products", "viewability", "minimumReader", "maximumAge",
        ])
        if let thresholds = try reader.reader("thresholds") { try self.thresholds.read(thresholds) }
        if let delivery = try reader.reader("delivery") { try self.delivery.read(delivery) }
        if let flag = try reader.flag("allowsInsecure") { allowsInsecure = flag }
        if let codes = try reader.texts("sfcodes") { acceptedSfcodes = Set(codes) }
        if let code = try reader.text("defaultSfcode") { defaultSfcode = code }
        if let template = try reader.optOutTemplate("optOutURL", allowsInsecure: allowsInsecure) {
            optOutURLTemplate = template
        }
        if let template = try reader.optOutTemplate("optOutLegacyURL", allowsInsecure: allowsInsecure) {
            optOutLegacyURLTemplate = template
        }
        if let mode = try reader.choice("inputMode", NielsenInputMode.self) { inputMode = mode }
        if let age = try reader.integer("maximumAge", 60...31_536_000) { maximumAgeSeconds = Int(age) }
        if let settings = try reader.reader("viewability") { try viewability.read(settings) }
        if reader.object["products"] != nil {
            plan = try PingPlan(reader)
            if !allowsInsecure, let name = plan.unencrypted.first {
                throw reader.error("templates.\(name).url", ConfigurationReader.insecure)
            }
        } else if let unused = Self.planMembers.first(where: { reader.object[$0] != nil }) {
            throw reader.error(unused, "without products nothing uses it; list the products as well")
        }
        remarks = reader.remarks.all
        file.members = base.file.members.merging(object)
    }

    /// The members that are only used together with products.
    static let planMembers = [
        "identifiers", "delimiter", "md5Seed", "defaults", "keyMap", "valueMaps", "nullContentIds", "templates",
    ]

    private static func checkSchema(_ reader: ConfigurationReader) throws(NielsenConfigurationError) {
        guard let name = try reader.text("schema"), name == schema else {
            throw reader.error("schema", "it is not \"\(schema)\", so this is another kind of file")
        }
        guard let version = try reader.integer("version", 1...1_000_000) else {
            throw reader.error("version", "it is missing; \(schemaVersion) is right")
        }
        // A later version is read as far as it is known, unless it says that this would be wrong.
        let minimum = try reader.integer("minimumReader", 1...1_000_000) ?? version
        guard minimum <= schemaVersion else {
            throw reader.error("version", "version \(version) cannot be read here; \(schemaVersion) can")
        }
        if version > schemaVersion {
            reader.remarks.add("version \(version) is read as version \(schemaVersion), as its minimumReader allows")
        }
    }
}

extension ConfigurationReader {
    /// Explains what is wrong with an address that leaves this machine unencrypted.
    static let insecure =
        "it is http: to another machine, where anybody on the way can read and change it; use https:, or set "
        + "allowsInsecure to true"

    /// Returns the template of an address for a web view.
    func optOutTemplate(_ key: String, allowsInsecure: Bool) throws(NielsenConfigurationError) -> String? {
        guard let text = try text(key) else { return nil }
        let address = text.lowercased()
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            throw error(key, "\"\(text.prefix(64))\" is not an http: or https: address")
        }
        guard allowsInsecure || !PingPlan.leavesUnencrypted(text) else { throw error(key, Self.insecure) }
        return text
    }
}
