package import TrustModel

/// Finds the certificates, and optionally the public keys, in bytes of any accepted format.
package struct EncodedElements {
    /// The DER of one element, unparsed.
    package enum Element {
        case certificate([UInt8])
        /// A certificate followed by OpenSSL trust settings.
        case trustedCertificate([UInt8])
        /// A SubjectPublicKeyInfo.
        case publicKey([UInt8])
    }

    /// The results in order, each an element or the error about an element.
    package typealias Results = [Result<Element, CertificateReadingError>]

    /// Whether to include public keys; otherwise their blocks are ignored, like blocks of other types.
    private let includesKeys: Bool
    private let maximum: Int

    /// Creates a search for `maximum` elements; if the input has more, the result has more, so that callers notice.
    package init(includesKeys: Bool, maximum: Int) {
        self.includesKeys = includesKeys
        self.maximum = maximum
    }

    /// Returns each element in order, or its error; throws if the input has no accepted format or is a private key.
    package func find(in bytes: [UInt8]) throws(CertificateReadingError) -> Results {
        if !DERReader.looksLikeDER(bytes), PEMReader.looksLikePEM(bytes) { return pemElements(in: bytes) }
        guard bytes.first == DERTag.sequence else {
            let hint = InputHint.suffix(for: bytes)
            throw CertificateReadingError(.noCertificate, reason: "the input is neither PEM nor DER\(hint)")
        }
        if let form = PrivateKeyForm.name(of: bytes) { throw Self.privateKey(form) }
        if CertificateRequestForm.matches(bytes) { throw CertificateRequestForm.error(offset: nil) }
        if CertificateBundle.looksLikeBundle(bytes) { return bundleElements(bytes, position: 0) }
        if includesKeys, PublicKeyParser.looksLikePublicKey(bytes) { return [.success(.publicKey(bytes))] }
        return [.success(.certificate(bytes))]
    }

    private func pemElements(in bytes: [UInt8]) -> Results {
        var reader = PEMReader(bytes)
        var results: Results = []
        // Most chains have at most four certificates.
        results.reserveCapacity(4)
        while results.count <= maximum, let block = reader.next() {
            switch block {
            case .success(let block): appendElements(of: block, to: &results)
            case .failure(let error):
                if let failure = failure(error, position: results.count) { results.append(.failure(failure)) }
            }
        }
        if results.isEmpty, let request = firstRequest(in: bytes) { results.append(.failure(request)) }
        return results
    }

    /// Returns the error about the first certificate signing request; nil if there is none.
    private func firstRequest(in bytes: [UInt8]) -> CertificateReadingError? {
        var reader = PEMReader(bytes)
        while let block = reader.next() {
            guard case .success(let block) = block, CertificateRequestForm.labels.contains(block.label) else {
                continue
            }
            return CertificateRequestForm.error(offset: block.offset)
        }
        return nil
    }

    private func appendElements(of block: PEMBlock, to results: inout Results) {
        // A private key is recognized by its label, or by its content if the label is wrong.
        if let form = PrivateKeyForm.name(of: block) {
            results.append(.failure(Self.privateKey(form, at: block.offset)))
            return
        }
        let position = results.count
        switch block.label {
        case "CERTIFICATE", "X509 CERTIFICATE": results.append(.success(.certificate(block.content)))
        case "TRUSTED CERTIFICATE": results.append(.success(.trustedCertificate(block.content)))
        case "PKCS7", "CMS", Self.signedDataLabel: results += bundleElements(block.content, position: position)
        case "PUBLIC KEY" where includesKeys: results.append(.success(.publicKey(block.content)))
        case "RSA PUBLIC KEY" where includesKeys: results.append(rsaKey(block.content, position: position))
        default: results += unknownBlock(block, position: position)
        }
    }

    /// The label of the PKCS #7 functions of OpenSSL for signed data.
    private static let signedDataLabel = "PKCS #7 SIGNED DATA"

    /// Ignores a block of another type, unless it has certificates under a damaged label.
    private func unknownBlock(_ block: PEMBlock, position: Int) -> Results {
        let hasCertificates =
            CertificateRequestForm.isCertificate(block.content)
            || CertificateBundle.looksLikeBundle(block.content)
                && (try? CertificateBundle.certificates(in: block.content)) != nil
        guard hasCertificates || Self.isDamaged(block.label) else { return [] }
        let reason = "the label \(VisibleText.quoted(block.label)) is unknown; expected `-----BEGIN CERTIFICATE-----`"
        return [
            .failure(
                CertificateReadingError(.malformedPEM, certificate: position, offset: block.offset, reason: reason)
            )
        ]
    }

    /// Whether a label that no format has resembles that of a certificate.
    private static func isDamaged(_ label: String) -> Bool {
        let others = ["ATTRIBUTE CERTIFICATE"] + CertificateRequestForm.labels
        let letters = label.utf8.filter { $0 > 0x20 }.map { (0x61...0x7A).contains($0) ? $0 ^ 0x20 : $0 }
        return !others.contains(label) && BytePattern("CERT").first(in: letters, from: 0, to: letters.count) != nil
    }

    /// Returns the error for a malformed block; nil if blocks with its label are ignored.
    private func failure(_ error: PEMError, position: Int) -> CertificateReadingError? {
        let label = error.label
        if let form = label.flatMap(PrivateKeyForm.name(ofLabel:)) { return Self.privateKey(form, at: error.start) }
        let isKey = includesKeys && (label == "PUBLIC KEY" || label == "RSA PUBLIC KEY")
        guard isKey || label.map({ Self.holdsCertificates($0) || Self.isDamaged($0) }) ?? true else { return nil }
        return CertificateReadingError(
            isKey ? .malformedPublicKey : .malformedPEM,
            certificate: position,
            offset: error.offset,
            reason: error.reason
        )
    }

    private static func privateKey(_ form: String, at offset: Int? = nil) -> CertificateReadingError {
        let reason = "\(form) was sent where certificates are expected; it was not read, but treat it as exposed"
        return CertificateReadingError(.privateKey, offset: offset, reason: reason)
    }

    private static func holdsCertificates(_ label: String) -> Bool {
        label.hasSuffix("CERTIFICATE") || label == "PKCS7" || label == "CMS" || label == signedDataLabel
    }

    private func bundleElements(_ der: [UInt8], position: Int) -> Results {
        do throws(DERError) {
            let ranges = try CertificateBundle.certificates(in: der)
            // If an empty bundle were ignored, the next certificate would become the end-entity certificate.
            guard !ranges.isEmpty else {
                let reason = "the PKCS #7 bundle has no certificate"
                return [.failure(CertificateReadingError(.noCertificate, certificate: position, reason: reason))]
            }
            return ranges.map { .success(.certificate(Array(der[$0]))) }
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
    /// Creates the error of an element whose DER is malformed or exceeds a bound.
    package init(_ error: DERError, in code: Code, position: Int) {
        let code = error.isBound ? .boundExceeded : code
        self.init(code, certificate: position, offset: error.offset, reason: error.reason)
    }
}
