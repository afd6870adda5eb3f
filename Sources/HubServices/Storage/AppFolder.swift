// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The folder of an app's persistent data.
///
/// The folder is the first of these that exists:
///
/// 1. that of the app group that was named with ``use(appGroup:)``;
/// 2. `launch-hub/<name>` in the folder that the system has for such things, `<name>` being the one named with
///    ``use(name:)``, the environment variable `LAUNCH_HUB_APP_NAME`, the app's bundle identifier, or its program's name.
///
/// If the system does not separate apps, as on Linux and on macOS without a sandbox, the name prevents them from
/// sharing identifiers, the user's choices and queued data. A program that may be renamed should set its name: under
/// another name it is another app with another user.
public enum AppFolder {
    private struct Named {
        var name: String?
        var appGroup: String?
        var isUsed = false
    }

    private static let named = Locked(Named())

    /// Sets the name of the app, for its folder.
    ///
    /// Call it before any other part of the library; later it has no effect.
    ///
    /// - Parameter name: A name without `/`, such as `com.example.player`.
    /// - Returns: False if the folder is already in use, or the name is not valid.
    @discardableResult
    public static func use(name: String) -> Bool {
        isName(name) && set(\.name, name)
    }

    /// Sets the app group whose apps share a folder.
    ///
    /// Call it before any other part of the library; later it has no effect.
    ///
    /// On Apple systems it is the container of the group. Elsewhere it is `launch-hub/<group>` in the folder that the
    /// system has for persistent data, the same for every program that sets this group.
    ///
    /// - Parameter appGroup: The identifier of the group, or nil.
    /// - Returns: False if the folder is already in use, or the identifier is not valid.
    @discardableResult
    public static func use(appGroup: String?) -> Bool {
        (appGroup.map(isName) ?? true) && set(\.appGroup, appGroup)
    }

    private static func set(_ field: WritableKeyPath<Named, String?>, _ value: String?) -> Bool {
        named.withLock { named in
            if !named.isUsed { named[keyPath: field] = value }
            return named[keyPath: field] == value
        }
    }

    /// The folder of this app.
    public static var standard: URL {
        let (name, appGroup) = named.withLock { named in
            named.isUsed = true
            return (named.name ?? ProcessRights.variables["LAUNCH_HUB_APP_NAME"], named.appGroup)
        }
        return standard(
            name: name,
            appGroup: appGroup,
            bundleIdentifier: Bundle.main.bundleIdentifier,
            program: CommandLine.arguments.first ?? ""
        )
    }

    /// The folder that a process with these environment variables uses: `LAUNCH_HUB_FOLDER`, or ``standard``.
    ///
    /// - Parameter variables: The process's environment variables.
    /// - Returns: Nil where nothing is to be kept, because `LAUNCH_HUB_FOLDER` is there and empty.
    package static func current(variables: [String: String]) -> URL? {
        guard let path = variables["LAUNCH_HUB_FOLDER"] else { return standard }
        return path.isEmpty ? nil : URL(fileURLWithPath: path, isDirectory: true)
    }

    /// Returns the folder of an app: in its group's container if it has one, otherwise in Application Support, on tvOS in
    /// Caches.
    ///
    /// - Parameters:
    ///   - name: The name that the app chose for its folder; nil or empty to use the next of the names below.
    ///   - appGroup: The identifier of the app group that shares the folder, or nil.
    ///   - bundleIdentifier: The app's bundle identifier; nil or empty if it has none.
    ///   - program: The path of the app's executable, whose last component is the last resort for a name.
    /// - Returns: The URL of the folder; it is not created here.
    package static func standard(
        name: String? = nil,
        appGroup: String? = nil,
        bundleIdentifier: String?,
        program: String
    ) -> URL {
        #if canImport(Darwin)
            let manager = FileManager.default
            if let appGroup, let container = manager.containerURL(forSecurityApplicationGroupIdentifier: appGroup) {
                return container.appending(path: "launch-hub", directoryHint: .isDirectory)
            }
        #endif
        let programName = program.split(separator: "/").last.map(String.init) ?? ""
        let names = [appGroup ?? "", name ?? "", bundleIdentifier ?? "", programName]
        return parent.appending(path: names.first(where: isName) ?? "app", directoryHint: .isDirectory)
    }

    /// The folders of this user's apps that are not in the container of a group, in the order of their names.
    package static var all: [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        return names.sorted().map { parent.appending(path: $0, directoryHint: .isDirectory) }.filter { url in
            (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
                == .typeDirectory
        }
    }

    private static var parent: URL {
        #if os(tvOS)
            // An app on Apple TV may write there and to the temporary folder only.
            let directory = FileManager.SearchPathDirectory.cachesDirectory
        #else
            let directory = FileManager.SearchPathDirectory.applicationSupportDirectory
        #endif
        let manager = FileManager.default
        let parent = manager.urls(for: directory, in: .userDomainMask).first ?? manager.temporaryDirectory
        return parent.appending(path: "launch-hub", directoryHint: .isDirectory)
    }

    /// Whether text can be the name of a folder; none may lead elsewhere.
    private static func isName(_ text: String) -> Bool {
        // Not characters: one may be a slash with a mark on it, which is a slash to the system.
        !text.isEmpty && text.utf8.count <= 200 && text != "." && text != ".."
            && !text.unicodeScalars.contains { $0 == "/" || $0 == "\0" }
    }
}
