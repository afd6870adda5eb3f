// SPDX-License-Identifier: Apache-2.0

import ACPCore

/// An app, and an extension in the documented form.
final class ImportedExtension: ACPExtension {
    override func name() -> String? { "com.example.extension" }

    static func launch() throws {
        ACPIdentity.registerExtension()
        ACPLifecycle.registerExtension()
        ACPSignal.registerExtension()
        ACPCore.configure(withAppId: "example-property/launch-EN-example-production")
        try ACPCore.registerExtension(ImportedExtension.self)
        ACPCore.start {}
        let event = try ACPExtensionEvent(
            name: "Greet",
            type: "com.example.greeting",
            source: "com.example.request",
            data: ["name": "you", "since": Date().timeIntervalSince1970]
        )
        try ACPCore.dispatchEvent(event)
    }
}
