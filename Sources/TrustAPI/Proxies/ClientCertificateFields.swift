package import MicrohttpdServer
import StructuredDocuments
import TrustModel

/// Extracts the certificates of a proxy's client from the header fields that the proxy sets.
package struct ClientCertificateFields {
    /// The certificates, as DER or PEM.
    package enum Certificates: Sendable, Equatable {
        /// One DER certificate each, leaf first.
        case der([[UInt8]])
        /// The text of the PEM blocks, not parsed yet.
        case pem([UInt8])
    }

    /// A reason to reject the fields, which follows "The header field NAME".
    package struct Refusal: Error, Equatable {
        /// The clause.
        package let reason: String
    }

    private let headers: HTTPHeaders
    private let proxy: TrustedProxy

    /// Creates an extraction from the fields of a request.
    package init(_ headers: HTTPHeaders, of proxy: TrustedProxy) {
        self.headers = headers
        self.proxy = proxy
    }

    /// Returns the certificates; nil if the client presented none.
    ///
    /// A repeated field is rejected, because one of them may come from the client.
    package func certificates() throws(Refusal) -> Certificates? {
        let values = headers.values(proxy.header)
        guard values.count <= 1 else { throw Refusal(reason: "appears more than once") }
        guard let value = values.first, !value.isEmpty else { return nil }
        switch proxy.format {
        case .rfc9440:
            let chain = headers.values(proxy.header + "-Chain").joined(separator: ",")
            let others =
                chain.isEmpty ? [] : chain.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            var certificates = [try Self.byteSequence(value.utf8[...])]
            for item in others { certificates.append(try Self.byteSequence(item)) }
            return .der(certificates)
        case .escapedPEM: return .pem(try Self.unescaped(value[...]))
        case .xfcc: return .pem(try Self.forwardedPEM(value))
        }
    }

    /// Decodes a byte sequence without parameters (RFC 8941 section 3.3.5), which has at least one byte and no white space.
    private static func byteSequence(_ item: Substring.UTF8View) throws(Refusal) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var text = item.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        let colon = UInt8(ascii: ":")
        guard text.count > 2, text.first == colon, text.last == colon, !text.contains(where: isSpace),
            let bytes = try? Base64.decode(Array(text.dropFirst().dropLast())[...]), !bytes.isEmpty
        else { throw Refusal(reason: "is not a byte sequence of RFC 8941, base64 between colons") }
        return bytes
    }

    private static func unescaped(_ text: Substring) throws(Refusal) -> [UInt8] {
        do throws(HTTPFailure) {
            return Array(try PercentEncoding.decode(text, plusIsSpace: false).utf8)
        } catch {
            throw Refusal(reason: "has a malformed percent-encoding")
        }
    }

    /// Returns the PEM of the only element of an x-forwarded-client-cert field.
    ///
    /// Envoy writes `Cert` and `Chain` before the names in the certificate. After a name, they are rejected, because the
    /// name could contain them. If there are both, the chain must begin with the certificate.
    private static func forwardedPEM(_ value: String) throws(Refusal) -> [UInt8] {
        let pairs = try ForwardedElement.pairs(in: value).map { (key: $0.key.lowercased(), value: $0.value) }
        let certificates = pairs.filter { $0.key == "cert" }
        let chains = pairs.filter { $0.key == "chain" }
        guard chains.count <= 1, certificates.count <= 1 else {
            throw Refusal(reason: "has several certificates of the client")
        }
        let names = pairs.drop { ["by", "hash", "cert", "chain"].contains($0.key) }
        guard !names.contains(where: { $0.key == "cert" || $0.key == "chain" }) else {
            throw Refusal(reason: "has `Cert` or `Chain` after a name of the certificate, which may contain them")
        }
        guard let text = chains.first?.value ?? certificates.first?.value, !text.isEmpty else {
            throw Refusal(reason: "has neither `Cert` nor `Chain`: enable them in set_current_client_cert_details")
        }
        let pem = try unescaped(text[...])
        if let certificate = certificates.first, !chains.isEmpty {
            let leaf = try unescaped(certificate.value[...])
            guard !leaf.isEmpty, pem.starts(with: leaf) else {
                throw Refusal(reason: "has a `Chain` that does not begin with `Cert`")
            }
        }
        return pem
    }
}
