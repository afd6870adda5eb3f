// SPDX-License-Identifier: Apache-2.0

import HubServices
package import NielsenMeasurement
package import NielsenModel

/// The configuration of an instance, in addition to the app information.
public struct NielsenConfiguration: Sendable, Hashable {
    /// Whether collectors and opt-out pages may use `http:` on other machines, so that anyone on the network path can
    /// read and change the data.
    ///
    /// If false, a file with such a URL is refused.
    public var allowsInsecure = false

    /// The numbers that crediting and checking go by.
    package var thresholds = NielsenThresholds()

    /// The settings for sending and storing pings.
    package var delivery = NielsenDeliverySettings()

    /// The handling of values that are not strings.
    package var inputMode = NielsenInputMode.strict

    /// The known collection facilities; any other `sfcode` is reported as error 17, and measurement continues.
    ///
    /// Empty means that every one is accepted.
    public var acceptedSfcodes = NielsenAppInfoRules.knownFacilities

    /// The collection facility if the app information names none.
    public var defaultSfcode = "dcr"

    /// The address of the page that explains the system's tracking setting, for ``NielsenFlavor/ad``.
    ///
    /// `{devicetype}`, `{country}`, `{language}`, `{appid}` and `{nuid}` are replaced. The default is a page of this
    /// machine: no vendor host is used unless the configuration names it.
    public var optOutURLTemplate =
        "http://127.0.0.1:8642/optout/{devicetype}/{country}/{language}/optout.html?appid={appid}"

    /// The address of the page that asks the user, for ``NielsenFlavor/noAd`` and ``NielsenFlavor/noID``.
    ///
    /// The same names are replaced.
    public var optOutLegacyURLTemplate =
        "http://127.0.0.1:8642/optout/{devicetype}/{country}/{language}/optout_legacy.html?appid={appid}"

    /// The settings of viewability measurement.
    package var viewability = NielsenViewabilitySettings()

    /// The value of ``NielsenAppApi/meterVersion``.
    public var meterVersion = Self.ownMeterVersion

    private static let ownMeterVersion = "hub." + HubPackage.version

    /// The largest number of calls that wait for the configuration; later ones are dropped.
    public var maximumPendingCalls = 7200

    /// The age of the configuration, in seconds, after which a running instance requests a newer one.
    ///
    /// The request is made with the first call after that time, and a newer configuration takes effect between two
    /// views; see <doc:SDKConfiguration>.
    public var maximumAgeSeconds = 86_400

    /// The calls that resume a session after an interruption.
    package var resumeCalls = NielsenResumeCalls.loadMetadata

    /// Remarks for the author of the configuration file, such as members that are ignored.
    ///
    /// They do not affect measurement.
    public internal(set) var remarks: [String] = []

    /// The pings of the configuration.
    package var plan = PingPlan.builtIn

    /// The file that the values were read from, for recordings.
    var file = ConfigurationFile()

    /// The built-in configuration.
    public init() {}

    /// The part that measurement depends on.
    package var measurement: NielsenMeasurementSettings {
        NielsenMeasurementSettings(
            thresholds: thresholds,
            inputMode: inputMode,
            viewability: viewability,
            resumeCalls: resumeCalls
        )
    }

    /// Returns the template for the address of the opt-out page: one explains the system's setting, one asks the user.
    package func optOutTemplate(for flavor: NielsenFlavor) -> String {
        flavor.readsTrackingSetting ? optOutURLTemplate : optOutLegacyURLTemplate
    }
}
