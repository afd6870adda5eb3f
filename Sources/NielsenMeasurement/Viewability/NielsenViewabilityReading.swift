// SPDX-License-Identifier: Apache-2.0

package import HubServices

/// The five measured values at one moment.
///
/// Source: "iOS SDK API Reference", "Data Collected".
package struct NielsenViewabilityReading: Sendable, Hashable {
    /// The visible part of the player, in percent from 0 to 100; `invs`.
    package var visibility: Int
    /// The volume of the device, in percent from 0 to 100; 0 if it is muted; `inau`.
    package var volume: Int
    /// The size of the screen as `WxH` in pixels; `inss`.
    package var screen: String
    /// The size of the window as `WxH` in pixels; `0x0` if there is none; `invp`.
    package var window: String
    /// The size of the player as `WxH` in pixels; `ines`.
    package var player: String
}

extension NielsenViewabilityReading {
    /// Measures a scene, or is nil if no view has the target's tag.
    ///
    /// - Parameters:
    ///   - scene: The views on the screen.
    ///   - target: The view to measure.
    ///   - opaquePercent: The alpha, in percent, from which a view hides what is behind it.
    package init?(_ scene: NielsenViewabilityScene, of target: NielsenViewabilityTarget, opaquePercent: Int = 50) {
        guard let extent = scene.extent(of: target, opaquePercent: opaquePercent),
            let view = scene.views.first(where: { $0.tag == target.viewTag })
        else { return nil }
        visibility = Int(extent.percent.rounded())  // in range: 0 to 100
        volume = scene.isMuted ? 0 : Int((NielsenViewabilityScene.unit(scene.volume) * 100).rounded())
        screen = Self.pixels(scene.screen, scene.scale)
        window = scene.window.map { Self.pixels($0, scene.scale) } ?? "0x0"
        player = Self.pixels(view.frame, scene.scale)
    }

    private static func pixels(_ rect: NielsenViewabilityRect, _ scale: Double) -> String {
        "\(pixels(rect.width, scale))x\(pixels(rect.height, scale))"
    }

    private static func pixels(_ points: Double, _ scale: Double) -> Int {
        let pixels = abs(points) * (scale > 0 && scale.isFinite ? scale : 1)  // in range: a fraction
        return pixels.isNaN ? 0 : Int(min(pixels, 1e9).rounded())
    }

    // MARK: - As series

    /// Returns series of one item each, for a record about one moment.
    ///
    /// - Parameters:
    ///   - offset: The playhead, or the offset of the watermark, in seconds.
    ///   - time: Milliseconds since 1970.
    /// - Returns: One series for each of the five viewability fields.
    func series(at offset: Int64, time: Int64) -> JSONObject {
        func item(_ value: JSONValue) -> JSONValue { [[value, .int(offset), .int(time / 1000), 0]] }
        return [
            "invs": item(.int(Int64(visibility))),
            "inau": item(.int(Int64(volume))),
            "inss": item(.string(screen)),
            "invp": item(.string(window)),
            "ines": item(.string(player)),
        ]
    }

    /// Reads the values of the last items, or is nil if one of the five series is missing.
    package init?(series: JSONObject) {
        func last(_ name: String) -> JSONValue? { series[name]?.arrayValue?.last?.arrayValue?.first }
        guard let visibility = last("invs")?.intValue, let volume = last("inau")?.intValue,
            let screen = last("inss")?.stringValue, let window = last("invp")?.stringValue,
            let player = last("ines")?.stringValue
        else { return nil }
        self.visibility = Int(min(100, max(0, visibility)))
        self.volume = Int(min(100, max(0, volume)))
        self.screen = screen
        self.window = window
        self.player = player
    }
}
