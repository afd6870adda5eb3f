// SPDX-License-Identifier: Apache-2.0

package import HubServices
package import NielsenModel

extension NielsenError {
    /// What the delegate receives for a file that could not be read (1003) or written (1002), or is damaged (13).
    package init(_ failure: StorageError, _ introduction: String = "") {
        switch (failure.reason, failure.operation) {
        case (.damaged, _), (.laterVersion, _):
            self.init(.failedAccessDatabase, introduction + failure.description)
        case (_, .read):
            self.init(AppApiErrorCode.fileReadFailure, introduction + failure.description)
        case (_, .write):
            self.init(AppApiErrorCode.fileWriteFailure, introduction + failure.description)
        }
    }

    /// What the delegate receives for several failures: one error of a kind, since they have one cause.
    package static func errors(for failures: [StorageError]) -> [NielsenError] {
        let damage = failures.first { $0.isAboutContent }.map { failure in
            NielsenError(failure, "what is kept of the user's choice and the identifiers is not what was written: ")
        }
        let others = [StorageError.Operation.read, .write].compactMap { operation in
            let verb = operation == .read ? "read" : "kept"
            let introduction = "the identifiers and the choice of the device could not be \(verb): "
            return failures.first { $0.operation == operation && !$0.isAboutContent }
                .map { NielsenError($0, introduction) }
        }
        return [damage].compactMap(\.self) + others
    }
}

extension StorageError {
    /// Whether the file could be read, and is not what this version wrote there.
    fileprivate var isAboutContent: Bool { reason == .damaged || reason == .laterVersion }
}
