// SPDX-License-Identifier: Apache-2.0

import HubServices
import NielsenMeasurement
package import NielsenModel

/// The part of the configuration about pings: which there are, when they are made, and their form.
package struct PingPlan: Sendable, Hashable {
    /// A template with what is sent where it leads.
    struct Form: Sendable, Hashable {
        let method: NielsenPing.Method
        /// The address up to its parameters, as it is written.
        let url: String
        let template: PingTemplate
        /// The parameters that may be cut where the address is too long: neither constant nor with a mandatory value.
        var optional: Set<String> = []
        /// The parameters as they are written, for those who explain a ping.
        var fields: [PingField] = []
    }

    /// The marks that a ping carries.
    struct Marks: Sendable, Hashable {
        var prefix = ""
        var at = ""
    }

    /// One kind of ping of a product.
    struct Processor: Sendable, Hashable {
        let cadence: NielsenPingCadence
        let marks: Marks
        /// The marks of an interval before the view is won.
        let marksBeforeView: Marks?
        /// The number of segments of a ping, for watermarks.
        let segments: Int
        /// The length of the quarter of an hour, in segments.
        let windowSegments: Int
        /// Whether the configuration says which content identifier is followed.
        let followsWatermarks: Bool
        /// Which content identifier is followed, for watermarks.
        let cid: ContentIdentifier
        /// The answers after which a TSV request is not made again.
        let settlingFlags: Set<String>
        let form: Form
    }

    /// Which of the two content identifiers of a watermark.
    typealias ContentIdentifier = NielsenID3Run.Side

    /// A product with its processors.
    struct Product: Sendable, Hashable {
        let product: NielsenProduct
        /// The types of metadata that it measures; empty measures all.
        let types: Set<String>
        /// Keys of which the metadata must have one; empty asks for none.
        let requiresAny: [String]
        /// The seconds of a segment, if not those of the thresholds; for watermarks.
        let segmentSeconds: Int?
        /// The seconds that credit a segment, if not those of the thresholds; for watermarks.
        let creditSeconds: Int?
        let processors: [Processor]

        func measures(_ metadata: [String: String]) -> Bool {
            guard types.isEmpty || types.contains(metadata["type"] ?? "") else { return false }
            return requiresAny.isEmpty || requiresAny.contains { metadata[$0]?.isEmpty == false }
        }
    }

    /// The form of identifiers in pings.
    enum IdentifierForm: Sendable, Hashable {
        /// As lower-case hexadecimal SHA-256.
        case sha256
        /// As AES-128-CBC with a key, the initialization vector in front, in hexadecimal digits.
        case aes128(key: [UInt8])
    }

    var products: [Product] = []
    /// The templates by name.
    var forms: [String: Form] = [:]
    var vocabulary = PingVocabulary(keyMap: [], valueMaps: [:], defaults: [:])
    var nullContentIDs: Set<String> = [NielsenID3Tag.nullContentID]
    var deviceIdForm = IdentifierForm.sha256

    /// The templates whose pings leave this machine without encryption.
    ///
    /// Source: "DCR Video iOS SDK guide", "Configuring Xcode Development Environment": pings go by HTTPS.
    package var unencrypted: [String] { forms.filter { Self.leavesUnencrypted($0.value.url) }.keys.sorted() }

    /// The address of the first collector, by the names of the templates, that is this machine; nil where none is.
    package var loopbackCollector: String? {
        let urls = forms.sorted { $0.key < $1.key }.map(\.value.url)
        return urls.first(where: EndpointPolicy.isThisMachine(template:)).map { String($0.prefix { $0 != "?" }) }
    }

    /// Returns whether a URL is `http:` to any host but this machine.
    ///
    /// A host that a template fills in may be any.
    static func leavesUnencrypted(_ url: String) -> Bool {
        url.prefix(7).lowercased() == "http://" && !EndpointPolicy.isThisMachine(template: url)
    }

    func product(_ product: NielsenProduct) -> Product? { products.first { $0.product == product } }

    /// The processors that would never make a ping: their product has no such occasion.
    package var idleProcessors: [(NielsenProduct, NielsenPingCadence)] {
        products.flatMap { product in
            product.processors.filter { processor in
                // What follows watermarks goes along with the pings of dtvr.
                let leads = product.product == .viewability && processor.followsWatermarks ? .dtvr : product.product
                return !leads.cadences.contains(processor.cadence)
            }
            .map { (product.product, $0.cadence) }
        }
    }
}
