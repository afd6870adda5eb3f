// SPDX-License-Identifier: Apache-2.0

extension NielsenTrackEvent {
    /// The metadata of a lane, with the type that the event implies if they have none.
    package func values(of lane: NielsenLane) -> [String: String] {
        var values = metadata[lane]
        if values["type"]?.isEmpty ?? true {
            values["type"] = lane == .ad ? NielsenAssetType.ad.rawValue : lane.rawValue
        }
        return values
    }

    /// The channel information for `play`.
    package var channel: [String: String] {
        guard let name = metadata.content["channelName"] ?? metadata.content["channelname"] else { return [:] }
        return ["channelName": name]
    }
}
