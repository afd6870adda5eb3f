// SPDX-License-Identifier: Apache-2.0

import HubServices
import Testing

@testable import NielsenAppApi

/// The values in the address of the opt-out page.
struct OptOutAddressTests {
    private func url(
        _ template: String,
        appid: String = "P",
        nielsenId: String = "",
        _ change: (inout NielsenDevice) -> Void = { _ in }
    ) -> String {
        var device = NielsenDevice()
        change(&device)
        return OptOutAddress(appid: appid, nielsenId: nielsenId, device: device).url(template)
    }

    @Test(arguments: [(63, true), (64, true), (65, false)])
    func aPartOfThePathHas64BytesAtMost(_ count: Int, _ isUsed: Bool) {
        let text = String(repeating: "a", count: count)
        #expect(url("{country}") { $0.country = text } == (isUsed ? text : "us"))
        #expect(url("{devicetype}") { $0.deviceType = text } == (isUsed ? text : "mobile"))
        #expect(url("{language}") { $0.language = text } == (isUsed ? text : "en"))
    }

    @Test(arguments: [
        ("\u{0}", "%00"), ("\u{f}", "%0F"), ("\u{10}", "%10"), ("/", "%2F"), ("0", "0"), ("9", "9"), (":", "%3A"),
        ("@", "%40"), ("A", "A"), ("Z", "Z"), ("[", "%5B"), ("^", "%5E"), ("_", "_"), ("`", "%60"), ("a", "a"),
        ("z", "z"), ("{", "%7B"), (",", "%2C"), ("-", "-"), (".", "."), ("\u{e9}", "%C3%A9"),
    ])
    func anAppIdIsEscapedByteByByte(_ appid: String, _ text: String) {
        #expect(url("x={appid}", appid: appid) == "x=\(text)")
    }

    @Test func namesThatAreNotKnownStay() {
        #expect(url("a{b}{{appid}}{appid{appid}") == "a{b}{P}{appidP")
        #expect(url("") == "")
        // A name in a value is no name.
        #expect(url("{appid}", appid: "{country}") == "%7Bcountry%7D")
    }

    @Test func theDeviceIsNamedByItsHash() {
        #expect(url("{nuid}") == "")
        // The digest of three letters, as the standard prints it.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(url("{nuid}", nielsenId: "abc") == digest)
    }
}
