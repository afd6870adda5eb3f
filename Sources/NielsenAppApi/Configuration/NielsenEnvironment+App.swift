// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HubServices

extension NielsenEnvironment {
    /// The place where an environment keeps persistent data.
    public enum Storage: Sendable, Hashable {
        /// The app's own folder; see `AppFolder` of HubServices.
        case applicationSupport
        /// A folder, which is created when it is first needed. Two processes may share one.
        case folder(URL)
        /// Memory: everything ends with the process.
        case memory

        /// The folder; nil for memory.
        public var folder: URL? {
            switch self {
            case .applicationSupport:
                return AppFolder.standard
            case .folder(let url):
                return url
            case .memory:
                return nil
            }
        }
    }

    /// Makes an environment for production: data is kept in a folder, and pings are sent.
    ///
    /// This method never fails. A folder that cannot be written is reported once to each instance (errors 13 and 1002),
    /// and measurement continues in memory.
    ///
    /// - Parameters:
    ///   - storage: The place for identifiers, choices, pings and received configurations.
    ///   - configuration: The configuration that applies until another one is received. Its templates determine where
    ///     pings are sent; the built-in ones name this host.
    ///   - configurationURL: The folder or server with one configuration for each app id, see
    ///     `NielsenConfigurationSource`; nil to use `configuration` unchanged.
    ///   - device: The description of the device; the app adds its identifiers.
    ///   - client: The client for requests, which may trust authorities of its own.
    ///   - clock: The clock.
    ///   - log: The log.
    ///   - privacy: Whether pings are sent, see ``NielsenPingDelivery/setPrivacyStatus(_:)``. With nil the status is
    ///     unknown until an instance without a hub is made, which means opted in, or until a hub sets it.
    /// - Returns: An environment for any number of instances. Make one for each folder and share it.
    public static func app(
        storage: Storage = .applicationSupport,
        configuration: NielsenConfiguration = NielsenConfiguration(),
        configurationURL: URL? = nil,
        device: NielsenDevice = .current,
        client: SystemHTTPClient = SystemHTTPClient(),
        clock: any HubClock = SystemClock(),
        log: HubLog = HubLog(level: .error),
        privacy: HubPrivacyStatus? = nil
    ) -> NielsenEnvironment {
        let client: any HTTPClient = client
        return app(
            storage: storage,
            configuration: configuration,
            configurationURL: configurationURL,
            device: device,
            client: client,
            clock: clock,
            log: log,
            privacy: privacy
        )
    }

    /// Makes an environment for production, whose requests go through any client.
    package static func app(
        storage: Storage = .applicationSupport,
        configuration: NielsenConfiguration = NielsenConfiguration(),
        configurationURL: URL? = nil,
        device: NielsenDevice = .current,
        client: any HTTPClient,
        clock: any HubClock = SystemClock(),
        log: HubLog = HubLog(level: .error),
        privacy: HubPrivacyStatus? = nil
    ) -> NielsenEnvironment {
        let folder = storage.folder
        let delivery = NielsenPingDelivery(
            file: folder.map(KeptName.pings.url),
            configuration: configuration,
            isTelevision: device.osName == "tvOS",
            client: client,
            clock: clock,
            log: log,
            privacy: privacy
        )
        let source = configurationURL.map { url in
            NielsenConfigurationSource(
                baseURL: url,
                cacheFolder: folder.map(KeptName.configurations.url),
                client: client
            )
        }
        return NielsenEnvironment(
            clock: clock,
            log: log,
            store: folder.map(KeptName.nielsen.url).map {
                PendingKeyValueStore(
                    FileKeyValueStore(
                        file: $0,
                        doubledKeys: [NielsenKeptKeys.optOut],
                        choiceCopy: ChoiceCopy.inSettings(of: $0)
                    ),
                    clock: clock,
                    choosing: NielsenKeptKeys.stricter
                )
            }
                ?? InMemoryKeyValueStore(),
            pings: delivery,
            device: device,
            configuration: configuration,
            configurationSource: source
        )
    }

    /// The delivery of the pings, if ``pings`` is one.
    public var delivery: NielsenPingDelivery? { pings as? NielsenPingDelivery }

    /// The default environment of instances, shared by all of them.
    ///
    /// It is ``app(storage:configuration:configurationURL:device:client:clock:log:privacy:)`` with its defaults, made
    /// at its first use. Two environment variables, which are read then, are for tools and tests:
    ///
    /// | Variable | What it says |
    /// |---|---|
    /// | `LAUNCH_HUB_FOLDER` | The folder that everything is kept in; empty to keep nothing. |
    /// | `LAUNCH_HUB_SDK_CONFIGURATION` | The `configurationURL`. |
    ///
    /// In a process that runs unit tests without `LAUNCH_HUB_FOLDER`, nothing is stored and no ping is made, so that a
    /// test of an app neither writes to the home folder nor sends a request.
    public static let `default` = standard(
        variables: ProcessRights.variables,
        program: CommandLine.arguments.first ?? "",
        configurationURL: defaultURL.withLock { chosen in
            chosen.isUsed = true
            return chosen.url
        }
    )

    /// The `configurationURL` that the app has chosen for ``default``, until that is made.
    private static let defaultURL = Locked<(url: URL?, isUsed: Bool)>((nil, false))

    /// Chooses the `configurationURL` of ``default``.
    ///
    /// - Parameter configurationURL: The folder or server with the configurations.
    /// - Returns: False if ``default`` is in use already, which stays as it is.
    static func useByDefault(configurationURL: URL?) -> Bool {
        defaultURL.withLock { chosen in
            if !chosen.isUsed { chosen.url = configurationURL }
            return !chosen.isUsed
        }
    }

    /// Returns the environment that a process uses by default.
    ///
    /// - Parameters:
    ///   - variables: The process's environment variables.
    ///   - program: The path of the process's executable.
    ///   - configurationURL: The `configurationURL` that the app has chosen, which a variable replaces.
    /// - Returns: An environment that stores and sends pings; in tests, one that does neither.
    package static func standard(
        variables: [String: String],
        program: String,
        configurationURL: URL? = nil
    ) -> NielsenEnvironment {
        let named = variables["LAUNCH_HUB_SDK_CONFIGURATION"].flatMap { $0.isEmpty ? nil : URL(string: $0) }
        let configurationURL = named ?? configurationURL
        if variables["LAUNCH_HUB_FOLDER"] != nil {
            let storage = AppFolder.current(variables: variables).map(Storage.folder) ?? .memory
            return app(storage: storage, configurationURL: configurationURL)
        }
        if isTest(variables, program) { return NielsenEnvironment(log: Log(level: .error)) }
        return app(configurationURL: configurationURL)
    }

    /// Returns whether the process runs tests of Xcode or the package manager.
    private static func isTest(_ variables: [String: String], _ program: String) -> Bool {
        let name = program.split(separator: "/").last ?? ""
        return name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper"
            || variables["XCTestConfigurationFilePath"] != nil || variables["XCTestBundlePath"] != nil
            || variables["XCTestSessionIdentifier"] != nil
    }
}
