import MicrohttpdServer
import TrustAPI
import TrustModel
import TrustPolicies

extension ParserHarness {
    /// The header field of a proxy with the certificate of its client; the first byte selects the format.
    static let proxy = ParserHarness("proxy", maximumLength: 1024) { input throws(BrokenRule) in
        let formats = TrustedProxy.Format.allCases
        guard let first = input.first else { return .rejected }
        let format = formats[Int(first) % formats.count]
        let value = String(decoding: input.dropFirst(), as: UTF8.self)
        guard let certificates = ParserHarness.read(value, format) else { return .rejected }
        switch certificates {
        case .der(let items):
            let encoded = items.map { Base64.encode($0.der) }
            let field = format == .rfc9440 ? ":\(encoded.joined()):" : encoded.joined(separator: ",")
            try require(format != .rfc9440 || items.count == 1, "a field without a chain has one certificate")
            try require(
                ParserHarness.read(field, format) == certificates,
                "an encoded field has the same certificate"
            )
        case .pem(let text):
            let escaped = text.map { "%" + Hexadecimal.encode([$0]) }.joined()
            let field = format == .xfcc ? "Cert=\"\(escaped)\"" : escaped
            let again = text.isEmpty ? certificates : ParserHarness.read(field, format)
            try require(again == certificates, "an encoded field has the same text")
        }
        return .accepted
    }

    private static func read(
        _ value: String,
        _ format: TrustedProxy.Format
    ) -> ClientCertificateFields.Certificates? {
        let proxy = TrustedProxy(client: "edge", format: format, policy: .system)
        let fields = ClientCertificateFields(HTTPHeaders([(proxy.header, value)]), of: proxy)
        return (try? fields.certificates()) ?? nil
    }
}
