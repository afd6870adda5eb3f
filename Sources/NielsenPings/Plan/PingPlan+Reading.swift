// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
import NielsenModel

extension PingPlan {
    /// Reads the part of a configuration file that is about pings.
    init(_ reader: ConfigurationReader) throws(NielsenConfigurationError) {
        var valueMaps: [String: [String: String]] = [:]
        if let maps = try reader.reader("valueMaps") {
            for name in maps.object.keys where !name.hasPrefix("_") {
                let map = try maps.reader(name)?.strings() ?? [:]
                valueMaps[name] = Dictionary(map.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
            }
        }
        let keyMap = try reader.reader("keyMap")?.strings() ?? [:]
        for (name, key) in keyMap where !Self.isClientKey(key) {
            throw reader.error(
                "keyMap.\(name)",
                "\"\(NielsenText.shown(key))\" is not a key in up to two pairs of parentheses"
            )
        }
        vocabulary = PingVocabulary(
            keyMap: keyMap.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            valueMaps: valueMaps,
            defaults: try reader.reader("defaults")?.strings() ?? [:]
        )
        if let ids = try reader.texts("nullContentIds") { nullContentIDs = Set(ids) }
        if let identifiers = try reader.reader("identifiers") { deviceIdForm = try Self.identifierForm(identifiers) }
        forms = try Self.forms(reader, vocabulary)
        products = []
        for reader in try reader.readers("products") {
            if let product = try Product(reader, forms) { products.append(product) }
        }
        for (index, product) in products.enumerated()
        where products.prefix(index).contains(where: { $0.product == product.product }) {
            throw reader.error("products", "\(product.product.rawValue) is there twice")
        }
    }

    private static func isClientKey(_ text: String) -> Bool {
        var key = Substring(text)
        for _ in 0..<2 where key.hasPrefix("(") && key.hasSuffix(")") && key.count > 2 {
            key = key.dropFirst().dropLast()
        }
        return !key.isEmpty && !key.contains("(") && !key.contains(")")
    }

    private static func identifierForm(
        _ reader: ConfigurationReader
    ) throws(NielsenConfigurationError) -> IdentifierForm {
        reader.allow(["deviceId", "aes128Key"])
        switch try reader.text("deviceId") ?? "sha256" {
        case "sha256":
            return .sha256
        case "aes128":
            guard let key = try reader.text("aes128Key").flatMap(Hexadecimal.bytes), key.count == AES128CBC.blockBytes
            else { throw reader.error("aes128Key", "32 hexadecimal digits are right") }
            return .aes128(key: key)
        case let form:
            throw reader.error("deviceId", "\"\(NielsenText.shown(form))\" is unknown; use sha256 or aes128")
        }
    }

    // MARK: - Templates

    private static func forms(
        _ reader: ConfigurationReader,
        _ vocabulary: PingVocabulary
    ) throws(NielsenConfigurationError) -> [String: Form] {
        var context = PingTemplate.Context(slot: vocabulary.slot(of:))
        context.isAddress = true
        if let delimiter = try reader.text("delimiter") { context.delimiter = delimiter }
        if let seed = try reader.text("md5Seed") { context.hashSeed = seed }
        var forms: [String: Form] = [:]
        guard let templates = try reader.reader("templates") else { return forms }
        for name in templates.object.keys where !name.hasPrefix("_") {
            guard let template = try templates.reader(name) else { continue }
            forms[name] = try form(template, context, vocabulary)
        }
        return forms
    }

    private static func form(
        _ reader: ConfigurationReader,
        _ context: PingTemplate.Context,
        _ vocabulary: PingVocabulary
    ) throws(NielsenConfigurationError) -> Form {
        reader.allow(["method", "url", "parameters"])
        guard let url = try reader.text("url"), !url.isEmpty else {
            throw reader.error("url", "it is missing; write the address up to its parameters")
        }
        let method: NielsenPing.Method
        switch try reader.text("method") ?? "GET" {
        case "GET": method = .get
        case "POST": method = .post
        case let text: throw reader.error("method", "\"\(text.prefix(16))\" is unknown; use GET or POST")
        }
        // Each part is checked by itself, so that an error names it; then all are one template.
        let parameters = try reader.texts("parameters") ?? []
        _ = try template(url, context, reader, "url")
        for (index, parameter) in parameters.enumerated() {
            _ = try template(parameter, context, reader, "parameters[\(index)]")
        }
        let joined = parameters.joined(separator: "&")
        let text = joined.isEmpty ? url : url + (url.hasSuffix("]") || url.hasSuffix("!|") ? "" : "?") + joined
        let fields = parameters.map { PingField($0) { vocabulary.slot(of: $0) != nil } }
        // Neither a constant nor what a ping is not made without.
        let optional = zip(parameters, fields).filter {
            $0.contains("[") && !$0.contains("|!") && !$1.parameter.isEmpty
        }
        return Form(
            method: method,
            url: url,
            template: try template(text, context, reader, "url"),
            optional: Set(optional.map(\.1.parameter)),
            fields: fields
        )
    }

    private static func template(
        _ text: String,
        _ context: PingTemplate.Context,
        _ reader: ConfigurationReader,
        _ key: String
    ) throws(NielsenConfigurationError) -> PingTemplate {
        do {
            return try PingTemplate(text, context)
        } catch {
            throw reader.error(key, error.description)
        }
    }
}

extension PingPlan.Product {
    /// Reads a product; nil where it is switched off.
    fileprivate init?(
        _ reader: ConfigurationReader,
        _ forms: [String: PingPlan.Form]
    ) throws(NielsenConfigurationError) {
        reader.allow(["product", "enabled", "types", "requiresAny", "segmentValue", "creditValue", "processors"])
        guard let product = try reader.choice("product", NielsenProduct.self) else {
            throw reader.error("product", "it is missing; name a product")
        }
        self.product = product
        let isEnabled = try reader.flag("enabled") ?? true
        types = Set(try reader.texts("types") ?? [])
        requiresAny = try reader.texts("requiresAny") ?? []
        segmentSeconds = try reader.integer("segmentValue", 1...3600).map(Int.init)
        creditSeconds = try reader.integer("creditValue", 1...3600).map(Int.init)
        guard product == .dtvr || (segmentSeconds == nil && creditSeconds == nil) else {
            throw reader.error("product", "segmentValue and creditValue of a product's own are for dtvr only")
        }
        guard (segmentSeconds == nil) == (creditSeconds == nil), (creditSeconds ?? 0) <= (segmentSeconds ?? 0) else {
            throw reader.error("creditValue", "it goes with a segmentValue that is at least as large")
        }
        var processors: [PingPlan.Processor] = []
        for processor in try reader.readers("processors") {
            processors.append(try PingPlan.Processor(processor, forms))
        }
        self.processors = processors
        if !isEnabled { return nil }
    }
}

extension PingPlan.Processor {
    fileprivate init(
        _ reader: ConfigurationReader,
        _ forms: [String: PingPlan.Form]
    ) throws(NielsenConfigurationError) {
        reader.allow([
            "cadence", "prefix", "at", "beforeView", "segments", "windowSegments", "cid", "until", "template",
        ])
        guard let cadence = try reader.choice("cadence", NielsenPingCadence.self) else {
            throw reader.error("cadence", "it is missing; say when the ping is made")
        }
        guard let name = try reader.text("template"), let form = forms[name] else {
            throw reader.error("template", "it does not name one of templates")
        }
        self.cadence = cadence
        self.form = form
        marks = try Self.marks(reader)
        if let before = try reader.reader("beforeView") {
            before.allow(["prefix", "at"])
            marksBeforeView = try Self.marks(before)
        } else {
            marksBeforeView = nil
        }
        followsWatermarks = reader.object["cid"] != nil
        segments = Int(try reader.integer("segments", 1...1440) ?? 5)
        windowSegments = Int(try reader.integer("windowSegments", 1...1440) ?? 15)
        cid = try reader.choice("cid", PingPlan.ContentIdentifier.self) ?? .finalDistributor
        settlingFlags = Set(try reader.texts("until") ?? [])
    }

    private static func marks(_ reader: ConfigurationReader) throws(NielsenConfigurationError) -> PingPlan.Marks {
        PingPlan.Marks(prefix: try reader.text("prefix") ?? "", at: try reader.text("at") ?? "")
    }
}
