// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where an app keeps what outlives it.
public enum AppFolder {
    /// The folder of this app in the folder `launch-hub` of the one that the system has for such things.
    ///
    /// Where apps are not kept apart by the system, as on Linux and on macOS without a sandbox, they must not share
    /// identifiers, the user's choices and what waits to be sent. So the app's bundle identifier, or its program's name
    /// where it has none, is part of the path.
    public static var standard: URL {
        standard(
            bundleIdentifier: Bundle.main.bundleIdentifier,
            program: CommandLine.arguments.first ?? ""
        )
    }

    /// The folder of an app.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: Its bundle identifier; nil or empty where it has none.
    ///   - program: The path of its program.
    package static func standard(bundleIdentifier: String?, program: String) -> URL {
        let manager = FileManager.default
        let parent =
            manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first ?? manager.temporaryDirectory
        let names = [bundleIdentifier ?? "", program.split(separator: "/").last.map(String.init) ?? ""]
        // Neither may lead elsewhere.
        let name = names.first { !$0.isEmpty && !$0.contains("/") && $0 != "." && $0 != ".." } ?? "app"
        return parent.appending(path: "launch-hub", directoryHint: .isDirectory)
            .appending(path: name, directoryHint: .isDirectory)
    }
}
