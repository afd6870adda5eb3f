// SPDX-License-Identifier: Apache-2.0

#if canImport(AppTrackingTransparency) && canImport(AdSupport)
    import AdSupport
    import AppTrackingTransparency
    public import NielsenAppApi

    extension NielsenEnvironment {
        /// Asks the user for permission to track, unless that was answered before, and reports the answer with the
        /// advertising identifier to the instances of the environment.
        ///
        /// The system asks only while the app is active, and only an app whose `Info.plist` has
        /// `NSUserTrackingUsageDescription`. An app for children does not link this product.
        ///
        /// ```swift
        /// var environment = NielsenEnvironment.app()
        /// environment.holdFirstSession(forAtMost: .seconds(30))
        /// // … make instances with it; then, when the app has become active:
        /// environment.requestTracking()
        /// ```
        ///
        /// - Parameter completion: Receives the answer, after the instances, on any thread.
        public func requestTracking(
            completion: @escaping @Sendable (NielsenTrackingAuthorization) -> Void = { _ in }
        ) {
            ATTrackingManager.requestTrackingAuthorization { status in
                let authorization = NielsenTrackingAuthorization(systemValue: status.rawValue)
                trackingAnswered(
                    authorization,
                    advertisingId: ASIdentifierManager.shared().advertisingIdentifier.uuidString
                )
                completion(authorization)
            }
        }
    }
#endif
