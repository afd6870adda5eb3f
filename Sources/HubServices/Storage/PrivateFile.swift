// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files and folders that only the user's own programs may look into.
///
/// On Apple systems they are protected until the device was first unlocked, since an app measures in the background too,
/// and are left out of backups: on another device they would be another device's identity.
package enum PrivateFile {
    /// Makes a folder, and those above it, for the user alone.
    ///
    /// The others' rights are taken from one that is there where it is the library's own, below a folder `launch-hub`.
    /// One that the app has named may be for others too, and is left unchanged.
    package static func makeFolder(_ folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else {
            if folder.pathComponents.contains("launch-hub") { tighten(folder.path, S_IFDIR) }
            return
        }
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        protect(folder)
    }

    /// Creates an empty file that only the user can read, or restricts an existing one to the user.
    ///
    /// A failure here is left to the next one who opens the file, which reports why. A file that is there and private is not
    /// even opened: to close it again would take the locks on it from every connection of the process to a database.
    ///
    /// - Parameter path: The file; its folder must exist.
    package static func prepare(_ path: String) {
        guard !isPrivate(path, S_IFREG) else { return }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        tighten(descriptor)
        protect(URL(fileURLWithPath: path))
    }

    /// Removes the rights of others from a file, if it exists.
    package static func tighten(_ path: String) {
        tighten(path, S_IFREG)
    }

    /// Whether a file is there and lets nobody else look into it.
    private static func isPrivate(_ path: String, _ kind: mode_t) -> Bool {
        var info = stat()
        return lstat(path, &info) == 0 && info.st_mode & S_IFMT == kind && info.st_mode & 0o077 == 0
    }

    private static func tighten(_ path: String, _ kind: mode_t) {
        guard !isPrivate(path, kind) else { return }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        tighten(descriptor, kind)
    }

    private static func tighten(_ descriptor: Int32, _ kind: mode_t = S_IFREG) {
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == kind, info.st_uid == geteuid(),
            info.st_mode & 0o077 != 0
        else { return }
        _ = fchmod(descriptor, info.st_mode & 0o700)
    }

    /// Lets Apple's systems protect a file or folder, and exclude it from backups.
    static func protect(_ url: URL) {
        #if canImport(Darwin)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var url = url
            try? url.setResourceValues(values)
        #endif
        #if os(iOS) || os(tvOS)
            try? FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
                ofItemAtPath: url.path
            )
        #endif
    }
}
