// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenModel

/// Checks one ping by itself, and one template; ``NielsenPingLint`` compares pings with each other.
package struct NielsenPingCheck: Sendable {
    private let configuration: NielsenConfiguration

    /// Makes a check.
    ///
    /// - Parameter configuration: Where the templates, their names and the limit of an address are.
    package init(_ configuration: NielsenConfiguration = NielsenConfiguration()) {
        self.configuration = configuration
    }

    // MARK: - Pings

    /// Returns what is wrong with the address of a ping.
    ///
    /// - Parameter url: The address, or its path and parameters.
    /// - Returns: What was found, the address as a whole first.
    package func findings(inPing url: String) -> [Finding] {
        let isAddress = url.hasPrefix("/") || url.hasPrefix("http://") || url.hasPrefix("https://")
        guard isAddress, url.contains("?") else {
            let what =
                "\"\(NielsenText.shown(url))\" is not an address with parameters, such as https://HOST/cgi-bin/gn?prd=dcr"
            return [Finding(.pingNotAnAddress, what)]
        }
        var found: [Finding] = []
        if let place = Self.badByte(url) {
            let what = "byte \(place + 1) cannot stand in an address; write it as % and two hexadecimal digits"
            found.append(Finding(.pingEscape, what))
        }
        let limit = configuration.thresholds.addressLength
        if url.utf8.count > limit {
            let what = "the address has \(url.utf8.count) characters; \(limit) are allowed"
            found.append(Finding(.pingTooLong, what))
        }
        let table = NielsenPingTable(url, configuration)
        let names = table.rows.map(\.name)
        for (name, value) in NielsenPingLint.afterOptOut(table) {
            let what = "\(name) is \"\(NielsenText.shown(value))\" beside uoo=true; leave it empty after an opt-out"
            found.append(Finding(.pingIdentifierAfterOptOut, key: name, what))
        }
        guard let form = configuration.plan.forms[table.template] else {
            let what = "no template of the configuration has these parameters"
            return found + [Finding(.pingOfNoTemplate, what)]
        }
        return found + compare(names, form, table.template)
    }

    private func compare(_ names: [String], _ form: PingPlan.Form, _ template: String) -> [Finding] {
        let right = form.fields.map(\.parameter).filter { !$0.isEmpty }
        let given = Set(names)
        var found: [Finding] = []
        for name in right where !given.contains(name) && !form.optional.contains(name) {
            let what = "the parameter \(name) of the template \(template) is not there"
            found.append(Finding(.pingParameterMissing, key: name, what))
        }
        let known = Set(right)
        var seen: Set<String> = []
        for name in names {
            let isFirst = seen.insert(name).inserted
            guard known.contains(name) else {
                let missing = right.filter { !given.contains($0) }
                let meant = Suggestion.text(name, among: missing)
                let what = "the parameter \(NielsenText.shown(name)) is not one of the template \(template).\(meant)"
                found.append(Finding(.pingParameterUnknown, key: NielsenText.shown(name), what))
                continue
            }
            // Some templates have a parameter more than once themselves.
            if !isFirst, right.count(where: { $0 == name }) < names.count(where: { $0 == name }) {
                let what = "the parameter \(name) is there more than once; collectors read the first or the last"
                found.append(Finding(.pingParameterTwice, key: name, what))
            }
        }
        return found.count > 40 ? Array(found.prefix(40)) : found
    }

    /// The place of the first byte that no address has.
    private static func badByte(_ url: String) -> Int? {
        let bytes = Array(url.utf8)
        for (place, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "%") {
                let digits = bytes.dropFirst(place + 1).prefix(2)
                guard digits.count == 2, digits.allSatisfy(NielsenText.isHexadecimal) else { return place }
            } else if byte <= 0x20 || byte >= 0x7F || "\"<>\\^`{|}".utf8.contains(byte) {
                return place
            }
        }
        return nil
    }

    // MARK: - Templates

    /// Returns what is wrong with a template, or with a parameter of one.
    ///
    /// - Parameter template: The text.
    /// - Returns: The first fault; empty if the text is in order.
    package func findings(inTemplate template: String) -> [Finding] {
        var context = PingTemplate.Context(slot: configuration.plan.vocabulary.slot(of:))
        context.isAddress = true
        do throws(NielsenPingTemplateError) {
            _ = try PingTemplate(template, context)
            return []
        } catch {
            var message = error.description
            let rule: Rule
            switch error.reason {
            case .unknownName(let name):
                rule = .templateNameUnknown
                message += Self.question(name, among: configuration.plan.vocabulary.names)
            case .unknownFunction(let name):
                rule = .templateFunctionUnknown
                message += Self.question(name, among: PingFunction.allCases.map(\.rawValue))
            case .unbalanced, .emptyName, .unexpected, .notInAddress, .malformedSlice, .tooDeep:
                rule = .templateUnreadable
            }
            return [Finding(rule, message)]
        }
    }

    /// Returns what was probably meant, as a sentence behind another one.
    private static func question(_ name: String, among names: [String]) -> String {
        let meant = Suggestion.text(name, among: names)
        return meant.isEmpty ? "" : "." + meant
    }
}
