package import MicrohttpdServer
import StructuredDocuments
import TrustModel

/// Extracts the certificates of a proxy's client from the header fields that the proxy sets.
package struct ClientCertificateFields {
    /// The certificates, as DER or PEM.
    package enum Certificates: Sendable, Equatable {
        /// One DER certificate each, leaf first.
        case der([Item])
        /// The text of the PEM blocks, not parsed yet.
        case pem([UInt8])
    }

    /// One DER certificate.
    package struct Item: Sendable, Equatable {
        /// The name of the header field that contains the certificate.
        package let field: String
        /// The DER, not parsed yet.
        package let der: [UInt8]
    }

    /// A reason to reject the fields, which follows "The header field NAME".
    package struct Refusal: Error, Equatable {
        /// The clause.
        package let reason: String
        /// The name of the header field; nil for the field with the end-entity certificate.
        package var field: String?
    }

    private let headers: HTTPHeaders
    private let proxy: TrustedProxy

    /// Creates an extraction from the fields of a request.
    package init(_ headers: HTTPHeaders, of proxy: TrustedProxy) {
        self.headers = headers
        self.proxy = proxy
    }

    /// The values of the fields, with their lengths, so that different fields never have the same bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for name in proxy.format == .rfc9440 ? [proxy.header, chainName] : [proxy.header] {
            let values = headers.values(name)
            bytes += "\(values.count)".utf8
            for value in values {
                bytes += " \(value.utf8.count) ".utf8
                bytes += value.utf8
            }
        }
        return bytes
    }

    private var chainName: String { proxy.header + "-Chain" }

    /// Returns the certificates; nil if the client presented none.
    ///
    /// A repeated field is rejected, because one of them may come from the client.
    package func certificates() throws(Refusal) -> Certificates? {
        let values = headers.values(proxy.header)
        guard values.count <= 1 else { throw Refusal(reason: "appears more than once") }
        guard let value = values.first, !value.isEmpty else { return nil }
        switch proxy.format {
        case .rfc9440: return .der(try byteSequences(value))
        case .derBase64: return .der(try unarmored(value))
        case .escapedPEM:
            let text = try Self.unescaped(value[...])
            guard PEMText.hasBlock(in: text) else {
                throw Refusal(reason: "has no PEM" + (Self.form(of: value).map { ": it has \($0)" } ?? ""))
            }
            return .pem(text)
        case .xfcc: return .pem(try Self.forwardedPEM(value))
        }
    }

    /// Returns the certificates of the fields of RFC 9440.
    ///
    /// HAProxy writes all further certificates into one byte sequence (`ssl_c_chain_der`).
    private func byteSequences(_ value: String) throws(Refusal) -> [Item] {
        guard let leaf = Self.byteSequence(value.utf8[...]) else {
            throw Refusal(reason: Self.noByteSequence + (Self.form(of: value).map { ": it has \($0)" } ?? ""))
        }
        let name = chainName
        let chain = headers.values(name).joined(separator: ",")
        guard !chain.isEmpty else { return [Item(field: proxy.header, der: leaf)] }
        var items = [Item(field: proxy.header, der: leaf)]
        for item in chain.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let bytes = Self.byteSequence(item) else { throw Refusal(reason: Self.noByteSequence, field: name) }
            items += ConcatenatedDER.elements(of: bytes).map { Item(field: name, der: $0) }
        }
        return items
    }

    private static let noByteSequence = "is not a byte sequence of RFC 8941, base64 between colons"

    /// Decodes a byte sequence without parameters (RFC 8941 section 3.3.5), which has at least one byte and no white
    /// space; nil if it is malformed.
    private static func byteSequence(_ item: Substring.UTF8View) -> [UInt8]? {
        let text = trimmed(item)
        let colon = UInt8(ascii: ":")
        guard text.count > 2, text.first == colon, text.last == colon else { return nil }
        return base64(text.dropFirst().dropLast())
    }

    /// Returns the certificates of a field with base64 without armor, which Traefik percent-encodes in some versions.
    private func unarmored(_ value: String) throws(Refusal) -> [Item] {
        let text =
            value.utf8.contains(UInt8(ascii: "%"))
            ? String(decoding: try Self.unescaped(value[...]), as: UTF8.self) : value
        var items: [Item] = []
        for item in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let bytes = Self.base64(Self.trimmed(item)) else {
                let form = Self.form(of: value).map { ": it has \($0)" } ?? ""
                throw Refusal(reason: "is not base64 of certificates in DER, with commas between them" + form)
            }
            // The first certificate is the client's own, and nothing may follow it.
            items += (items.isEmpty ? [bytes] : ConcatenatedDER.elements(of: bytes)).map {
                Item(field: proxy.header, der: $0)
            }
        }
        return items
    }

    private static func trimmed(_ item: Substring.UTF8View) -> Substring.UTF8View {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var text = item.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    /// Decodes base64 without white space; nil if it is malformed or empty.
    private static func base64(_ text: Substring.UTF8View) -> [UInt8]? {
        guard !text.contains(where: { $0 <= 0x20 }), let bytes = try? Base64.decode(Array(text)[...]) else {
            return nil
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Returns the form of a value that belongs to another format, with that format; nil if none is recognized.
    private static func form(of value: String) -> String? {
        let text = trimmed(value.utf8[...])
        if isJSON(value) { return "JSON, as Envoy can write it; use `format: xfcc` and configure Envoy's text form" }
        if text.starts(with: "-----BEGIN".utf8) || text.starts(with: "%2D%2D%2D%2D%2DBEGIN".utf8) {
            return "PEM; use `format: escapedPEM`"
        }
        if byteSequence(text) != nil { return "a byte sequence; use `format: rfc9440`" }
        let first = text.prefix { $0 != UInt8(ascii: ",") }
        if let bytes = base64(trimmed(first)), bytes.first == 0x30 {
            return "base64 without armor; use `format: derBase64`"
        }
        return hasElements(value) ? "elements; use `format: xfcc`" : nil
    }

    /// Whether a value begins like an element of x-forwarded-client-cert.
    private static func hasElements(_ value: String) -> Bool {
        let start = trimmed(value.utf8[...]).prefix(8).map(\.lowercasedASCII)
        return ["by=", "hash=", "cert=", "chain=", "subject=", "uri=", "dns="].contains { start.starts(with: $0.utf8) }
    }

    /// Whether a value is an object or an array in JSON, to which Envoy can be configured.
    private static func isJSON(_ value: String) -> Bool {
        trimmed(value.utf8[...]).first.map { "{[".utf8.contains($0) } ?? false
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
        if isJSON(value) {
            throw Refusal(
                reason: "is in Envoy's JSON form, which is not supported: configure the text form of the field"
            )
        }
        // Base64 without armor can have commas between certificates, which would end elements.
        if !hasElements(value), let form = form(of: value) {
            throw Refusal(reason: "has no elements: it has \(form)")
        }
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
        guard PEMText.hasBlock(in: pem) else {
            throw Refusal(reason: "has no PEM in `\(chains.isEmpty ? "Cert" : "Chain")`")
        }
        if let certificate = certificates.first, !chains.isEmpty {
            let leaf = try unescaped(certificate.value[...])
            guard !leaf.isEmpty, pem.starts(with: leaf) else {
                throw Refusal(reason: "has a `Chain` that does not begin with `Cert`")
            }
        }
        return pem
    }
}
