// SPDX-License-Identifier: Apache-2.0

import HubServices

extension NielsenError {
    /// What the delegate hears of a file that could not be read (1003) or written (1002).
    init(_ failure: StorageError, _ introduction: String = "") {
        let code: AppApiErrorCode =
            switch failure.operation {
            case .read: .fileReadFailure
            case .write: .fileWriteFailure
            }
        self.init(code, introduction + failure.description)
    }

    /// What the delegate hears of several failures: one error of a kind, since they have one cause.
    static func errors(for failures: [StorageError]) -> [NielsenError] {
        [StorageError.Operation.read, .write].compactMap { operation in
            let verb = operation == .read ? "read" : "kept"
            let introduction = "the identifiers and the choice of the device could not be \(verb): "
            return failures.first { $0.operation == operation }.map { NielsenError($0, introduction) }
        }
    }
}
