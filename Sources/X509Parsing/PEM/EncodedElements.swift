package import TrustModel

/// Finds the certificates in bytes of any accepted form, and public keys where they are wanted.
package struct EncodedElements {
    /// The DER of one element; nothing of it has been parsed.
    package enum Element {
        case certificate([UInt8])
        /// A certificate and OpenSSL's trust settings behind it.
        case trustedCertificate([UInt8])
        /// A SubjectPublicKeyInfo.
        case publicKey([UInt8])
    }

    /// The elements found, each with the error in its place if it cannot be had.
    package typealias Results = [Result<Element, CertificateReadingError>]

    /// Whether public keys count; otherwise their blocks are passed over as those of other kinds are.
    private let includesKeys: Bool

    /// Finds certificates, and public keys if they are wanted.
    package init(includesKeys: Bool) {
        self.includesKeys = includesKeys
    }

    /// Each element in order, or why it cannot be had.
    ///
    /// - Throws: that the bytes are of no accepted form.
    package func find(in bytes: [UInt8]) throws(CertificateReadingError) -> Results {
        if !DERReader.looksLikeDER(bytes), PEMReader.looksLikePEM(bytes) { return pemElements(in: bytes) }
        guard bytes.first == DERTag.sequence else {
            throw CertificateReadingError(.noCertificate, reason: "there is neither PEM nor DER")
        }
        if let form = PrivateKeyForm.name(of: bytes) { throw Self.privateKey(form) }
        if CertificateBundle.looksLikeBundle(bytes) { return bundleElements(bytes, position: 0) }
        if includesKeys, PublicKeyParser.looksLikePublicKey(bytes) { return [.success(.publicKey(bytes))] }
        return [.success(.certificate(bytes))]
    }

    private func pemElements(in bytes: [UInt8]) -> Results {
        var reader = PEMReader(bytes)
        var results: Results = []
        while let block = reader.next() {
            switch block {
            case .success(let block): results += elements(in: block, position: results.count)
            case .failure(let error):
                if let failure = failure(error, position: results.count) { results.append(.failure(failure)) }
            }
        }
        return results
    }

    private func elements(in block: PEMBlock, position: Int) -> Results {
        // The label alone says enough; a wrong one hides nothing.
        if let form = PrivateKeyForm.name(of: block) {
            return [.failure(Self.privateKey(form, at: block.offset))]
        }
        return switch block.label {
        case "CERTIFICATE", "X509 CERTIFICATE": [.success(.certificate(block.content))]
        case "TRUSTED CERTIFICATE": [.success(.trustedCertificate(block.content))]
        case "PKCS7", "CMS": bundleElements(block.content, position: position)
        case "PUBLIC KEY" where includesKeys: [.success(.publicKey(block.content))]
        case "RSA PUBLIC KEY" where includesKeys: [rsaKey(block.content, position: position)]
        default: []
        }
    }

    /// What a block that cannot be read means; nil for one that would have been passed over.
    private func failure(_ error: PEMError, position: Int) -> CertificateReadingError? {
        let label = error.label
        if let form = label.flatMap(PrivateKeyForm.name(ofLabel:)) { return Self.privateKey(form, at: error.start) }
        let isKey = includesKeys && (label == "PUBLIC KEY" || label == "RSA PUBLIC KEY")
        guard isKey || label.map(Self.holdsCertificates) ?? true else { return nil }
        return CertificateReadingError(
            isKey ? .malformedPublicKey : .malformedPEM,
            certificate: position,
            offset: error.offset,
            reason: error.reason
        )
    }

    private static func privateKey(_ form: String, at offset: Int? = nil) -> CertificateReadingError {
        let reason = "\(form) was sent where certificates belong; it was not read, but treat it as exposed"
        return CertificateReadingError(.privateKey, offset: offset, reason: reason)
    }

    private static func holdsCertificates(_ label: String) -> Bool {
        label.hasSuffix("CERTIFICATE") || label == "PKCS7" || label == "CMS"
    }

    private func bundleElements(_ der: [UInt8], position: Int) -> Results {
        do throws(DERError) {
            return try CertificateBundle.certificates(in: der).map { .success(.certificate(Array(der[$0]))) }
        } catch {
            return [.failure(CertificateReadingError(error, in: .malformedCertificate, position: position))]
        }
    }

    private func rsaKey(_ der: [UInt8], position: Int) -> Result<Element, CertificateReadingError> {
        do throws(DERError) {
            return .success(.publicKey(try PublicKeyParser.subjectPublicKeyInfo(ofRSAKey: der)))
        } catch {
            return .failure(CertificateReadingError(error, in: .malformedPublicKey, position: position))
        }
    }
}

extension CertificateReadingError {
    /// Says in which element the DER is malformed, or more than is read, and where.
    package init(_ error: DERError, in code: Code, position: Int) {
        let code = error.isBound ? .boundExceeded : code
        self.init(code, certificate: position, offset: error.offset, reason: error.reason)
    }
}
