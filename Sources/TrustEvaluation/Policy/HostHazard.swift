package import TrustModel

extension ReasonCode {
    /// The hosts that are accepted unchecked where a policy makes the code less than an error, a clause; nil for a code that
    /// is not about the host.
    package var hostsUnchecked: String? {
        switch self {
        case .hostMismatch: "every DNS name"
        case .hostIpMismatch: "every IP address"
        case .hostNoSAN: "every host, where the certificate has no subject alternative name"
        case .hostInvalid: "every text that is not a host name"
        default: nil
        }
    }

    fileprivate static let ofHosts: [ReasonCode] = [.hostMismatch, .hostIpMismatch, .hostNoSAN, .hostInvalid]
}

extension PathRequirements {
    /// The warning that `checks` takes the effect from the comparison of hosts; nil where it does not.
    var hostHazard: Finding? {
        guard !severities.isEmpty else { return nil }
        let lowered = ReasonCode.ofHosts.filter { severities[$0] == .warning || severities[$0] == .ignore }
        guard !lowered.isEmpty else { return nil }
        let hosts = lowered.compactMap(\.hostsUnchecked).joined(separator: "; ")
        return Finding(
            .hazardHostIgnored,
            severity: .warning,
            message: "The policy accepts \(hosts): `checks` lowers \(lowered.map(\.name).joined(separator: ", ")).",
            facts: [Fact("lowered", lowered.map(\.name))],
            remedy: .loweredHostCheck
        )
    }
}
