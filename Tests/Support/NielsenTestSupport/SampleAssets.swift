// SPDX-License-Identifier: Apache-2.0

/// Metadata and watermarks as they should be.
package enum SampleAssets {
    package static let content = content("vid345-67483")

    package static func content(_ assetid: String) -> [String: String] {
        [
            "type": "content", "assetid": assetid, "program": "The Big Bang Theory",
            "title": "The Pants Alternative S03E18", "airdate": "2022-03-21T10:05:00", "isfullepisode": "Yes",
            "adloadtype": "2", "length": "3600",
        ]
    }

    package static let watermark =
        "www.nielsen.com/065H2g6E7ZyQ5UdmMAbbpg==/_EMc37zfVgq_8KB7baUYfg==/ADQCAmgV1Xyvnynyg60kZO_Ejkcn2KLSrTzyJpZZ-Qe"
        + "Rn8GpMGTWI7-HrEKzghxyzCyBEoIDv2kA2g1QJmeYOl5GnwfrLDVK2bNLTbQxr1z9VBfxahBcQP5tqbjhyMzdVqrMKuvvJO1jhtSXa9Aro"
        + "Chb11ZUnG1WVJx2O4M=/33648/22847/00"
}
