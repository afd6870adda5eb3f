// SPDX-License-Identifier: Apache-2.0

/// The place of a ping in a session, by what it is about rather than by when it was made: the second interval ping of the
/// first view of an asset.
///
/// The place of a credit is that of its view.
/// Two sessions in which an app did nearly the same have nearly the same places.
package struct PingPlace: Sendable, Hashable {
    /// The number of the instance, from 1, in the order of their first pings.
    let instance: Int
    /// The kind of measurement, with the side of watermarks: `dcrVideo`, `dtvr FD`.
    let product: String
    /// `content`, `ad` or `static`; empty for pings that are about no asset.
    let lane: String
    /// The asset's identifier; empty if the metadata has none.
    package let assetid: String
    /// Which view of the asset on its track it is, from 1; 0 for pings that are about no view.
    var view = 0
    /// The reason why it was made.
    package var cadence = ""
    /// Which ping of that view and reason it is, from 1.
    var number = 0

    /// Returns the pings of a session with their places, each of which is there once.
    static func all(of pings: [SessionPing]) -> [(place: PingPlace, value: SessionPing)] {
        var instances: [String: Int] = [:]
        var views: [PingPlace: [Int]] = [:]
        var numbers: [PingPlace: Int] = [:]
        return pings.map { ping in
            let stream = ping.text("stream")
            let instance = instances[stream, default: instances.count + 1]
            instances[stream] = instance
            var place = PingPlace(
                instance: instance,
                product: ping.product,
                lane: ping.lane,
                assetid: ping.assetid
            )
            // The number among the views of the same asset: a view more of another one changes it for none.
            if let view = ping.view {
                var known = views[place, default: []]
                if !known.contains(view) { known.append(view) }
                views[place] = known
                place.view = (known.firstIndex(of: view) ?? 0) + 1
            }
            place.cadence = ping.cadence
            let number = numbers[place, default: 0] + 1
            numbers[place] = number
            place.number = number
            return (place, ping)
        }
    }

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
