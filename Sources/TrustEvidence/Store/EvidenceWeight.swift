import TrustModel

/// The estimates of the memory that evidence takes, in bytes, which are not less than the heap memory of the parsed objects.
///
/// Measured: a certificate takes 1.4 KB and up to eight times its encoding, an OCSP response 1 KB and 2.3 times, and a CRL 1 KB and
/// 1.2 times. OpenSSL's form of a key that is used takes another 3 KB.
extension StoredEvidence {
    var weight: Int { content.weight }

    /// The memory of a CRL whose encoding has a number of bytes: the encoding, and an index of the entries.
    static func weight(ofListWithBytes count: Int) -> Int { 4096 + 2 * count }
}

extension StoredEvidence.Content {
    fileprivate var weight: Int {
        switch self {
        case .response(let response):
            2048 + 4 * response.der.count + (response.answer?.certificates.reduce(0) { $0 + $1.weight } ?? 0)
        case .list(let list): StoredEvidence.weight(ofListWithBytes: list.der.count)
        case .certificates(let certificates): certificates.reduce(1024) { $0 + $1.weight }
        }
    }

    /// Whether the evidence revokes any certificate.
    var hasRevocations: Bool {
        switch self {
        case .list(let list): (list.facts.entries?.count ?? 0) > 0 || !list.facts.indirectEntries.isEmpty
        case .response(let response):
            response.answer?.facts.responses.contains { if case .revoked = $0.status { true } else { false } } ?? false
        case .certificates: false
        }
    }

    /// Whether two pieces of evidence have the same encoding.
    func isSame(as other: StoredEvidence.Content) -> Bool {
        switch (self, other) {
        case (.response(let own), .response(let other)): own.der == other.der
        case (.list(let own), .list(let other)): own.der == other.der
        case (.certificates(let own), .certificates(let other)): own == other
        default: false
        }
    }
}

extension StoredEvidence.Key {
    /// The memory of the key and of its places in tables.
    var weight: Int {
        let fixed = 512
        return switch self {
        case .ocsp(let issuer, let serialNumber): fixed + issuer.name.der.count + serialNumber.count
        case .crl(let issuer, let location), .delta(let issuer, let location):
            fixed + issuer.name.der.count + location.utf8.count
        case .issuer(let location): fixed + location.utf8.count
        }
    }
}

extension Certificate {
    /// The memory of the encoding, the fields, and the library's key.
    fileprivate var weight: Int {
        4096 + 2 * der.count + facts.extensions.estimatedMemory + facts.subject.estimatedMemory
            + facts.issuer.estimatedMemory
    }
}
