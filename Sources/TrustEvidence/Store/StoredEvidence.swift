import TrustEvaluation
import TrustModel

/// Signed evidence that was verified when it was fetched.
struct StoredEvidence: Sendable {
    /// The identity of evidence.
    enum Key: Hashable {
        case ocsp(Issuer, serialNumber: [UInt8])
        case crl(Issuer, location: String)
        /// A delta CRL, which never takes the place of a complete CRL from the same location.
        case delta(Issuer, location: String)
        case issuer(location: String)

        var method: EvidenceNeed.Method {
            switch self {
            case .ocsp: .ocsp
            case .crl, .delta: .crl
            case .issuer: .issuer
            }
        }

        /// A CA: its name and key, which several certificates may contain.
        struct Issuer: Hashable {
            let name: DistinguishedName
            let key: Fingerprint

            init(_ certificate: Certificate) {
                name = certificate.facts.subject
                key = certificate.facts.publicKeyFingerprint
            }
        }

        /// The part of the memory that an entry with this key changes.
        var topic: EvidenceTopic { EvidenceTopic(number: hashValue) }

        init(_ need: EvidenceNeed, at location: String) {
            switch (need.method, need.issuer.map(Issuer.init)) {
            case (.ocsp, let issuer?): self = .ocsp(issuer, serialNumber: need.certificate.facts.serialNumber)
            case (.crl, let issuer?) where need.base != nil: self = .delta(issuer, location: location)
            case (.crl, let issuer?): self = .crl(issuer, location: location)
            case (.issuer, _), (_, nil): self = .issuer(location: location)
            }
        }
    }

    /// The kinds of evidence.
    enum Content: Sendable {
        case response(OCSPResponse)
        case list(CertificateRevocationList)
        case certificates([Certificate])
    }

    let content: Content
    /// The time at which the information was known to be correct.
    let thisUpdate: Instant
    /// The last second at which the issuer's signature allows the use.
    let validUntil: Instant
    let storedAt: Instant
    /// The last second at which the evidence may be used without asking the location again.
    let end: Instant
    /// The time from which the evidence is fetched again while it is still used.
    let refreshAt: Instant

    /// Creates an entry, which may be used until its own end and HTTP's limit.
    init(
        _ content: Content,
        thisUpdate: Instant,
        end: Instant,
        maximumAge: Int64?,
        storedAt: Instant? = nil,
        at now: Instant,
        random: Double
    ) {
        self.content = content
        self.thisUpdate = thisUpdate
        validUntil = end
        self.storedAt = storedAt ?? now
        self.end = maximumAge.map { min(end, now.adding(seconds: max(0, min($0, Self.longest)))) } ?? end
        let lifetime = max(0, self.end.secondsSince1970 - now.secondsSince1970)
        // The jitter prevents that all daemons fetch an issuer's new CRL at the same time.
        refreshAt = now.adding(seconds: lifetime / 2 + Int64(Double(min(lifetime, Self.longest) / 8) * random))
    }

    /// The maximum age that HTTP can usefully allow: ten years, in seconds.
    private static let longest: Int64 = 10 * 366 * 86400

    func age(at now: Instant) -> Int64 { max(0, now.secondsSince1970 - storedAt.secondsSince1970) }

    /// How recent the information is.
    var edition: Edition {
        if case .list(let list) = content { return Edition(number: list.facts.crlNumber, thisUpdate: thisUpdate) }
        return Edition(number: nil, thisUpdate: thisUpdate)
    }

    /// How recent a piece of evidence is, which is remembered for CRLs after their eviction.
    struct Edition {
        /// The CRL number; nil without one.
        let number: CRLNumber?
        let thisUpdate: Instant

        /// Whether this is older information than another piece of evidence of the same kind.
        ///
        /// CRLs are compared by number (RFC 5280 section 5.2.3), other evidence by time.
        func isOlder(than other: Edition) -> Bool {
            if let number, let otherNumber = other.number, number != otherNumber { return number < otherNumber }
            return thisUpdate < other.thisUpdate
        }
    }

    /// Returns the evidence for the time that HTTP allows from now on, after the location has sent nothing newer.
    func renewed(maximumAge: Int64?, at now: Instant, random: Double) -> StoredEvidence {
        StoredEvidence(
            content,
            thisUpdate: thisUpdate,
            end: validUntil,
            maximumAge: maximumAge,
            storedAt: storedAt,
            at: now,
            random: random
        )
    }

}
