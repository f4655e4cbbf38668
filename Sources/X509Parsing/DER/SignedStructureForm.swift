/// Recognizes the signed parts of certificates, CRLs, certification requests and OCSP responses.
///
/// A signature of such bytes would be a forged certificate, list, request or response. Only the tags of the first
/// elements are compared, so truncated and malformed structures are recognized too: some parsers accept them.
package enum SignedStructureForm {
    /// Returns the structure as a noun phrase; nil for other bytes.
    ///
    /// If parsers could disagree on the elements, the bytes need only begin like the structure.
    package static func name(of bytes: [UInt8]) -> String? {
        guard let prefix = BERPrefix(of: bytes, count: maximumTags) else { return nil }
        if let form = forms.first(where: { $0.isCertain(prefix) }) { return "the signed part of \(form.name)" }
        return forms.first { $0.isPossible(prefix) }
            .map { "a structure with the same beginning as the signed part of \($0.name)" }
    }

    /// One structure, and the tags with which it begins.
    private struct Form {
        let name: String
        let tags: [BERPrefix.Tag]
        /// Whether the structure may end after these tags only.
        let mustEnd: Bool

        init(_ name: String, _ tags: [UInt8], mustEnd: Bool = false) {
            self.name = name
            self.tags = tags.map { BERPrefix.Tag(octet: $0) }
            self.mustEnd = mustEnd
        }

        func isCertain(_ prefix: BERPrefix) -> Bool {
            prefix.tags.count >= tags.count && zip(prefix.tags, tags).allSatisfy { $0 == $1 } && isAtEnd(prefix)
        }

        /// Whether the tags that are certain are those of this structure, and the others are ambiguous.
        func isPossible(_ prefix: BERPrefix) -> Bool {
            guard zip(prefix.tags, tags).allSatisfy({ $0 == nil || $0 == $1 }) else { return false }
            return prefix.tags.count >= tags.count ? isAtEnd(prefix) : prefix.isAmbiguous
        }

        private func isAtEnd(_ prefix: BERPrefix) -> Bool {
            guard mustEnd else { return true }
            guard let next = prefix.tags.dropFirst(tags.count).first else { return !prefix.isAmbiguous }
            return next == .endOfContents
        }
    }

    private static let maximumTags = 5

    private static let forms: [Form] = {
        let (integer, sequence) = (DERTag.integer, DERTag.sequence)
        // The explicit version of a certificate or an OCSP response, and the attributes of a request.
        let tagged = DERTag.constructed(0)
        // The serial number, the algorithm, the issuer and the validity.
        let certificate = [integer, sequence, sequence, sequence]
        let times = [DERTag.utcTime, DERTag.generalizedTime]
        let lists = times.flatMap { [[integer, sequence, sequence, $0], [sequence, sequence, $0]] }
        let responses = [DERTag.constructed(1), DERTag.constructed(2)].flatMap { responder in
            [[tagged, responder, DERTag.generalizedTime], [responder, DERTag.generalizedTime]]
        }
        let request = [integer, sequence, sequence]
        return [certificate, [tagged] + certificate].map { Form("a certificate", $0) }
            + lists.map { Form("a CRL", $0) }
            + [
                Form("a certification request", request + [tagged]),
                Form("a certification request", request, mustEnd: true),
            ]
            + responses.map { Form("an OCSP response", $0) }
    }()
}
