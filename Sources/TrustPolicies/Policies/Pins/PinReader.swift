import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads pins given as digests, or as certificates and public keys in text, files or directories.
///
/// Create one reader per document, as with ``MaterialReader``.
final class PinReader {
    /// Reports a skipped part of an item, with a clause about the part.
    typealias Warn = (DocumentValue, String) -> Void

    private let reader: MaterialReader<PinMaterial>

    /// Creates a reader of pins; `allowance` is shared by all lists, or nil if each list has its own.
    init(
        reader: any PinMaterialReading,
        source: MaterialSource,
        limits: CertificateLimits,
        sharing allowance: MaterialAllowance? = nil
    ) {
        let kind = MaterialReader<PinMaterial>.Kind(
            plural: "certificates and keys",
            isOfCertificates: true,
            extensions: MaterialFiles.pinExtensions,
            parse: { bytes, limits in
                let (materials, failures) = reader.readablePinMaterials(in: bytes, limits: limits)
                return (materials, failures.map { PartFailure($0) })
            },
            digests: { material in
                switch material {
                case .certificate(let certificate): certificate.contentDigests
                case .publicKey(let fingerprint): [fingerprint]
                }
            }
        )
        self.reader = MaterialReader(kind, source: source, limits: limits, sharing: allowance)
    }

    /// Digests of the certificates and keys read from files, in document order.
    var fromFiles: [Fingerprint] { reader.fromFiles }

    /// Reads the public keys that a list pins; an unreadable item becomes an issue.
    ///
    /// - Parameters:
    ///   - items: Certificates, public keys, and `sha256/…` or hexadecimal digests of a SubjectPublicKeyInfo.
    ///   - warn: If not nil, receives unreadable certificates and keys, which are then skipped. A missing file, a
    ///     private key and a malformed digest remain issues.
    /// - Returns: The readable pins.
    func keys(of items: [DocumentValue], skippingUnreadable warn: Warn? = nil) -> PinnedKeys {
        var fingerprints: Set<Fingerprint> = []
        var certificates: [Certificate] = []
        var unreadable: [String] = []
        var isOfCertificates = true
        let report: Warn? = warn.map { warn in
            { item, reason in
                unreadable.append(reason)
                warn(item, reason)
            }
        }
        forEach(in: items, ofCertificates: false, report) { pin, _ in
            switch pin {
            case .digest(let fingerprint, _): fingerprints.insert(fingerprint)
            case .material(let material): fingerprints.insert(material.keyFingerprint)
            }
            if case .material(.certificate(let certificate)) = pin {
                certificates.append(certificate)
            } else {
                isOfCertificates = false
            }
        }
        PinAdviceWarnings.warn(ofKeysOf: certificates, isComplete: isOfCertificates, items.first)
        return PinnedKeys(fingerprints, of: certificates, unreadable: unreadable)
    }

    /// Reads the certificates that a list pins, and passes each with its item to `visit`.
    ///
    /// Items are certificates, and hexadecimal digests of their DER. An unreadable item or a public key becomes an issue.
    func certificates(
        of items: [DocumentValue],
        _ visit: (Certificate, DocumentValue) -> Void = { _, _ in }
    ) -> PinnedCertificates {
        var certificates: [Certificate] = []
        var fingerprints: Set<Fingerprint> = []
        forEach(in: items, ofCertificates: true, nil) { pin, item in
            switch pin {
            case .digest(let fingerprint, isOfKey: false): fingerprints.insert(fingerprint)
            case .material(.certificate(let certificate)):
                certificates.append(certificate)
                visit(certificate, item)
                PinAdviceWarnings.warn(ofCertificate: certificate, item)
            case .digest(let digest, isOfKey: true): item.refuse(PinText.keyDigest(item.string() ?? "", digest))
            case .material(.publicKey):
                item.refuse("the pin is a public key, not a certificate: use `evaluator: pinPublicKeys`")
            }
        }
        return PinnedCertificates(certificates: certificates, fingerprints: fingerprints)
    }

    private enum Pin {
        case digest(Fingerprint, isOfKey: Bool)
        case material(PinMaterial)
    }

    private func forEach(
        in items: [DocumentValue],
        ofCertificates: Bool,
        _ warn: Warn?,
        _ add: (Pin, DocumentValue) -> Void
    ) {
        let allowance = reader.allowance
        for item in items {
            guard let text = item.string() else { continue }
            do {
                let unreadable = warn.map { warn in MaterialReader<PinMaterial>.Unreadable.skipped { warn(item, $0) } }
                for pin in try pins(text, within: allowance, unreadable ?? .refused) { add(pin, item) }
            } catch {
                // A file may have such a name, so only a failure shows that a digest was meant.
                let digest =
                    error.isOfAllowance ? nil : PinText.misspelledDigest(text, ofCertificate: ofCertificates)
                item.refuse(digest ?? error)
                if error.isOfAllowance { break }
            }
        }
    }

    private func pins(
        _ text: String,
        within allowance: MaterialAllowance,
        _ unreadable: MaterialReader<PinMaterial>.Unreadable
    ) throws(MaterialFailure) -> [Pin] {
        switch try PinText(text) {
        case .keyDigest(let fingerprint): [.digest(fingerprint, isOfKey: true)]
        case .digest(let fingerprint): [.digest(fingerprint, isOfKey: false)]
        case .material: try reader.read(text, within: allowance, unreadable: unreadable).map(Pin.material)
        }
    }
}
