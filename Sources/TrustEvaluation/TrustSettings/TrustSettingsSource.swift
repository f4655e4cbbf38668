package import TrustModel

/// The trust settings from one source of certificates: a request's chain, an anchor set, or a policy's pins.
package struct TrustSettingsSource: Sendable, Hashable {
    /// The origin of the settings, for messages, such as "the anchors of payments/corporate".
    package let name: String
    // A source may contain a certificate several times with different settings; all of the settings restrict it.
    private let entries: [Identity: [Entry]]

    /// The identity of a certificate, independent of the encoding of its signature.
    ///
    /// Anyone can derive another valid ECDSA signature of the same certificate, with n - s in place of s. Each
    /// signature results in another fingerprint, so distrust must not depend on the fingerprint.
    private struct Identity: Hashable {
        let issuer: DistinguishedName
        let serialNumber: [UInt8]
        let publicKey: Fingerprint

        init(_ facts: CertificateFacts) {
            issuer = facts.issuer
            serialNumber = facts.serialNumber
            publicKey = facts.publicKeyFingerprint
        }
    }

    private struct Entry: Hashable {
        let fingerprint: Fingerprint
        let settings: TrustSettings
    }

    /// Collects the settings of certificates; most certificates have none.
    package init(name: String, _ certificates: some Sequence<Certificate>) {
        self.name = name
        var entries: [Identity: [Entry]] = [:]
        for certificate in certificates {
            guard let own = certificate.trustSettings else { continue }
            let entry = Entry(fingerprint: certificate.facts.fingerprint, settings: own)
            entries[Identity(certificate.facts), default: []].append(entry)
        }
        self.entries = entries
    }

    /// Whether there are no settings.
    package var isEmpty: Bool { entries.isEmpty }

    func restriction(of certificate: Certificate, for purpose: KeyPurpose) -> TrustSettings? {
        guard !isEmpty else { return nil }
        return entries[Identity(certificate.facts)]?.lazy.map(\.settings).first { !$0.allow(purpose) }
    }

    /// The digests of all settings, in the order of the fingerprints; document revisions depend on these digests.
    var digests: [Fingerprint] {
        entries.values.joined().sorted { ($0.fingerprint, $0.settings.digest) < ($1.fingerprint, $1.settings.digest) }
            .map(\.settings.digest)
    }
}

extension TrustSettings {
    /// Whether the settings allow a certificate for a purpose.
    ///
    /// anyExtendedKeyUsage in either list means every purpose, as in OpenSSL's `X509_check_trust`. The purpose `any`
    /// requires every purpose at once, because the verdict may be used for any of them. Therefore, one rejected use
    /// excludes `any`, and a list of trusted uses must contain anyExtendedKeyUsage.
    func allow(_ purpose: KeyPurpose) -> Bool { !reject(purpose) && trust(purpose) }

    func reject(_ purpose: KeyPurpose) -> Bool {
        guard let use = purpose.use else { return !rejected.isEmpty }
        return rejected.contains { $0 == use || $0 == .anyExtendedKeyUsage }
    }

    private func trust(_ purpose: KeyPurpose) -> Bool {
        guard let trusted else { return true }
        return trusted.contains { $0 == purpose.use || $0 == .anyExtendedKeyUsage }
    }
}

extension KeyPurpose {
    /// The required use; nil if every use is required.
    fileprivate var use: OID? { oid == .anyExtendedKeyUsage ? nil : oid }
}
