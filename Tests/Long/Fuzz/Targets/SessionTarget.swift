// SPDX-License-Identifier: Apache-2.0

import Foundation
import LaunchHubSession

/// Files of recorded sessions: what is read is written and read again as the same session.
struct SessionTarget: FuzzTarget {
    func run(_ input: Data) {
        guard let session = read(String(decoding: input, as: UTF8.self)) else { return }
        guard let again = read(SessionFile.text(of: session)) else { fail("what is written is not read") }
        require(again.header == session.header, "the header differs when it is written and read again")
        require(again.steps == session.steps, "the steps differ when they are written and read again")
    }

    private func read(_ text: String) -> Session? {
        var reader = SessionReader(file: "fuzz.jsonl")
        do throws(InputFileError) {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) { try reader.read(String(line)) }
            let session = try reader.finish()
            for remark in reader.remarks { FuzzChecks.message(remark) }
            return session
        } catch {
            FuzzChecks.message(error.description)
            return nil
        }
    }
}
