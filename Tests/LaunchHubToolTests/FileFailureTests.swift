// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import LaunchHubTool

/// What is said of errors of files, whoever reports them.
struct FileFailureTests {
    private static func posix(_ code: Int32, _ more: [String: Any] = [:]) -> NSError {
        NSError(domain: NSPOSIXErrorDomain, code: Int(code), userInfo: more)
    }

    @Test func theErrorOfTheSystemIsFoundBelowOthers() {
        let denied = Self.posix(EACCES)
        let inner = NSError(domain: "inner", code: 2, userInfo: [NSUnderlyingErrorKey: denied])
        let outer = NSError(domain: "outer", code: 1, userInfo: [NSUnderlyingErrorKey: inner])
        for error in [denied, inner, outer] {
            #expect(FileFailure("read", "/x", error).description == "cannot read /x: permission denied")
        }
        // The outermost of several counts.
        let both = Self.posix(ENOSPC, [NSUnderlyingErrorKey: denied])
        #expect(FileFailure("write", "/x", both).description == "cannot write /x: no space is left")
    }

    @Test(
        arguments: [
            (.fileNoSuchFile, "there is no such file or folder"),
            (.fileReadNoSuchFile, "there is no such file or folder"), (.fileReadNoPermission, "permission denied"),
            (.fileWriteNoPermission, "permission denied"), (.fileWriteOutOfSpace, "no space is left"),
            (.fileReadInapplicableStringEncoding, "it is not UTF-8 text"),
            (.fileReadCorruptFile, "it is not UTF-8 text"),
        ] as [(CocoaError.Code, String)]
    )
    func whatFoundationSaysIsSaidInWords(_ code: CocoaError.Code, _ reason: String) {
        #expect(FileFailure("read", "/x", CocoaError(code)).description == "cannot read /x: \(reason)")
    }

    /// Where nothing is known of an error, a folder in the place of a file is the likely reason.
    @Test func anErrorWithoutWordsIsThatOfAFolderOrItsOwn() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "file").path
        let odd = NSError(domain: "odd", code: 9, userInfo: [NSLocalizedDescriptionKey: "it is odd"])
        for (path, reason) in [
            (folder.url.path, "it is a folder; name a file"), (file, "it is odd"), (file + "/gone", "it is odd"),
        ] {
            #expect(FileFailure("read", path, odd).description == "cannot read \(path): \(reason)")
        }
    }
}
