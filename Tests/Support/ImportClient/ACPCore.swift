// SPDX-License-Identifier: Apache-2.0

import ACPCore

/// An app, and an extension in the documented form.
final class ImportedExtension: ACPExtension {
    override func name() -> String? { "com.example.extension" }

    static func launch() throws {
        ACPCore.configure(withAppId: "example-property/launch-EN-example-production")
        try ACPCore.registerExtension(ImportedExtension.self)
        ACPCore.start {}
        let event = try ACPExtensionEvent(
            name: "Greet",
            type: "com.example.greeting",
            source: "com.example.request",
            data: ["name": "you"]
        )
        try ACPCore.dispatchEvent(event)
    }
}
