// SPDX-License-Identifier: Apache-2.0

/// The place of a ping in a session, by what it is about rather than by when it was made: the second interval ping of the
/// first view of an asset.
///
/// Two sessions in which an app did nearly the same have nearly the same places.
package struct PingPlace: Sendable, Hashable {
    /// The number of the instance, from 1, in the order of their first pings.
    package var instance: Int
    /// The kind of measurement, with the side of watermarks: `dcrVideo`, `dtvr FD`.
    package var product: String
    /// `content`, `ad` or `static`; empty for pings that are about no asset.
    package var lane: String
    /// The asset's identifier; empty if the metadata has none.
    package var assetid: String
    /// Which view of the asset on its track it is, from 1; 0 for pings that are about no view.
    package var view: Int
    /// The reason why it was made.
    package var cadence: String
    /// Which ping of that view and reason it is, from 1.
    package var number: Int

    /// The place in words: `dcrVideo interval 2 of content LIGHTHOUSE-E08`.
    package var description: String {
        let asset = [lane, assetid].filter { !$0.isEmpty }.joined(separator: " ")
        var text = "\(product) \(cadence)\(number > 1 ? " \(number)" : "")"
        if !asset.isEmpty { text += " of \(asset)" }
        if view > 1 { text += ", view \(view)" }
        if instance > 1 { text += ", instance \(instance)" }
        return text
    }
}
