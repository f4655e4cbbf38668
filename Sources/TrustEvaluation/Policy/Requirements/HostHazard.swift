package import TrustModel

extension ReasonCode {
    /// A clause about the hosts that a policy accepts unchecked if it downgrades this code.
    ///
    /// The result is nil if the code is not about hosts.
    package var hostsUnchecked: String? {
        switch self {
        case .hostMismatch: "every DNS name"
        case .hostIpMismatch: "every IP address"
        case .hostNoSAN: "every host if the certificate has no subject alternative name"
        case .hostInvalid: "every text that is not a host name"
        default: nil
        }
    }

    fileprivate static let ofHosts: [ReasonCode] = [.hostMismatch, .hostIpMismatch, .hostNoSAN, .hostInvalid]
}

extension PathRequirements {
    /// The codes about hosts that `checks` downgrades.
    var downgradedHostCodes: [ReasonCode] {
        guard !severities.isEmpty else { return [] }
        return ReasonCode.ofHosts.filter { severities[$0] == .warning || severities[$0] == .ignore }
    }

    /// The warning that `checks` disables the host comparison; nil if it does not.
    var hostHazard: Finding? {
        let downgraded = downgradedHostCodes
        guard !downgraded.isEmpty else { return nil }
        let hosts = downgraded.compactMap(\.hostsUnchecked).joined(separator: "; ")
        return Finding(
            .hazardHostIgnored,
            severity: .warning,
            message:
                "The policy accepts \(hosts), because `checks` downgrades "
                + "\(downgraded.map(\.name).joined(separator: ", ")).",
            facts: [Fact("lowered", downgraded.map(\.name))],
            remedy: .loweredHostCheck
        )
    }
}
