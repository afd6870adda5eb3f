// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HubServices

extension LaunchRuleSet {
    /// Reads a file of rules as a property publishes it.
    ///
    /// - Parameter data: JSON text, as in ``init(json:)``, or a ZIP archive of at most 4 MiB with the text as `rules.json` at
    ///   its root; what lies beside it, such as a folder `assets`, is not looked at.
    /// - Throws: ``LaunchRuleError`` if the archive cannot be read, or the text in it.
    public init(published data: Data) throws(LaunchRuleError) {
        try self.init(json: try Self.text(published: data))
    }

    /// Returns the JSON text of a file of rules, which may be an archive.
    static func text(published data: Data) throws(LaunchRuleError) -> Data {
        guard RuleArchive.isArchive([UInt8](data.prefix(2))) else { return data }
        return Data(try RuleArchive([UInt8](data)).rules())
    }

    /// Reads a file of rules as a property publishes it.
    init(file: URL) throws(LaunchRuleError) {
        let data: Data
        do {
            data = try LimitedFile.read(file, limit: Self.sizeLimit)
        } catch LimitedFile.Failure.tooLarge(let bytes) {
            throw LaunchRuleError(.tooLarge, "\(file.path) has \(bytes) bytes; at most \(Self.sizeLimit) are read")
        } catch LimitedFile.Failure.notRegular {
            throw LaunchRuleError(.unreadableFile, "\(file.path) is not a regular file")
        } catch {
            throw LaunchRuleError(.unreadableFile, "\(file.path) cannot be read: \(error.localizedDescription)")
        }
        do throws(LaunchRuleError) {
            try self.init(published: data)
        } catch {
            throw error.located(at: file.path)
        }
    }

    /// Reads rules that are a part of a configuration.
    init(embedded value: JSONValue) throws(LaunchRuleError) {
        guard case .object(let object) = value else {
            throw LaunchRuleError(
                .noRules,
                "the configuration's \(ConfiguredRules.embeddedKey) is \(value.kindDescription); an object is needed"
            )
        }
        try self.init(object)
    }
}

extension LaunchRuleError {
    /// Returns the same error with the location of the file.
    func located(at location: String) -> LaunchRuleError {
        LaunchRuleError(code, "\(location): \(description)")
    }
}
