// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HubServices

/// A reader of configuration files.
package enum ConfigurationFile {
    /// The default size limit of a configuration, in bytes: 1 MiB.
    package static let defaultMaximumBytes = 1 << 20

    /// Reads a configuration file, as `configureWithFile(inPath:)` does.
    ///
    /// - Parameters:
    ///   - path: The file's path; symbolic links are followed.
    ///   - maximumBytes: The size limit, in bytes.
    /// - Returns: The file's members.
    /// - Throws: ``ConfigurationError`` if the file cannot be read, is too large, or is not a JSON object.
    package static func read(
        atPath path: String,
        maximumBytes: Int = defaultMaximumBytes
    ) throws(ConfigurationError) -> JSONObject {
        guard !path.isEmpty else {
            throw ConfigurationError(.unreadableFile(path: "\"\"", detail: "the path is empty; name a file"))
        }
        let maximumBytes = max(0, maximumBytes)
        let data: Data
        do {
            data = try LimitedFile.read(URL(fileURLWithPath: path), limit: maximumBytes)
        } catch LimitedFile.Failure.notRegular {
            throw ConfigurationError(.unreadableFile(path: path, detail: "it is not a regular file; name a JSON file"))
        } catch LimitedFile.Failure.tooLarge {
            throw ConfigurationError(.tooLarge(location: path, limit: maximumBytes))
        } catch {
            throw ConfigurationError(.unreadableFile(path: path, detail: words(for: error)))
        }
        return try values(in: data, location: path)
    }

    static func values(in data: Data, location: String) throws(ConfigurationError) -> JSONObject {
        do throws(JSONConversionError) {
            return try JSONObject(jsonData: data)
        } catch {
            switch error.reason {
            case .notAnObject(let kind): throw ConfigurationError(.notAnObject(location: location, kind: kind))
            case .malformedText(let detail):
                throw ConfigurationError(.malformedJSON(location: location, detail: detail))
            case .unsupportedType, .keyNotString, .notFinite, .tooDeep:
                throw ConfigurationError(.malformedJSON(location: location, detail: error.description))
            }
        }
    }

    private static func words(for error: any Error) -> String {
        guard let error = error as? CocoaError else { return String(describing: error) }
        return switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file"
        case .fileReadNoPermission: "its permissions do not allow it"
        default: error.localizedDescription
        }
    }
}
