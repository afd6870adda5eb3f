// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rights of an app's folder and of its files, and what was set aside there because it was damaged.
struct FolderDiagnosis {
    private static let subject = "folder"
    /// Less is not enough for a queue and a cached configuration.
    private static let bytesNeeded: UInt64 = 16 << 20

    let url: URL

    var findings: [Diagnosis] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        } catch {
            let failure = FileFailure("look into", url.path, error)
            return [.problem(Self.subject, "\(failure)", cure: "run this as the user whose app it is")]
        }
        let found = [rights(names), access, space, damage(names)].compactMap { $0 }
        let isSound = !found.contains { $0.status == .problem }
        return found
            + (isSound ? [.good(Self.subject, "\(url.path) belongs to its owner alone and can be written")] : [])
    }

    private func attributes(_ path: String) -> [FileAttributeKey: Any] {
        (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
    }

    private func path(_ name: String) -> String { url.appending(path: name).path }

    /// Others must not read what somebody has watched and chosen.
    private func rights(_ names: [String]) -> Diagnosis? {
        let open = ([url.path] + names.map(path)).compactMap { path -> String? in
            guard let rights = (attributes(path)[.posixPermissions] as? NSNumber)?.intValue, rights & 0o077 != 0 else {
                return nil
            }
            return "\(path) (\(String(rights & 0o777, radix: 8)))"
        }
        guard let first = open.first else { return nil }
        let more = open.count == 1 ? "" : " and \(open.count - 1) more"
        return .problem(
            Self.subject,
            "others may use \(first)\(more)",
            cure: "chmod -R go-rwx \"\(url.path)\""
        )
    }

    private var access: Diagnosis? {
        guard !FileManager.default.isWritableFile(atPath: url.path) else { return nil }
        return .problem(
            Self.subject,
            "\(url.path) cannot be written",
            cure: "give its owner the right to, or name another one"
        )
    }

    private var space: Diagnosis? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: url.path)
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.uint64Value, free < Self.bytesNeeded else {
            return nil
        }
        return .problem(Self.subject, "only \(free >> 20) MiB are free there", cure: "make room on the disk")
    }

    private func damage(_ names: [String]) -> Diagnosis? {
        let damaged = names.filter { $0.hasSuffix(".damaged") || $0.contains(".damaged-") }
        guard !damaged.isEmpty else { return nil }
        return .problem(
            Self.subject,
            "set aside because they were damaged: \(damaged.joined(separator: ", "))",
            cure: "launchhub kept reset \"\(url.path)\" --only damaged"
        )
    }
}
