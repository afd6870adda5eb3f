// SPDX-License-Identifier: Apache-2.0

/// What an instance is configured with, beside the app information that the app hands over.
public struct NielsenConfiguration: Sendable, Hashable {
    /// Whether collectors and opt-out pages may be on other machines by `http:`, where anybody on the way can read what is
    /// sent and change what comes. Without it a file that names such an address is refused.
    public var allowsInsecure = false

    /// The numbers that crediting and checking go by.
    public var thresholds = NielsenThresholds()

    /// How pings are sent and how long they are kept.
    public var delivery = NielsenDeliverySettings()

    /// What to do with values that are not strings.
    public var inputMode = NielsenInputMode.strict

    /// The collection facilities that are known; another `sfcode` is error 17, and measurement goes on.
    ///
    /// Empty means that every one is accepted.
    public var acceptedSfcodes = NielsenAppInfoRules.knownFacilities

    /// The collection facility where the app information names none.
    public var defaultSfcode = "dcr"

    /// Where the page is that says how to change the system's tracking setting; for ``NielsenFlavor/ad``.
    ///
    /// `{devicetype}`, `{country}`, `{language}`, `{appid}` and `{nuid}` are replaced. The default is a page of this
    /// machine: no vendor's host is named unless the configuration names it.
    public var optOutURLTemplate =
        "http://127.0.0.1:8642/optout/{devicetype}/{country}/{language}/optout.html?appid={appid}"

    /// Where the page is that asks the user; for ``NielsenFlavor/noAd`` and ``NielsenFlavor/noID``. The same names are
    /// replaced.
    public var optOutLegacyURLTemplate =
        "http://127.0.0.1:8642/optout/{devicetype}/{country}/{language}/optout_legacy.html?appid={appid}"

    /// What is measured of a player's visibility and of the volume.
    public var viewability = NielsenViewabilitySettings()

    /// The version that ``NielsenAppApi/meterVersion`` tells.
    public var meterVersion = "hub.1.0.0"

    /// How many calls are kept while the configuration is not there yet; later ones are dropped.
    public var maximumPendingCalls = 7200

    /// After how many seconds a running instance asks its source for a newer configuration.
    ///
    /// It asks with the first call after that, and measures with what it gets between two views; see
    /// <doc:SDKConfiguration>.
    public var maximumAgeSeconds = 86_400

    /// The calls with which a session goes on after an interruption.
    public var resumeCalls = NielsenResumeCalls.loadMetadata

    /// What the author of the file that this was read from should know, such as members that are not read. Nothing of it
    /// changes what is measured.
    public internal(set) var remarks: [String] = []

    /// What pings there are.
    var plan = PingPlan.builtIn

    /// The built-in configuration.
    public init() {}
}
