/// Estimates, in bytes, of the heap memory of parsed values; caches use the estimates to bound their size.
///
/// A list of short names or identifiers takes many times the memory of its encoding, and the sender chooses its length.
extension Certificate {
    /// The memory of the DER, the names and the extensions.
    package var estimatedMemory: Int {
        der.count + facts.extensions.estimatedMemory + facts.subject.estimatedMemory + facts.issuer.estimatedMemory
    }
}

extension CertificateExtensions {
    /// The memory of all lists in the extensions.
    package var estimatedMemory: Int {
        let identifiers = (extendedKeyUsage?.count ?? 0) + (certificatePolicies?.count ?? 0) + 2 * policyMappings.count
        let constraints = nameConstraints.map { [$0.permitted, $0.excluded, $0.basesWithDistances] } ?? []
        return entries.count * MemoryLayout<Entry>.stride
            + identifiers * MemoryLayout<OID>.stride
            + (subjectAlternativeNames ?? []).estimatedMemory
            + constraints.reduce(0) { $0 + $1.estimatedMemory }
            + (authorityKeyIdentifier?.issuers ?? []).estimatedMemory
            + (crlDistributionPoints ?? []).reduce(0) { $0 + $1.estimatedMemory }
            + issuerLocations.estimatedMemory + ocspLocations.estimatedMemory + deltaLocations.estimatedMemory
    }
}

extension DistributionPoint {
    fileprivate var estimatedMemory: Int {
        let forms =
            switch name {
            case .full(let names): names.estimatedMemory
            case .relativeToIssuer(let matchingKey): matchingKey.estimatedHeap
            case nil: 0
            }
        return MemoryLayout<DistributionPoint>.stride + forms + issuers.estimatedMemory
    }
}

extension [GeneralName] {
    fileprivate var estimatedMemory: Int {
        reduce(0) { $0 + MemoryLayout<GeneralName>.stride + $1.estimatedHeap }
    }
}

extension GeneralName {
    fileprivate var estimatedHeap: Int {
        switch self {
        case .dns(let text), .email(let text), .uri(let text): text.estimatedHeap
        case .ip(let octets), .other(_, let octets): octets.estimatedHeap
        case .directory(let name): name.estimatedMemory
        case .otherName(_, let value): Self.boxBytes + value.estimatedHeap
        case .registeredID: Self.boxBytes
        }
    }

    /// The size of the heap block of an indirect enumeration case.
    private static let boxBytes = 64
}

extension DistinguishedName {
    /// The memory of the object and its contents.
    package var estimatedMemory: Int {
        let values = attributes.reduce(0) { $0 + MemoryLayout<Attribute>.stride + $1.value.estimatedHeap }
        // The text takes about as much memory as the DER.
        return 96 + 2 * der.estimatedHeap + matchingKey.estimatedHeap + values
    }
}

extension [String] {
    fileprivate var estimatedMemory: Int { reduce(0) { $0 + MemoryLayout<String>.stride + $1.estimatedHeap } }
}

extension String {
    /// The heap memory of a string; zero for up to 15 octets, which are stored inline.
    fileprivate var estimatedHeap: Int { utf8.count > 15 ? 48 + utf8.count : 0 }
}

extension [UInt8] {
    /// The array header, the octets, and an allowance for the rounding of the allocator.
    fileprivate var estimatedHeap: Int { isEmpty ? 0 : 40 + count }
}
