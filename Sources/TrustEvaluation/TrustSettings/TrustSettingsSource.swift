package import TrustModel

/// The trust settings that one source of certificates brings: a request's chain, a set of anchors, a policy's pins.
package struct TrustSettingsSource: Sendable, Hashable {
    /// The origin of the settings, for people, such as "the anchors of payments/corporate".
    package let name: String
    // A source may hold one certificate several times, with different settings: each of them restricts it.
    private let entries: [Identity: [Entry]]

    /// A certificate, whatever the encoding of its signature.
    ///
    /// Anybody can write another valid ECDSA signature of the same certificate, with n - s in place of s. Its fingerprint is
    /// another, so a fingerprint must not decide whether a certificate is distrusted.
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

    /// Collects the settings of certificates; plain certificates have none.
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

    /// Whether nothing is restricted.
    package var isEmpty: Bool { entries.isEmpty }

    /// The settings that keep a certificate from being used for a purpose; nil where none do.
    func restriction(of certificate: Certificate, for purpose: KeyPurpose) -> TrustSettings? {
        guard !isEmpty else { return nil }
        return entries[Identity(certificate.facts)]?.lazy.map(\.settings).first { !$0.allow(purpose) }
    }

    /// The digests of all settings, in the order of the certificates' fingerprints, for revisions.
    var digests: [Fingerprint] {
        entries.values.joined().sorted { ($0.fingerprint, $0.settings.digest) < ($1.fingerprint, $1.settings.digest) }
            .map(\.settings.digest)
    }
}

extension TrustSettings {
    /// Whether they leave a certificate usable for a purpose.
    ///
    /// anyExtendedKeyUsage in either list stands for every purpose, as in OpenSSL's `X509_check_trust`. The purpose `any`
    /// asks for every purpose at once: the verdict may be relied on for each of them, so that one rejected use is enough to
    /// refuse it, and a list of trusted uses must hold anyExtendedKeyUsage.
    func allow(_ purpose: KeyPurpose) -> Bool { !reject(purpose) && trust(purpose) }

    /// Whether the rejected uses exclude a purpose.
    func reject(_ purpose: KeyPurpose) -> Bool {
        guard let use = purpose.use else { return !rejected.isEmpty }
        return rejected.contains { $0 == use || $0 == .anyExtendedKeyUsage }
    }

    /// Whether the trusted uses, where they are given, include a purpose.
    private func trust(_ purpose: KeyPurpose) -> Bool {
        guard let trusted else { return true }
        return trusted.contains { $0 == purpose.use || $0 == .anyExtendedKeyUsage }
    }
}

extension KeyPurpose {
    /// The single use that is asked for; nil for every use.
    fileprivate var use: OID? { oid == .anyExtendedKeyUsage ? nil : oid }
}
