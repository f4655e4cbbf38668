import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the pins that a document gives: digests in place, or certificates and keys as PEM text, by file or by directory.
///
/// One reader serves one document, as ``MaterialReader`` does.
final class PinReader {
    /// Reports a part that is left out: the item, and a clause.
    typealias Warn = (DocumentValue, String) -> Void

    private let reader: MaterialReader<PinMaterial>

    /// Takes where to read from and how much; an allowance where all lists together are bounded, not each.
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

    /// Digests of what files held, in the order of the document.
    var fromFiles: [Fingerprint] { reader.fromFiles }

    /// The keys that a list of items pins; what cannot be read becomes an issue of its item.
    ///
    /// - Parameters:
    ///   - items: `sha256/…` or hexadecimal digests of SubjectPublicKeyInfos, certificates, public keys.
    ///   - warn: if given, certificates and keys that cannot be read are left out and reported instead; a missing file, a
    ///     private key and a malformed digest remain issues.
    /// - Returns: the pins that could be read.
    func keys(of items: [DocumentValue], skippingUnreadable warn: Warn? = nil) -> PinnedKeys {
        var fingerprints: Set<Fingerprint> = []
        var certificates: [Certificate] = []
        var unreadable: [String] = []
        var isOfCertificates = true
        let tell: Warn? = warn.map { warn in
            { item, why in
                unreadable.append(why)
                warn(item, why)
            }
        }
        forEach(in: items, tell) { pin, _ in
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

    /// The certificates that a list of items pins; what cannot be read, and what names a key, becomes an issue of its item.
    ///
    /// - Parameter items: certificates, and hexadecimal digests of their DER.
    /// - Returns: the pins that could be read.
    func certificates(of items: [DocumentValue]) -> PinnedCertificates {
        var certificates: [Certificate] = []
        var fingerprints: Set<Fingerprint> = []
        forEach(in: items, nil) { pin, item in
            switch pin {
            case .digest(let fingerprint, isOfKey: false): fingerprints.insert(fingerprint)
            case .material(.certificate(let certificate)):
                certificates.append(certificate)
                PinAdviceWarnings.warn(ofCertificate: certificate, item)
            case .digest(_, isOfKey: true), .material(.publicKey):
                item.refuse("names a key, not a certificate: use `pinPublicKeys`")
            }
        }
        return PinnedCertificates(certificates: certificates, fingerprints: fingerprints)
    }

    private enum Pin {
        case digest(Fingerprint, isOfKey: Bool)
        case material(PinMaterial)
    }

    private func forEach(in items: [DocumentValue], _ warn: Warn?, _ take: (Pin, DocumentValue) -> Void) {
        let allowance = reader.allowance
        for item in items {
            guard let text = item.string() else { continue }
            do {
                let unreadable = warn.map { warn in MaterialReader<PinMaterial>.Unreadable.skipped { warn(item, $0) } }
                for pin in try pins(text, within: allowance, unreadable ?? .refused) { take(pin, item) }
            } catch {
                item.refuse(error)
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
