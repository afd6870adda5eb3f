// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LaunchHubRecording

/// How long an identifier is that is looked for within other texts.
struct ShortSecretTests {
    /// Seven characters may be anything; eight are replaced also where they are the whole text.
    @Test(arguments: [("1234567", false), ("12345678", true)])
    func eightCharactersAreLookedFor(_ secret: String, _ isReplaced: Bool) {
        var redactor = Redactor(RecordingOptions(), salt: 5)
        redactor.learn([secret])
        let word = redactor.word(secret)
        #expect(redactor.text(secret) == (isReplaced ? word : secret))
        #expect(redactor.text("<\(secret)>") == (isReplaced ? "<\(word)>" : "<\(secret)>"))
    }
}
