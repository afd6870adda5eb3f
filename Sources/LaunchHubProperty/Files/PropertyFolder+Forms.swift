// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HubServices

/// The forms of extensions of the property's own, a file each.
extension PropertyFolder {
    private var formFolder: URL {
        file.deletingLastPathComponent().appending(path: "forms", directoryHint: .isDirectory)
    }

    /// Returns where the form of an extension is.
    package func form(named name: String) -> URL {
        formFolder.appending(path: name + ".json", directoryHint: .notDirectory)
    }

    /// Reads the forms, in the order of their names.
    ///
    /// - Throws: ``PropertyError`` of the code `file` that names the file and the member.
    func forms() throws(PropertyError) -> [ExtensionForm] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: formFolder.path)) ?? []
        var forms: [ExtensionForm] = []
        for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
            let url = formFolder.appending(path: name, directoryHint: .notDirectory)
            let form = try ExtensionFormFile.form(in: try Self.bytes(of: url), path: url.path)
            guard form.name + ".json" == name else {
                throw PropertyError(
                    .file,
                    "\(url.path) is the form of \"\(form.name)\"; rename it to \(form.name).json"
                )
            }
            forms.append(form)
        }
        return forms
    }

    /// Adds the form of an extension, or replaces it.
    ///
    /// - Parameters:
    ///   - data: The bytes of a form.
    ///   - path: Where they come from, for messages.
    /// - Returns: The form.
    /// - Throws: ``PropertyError`` of the code `file` if it is not a form; nothing is changed then.
    @discardableResult
    package func addForm(_ data: Data, path: String) throws(PropertyError) -> ExtensionForm {
        let form = try ExtensionFormFile.form(in: data, path: path)
        try whileLocked { () throws(PropertyError) in try write(data, to: self.form(named: form.name)) }
        return form
    }
}
