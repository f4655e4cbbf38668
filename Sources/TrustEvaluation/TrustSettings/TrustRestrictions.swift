import TrustModel

/// The trust settings that apply to one evaluation: those of the request and those of the policy.
///
/// Settings never make a certificate trusted; only anchors do. Therefore, a client may safely send settings.
struct TrustRestrictions: Sendable {
    struct Restriction {
        let settings: TrustSettings
        /// The origin of the settings, for messages.
        let source: String
    }

    static let none = TrustRestrictions(sources: [], purpose: .any)

    let purpose: KeyPurpose
    private let sources: [TrustSettingsSource]

    private init(sources: [TrustSettingsSource], purpose: KeyPurpose) {
        self.sources = sources
        self.purpose = purpose
    }

    init(of question: TrustQuestion, _ requirements: PathRequirements) {
        // Usually there are no trust settings, so avoid copies.
        var sources: [TrustSettingsSource] = []
        if !question.trustSettings.isEmpty { sources.append(question.trustSettings) }
        for set in requirements.anchors where !set.trustSettings.isEmpty { sources.append(set.trustSettings) }
        if let own = requirements.intermediates?.trustSettings, !own.isEmpty { sources.append(own) }
        if let own = requirements.pins?.trustSettings, !own.isEmpty { sources.append(own) }
        self.init(sources: sources, purpose: requirements.trustPurpose)
    }

    var isEmpty: Bool { sources.isEmpty }

    func restriction(of certificate: Certificate) -> Restriction? {
        for source in sources {
            guard let settings = source.restriction(of: certificate, for: purpose) else { continue }
            return Restriction(settings: settings, source: source.name)
        }
        return nil
    }
}

extension PathRequirements {
    /// The purpose that trust settings must allow: every purpose if the profile ignores purposes.
    fileprivate var trustPurpose: KeyPurpose { profile.demands.checksPurpose ? purpose : .any }
}
