import Foundation
import MicrohttpdServer
import Testing
import TrustModel
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI

/// The forms in which proxies write the certificates of their clients.
@Suite struct `The fields of a proxy` {
    private let root: TestAuthority
    private let issuing: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        root = try TestAuthority.root("Proxy Root", key: .shared(.ecdsaP256, "proxy root"))
        issuing = try root.issueAuthority("Proxy Issuing", key: .shared(.ecdsaP256, "proxy issuing"))
        leaf = try issuing.issueLeaf("client", key: .shared(.ecdsaP256, "proxy client"))
    }

    private func base64(_ certificates: TestCertificate...) -> String {
        Data(certificates.flatMap(\.der)).base64EncodedString()
    }

    private func read(
        _ format: TrustedProxy.Format,
        _ fields: [(String, String)]
    ) throws -> ClientCertificateFields.Certificates? {
        let header = format == .derBase64 ? "X-Forwarded-Tls-Client-Cert" : nil
        let proxy = TrustedProxy(client: "edge", format: format, header: header, policy: .system)
        return try ClientCertificateFields(HTTPHeaders(fields), of: proxy).certificates()
    }

    private func der(_ format: TrustedProxy.Format, _ fields: [(String, String)]) throws -> [[UInt8]] {
        guard case .der(let items)? = try read(format, fields) else { return [] }
        return items.map(\.der)
    }

    private func refusal(
        _ format: TrustedProxy.Format,
        _ fields: [(String, String)]
    ) -> ClientCertificateFields.Refusal? {
        #expect(throws: ClientCertificateFields.Refusal.self) { try read(format, fields) }
    }

    private static let name = "X-Forwarded-Tls-Client-Cert"

    @Test func `may have base64 without armor, with commas between certificates (Traefik, gorouter, Azure)`() throws {
        let (first, second) = (base64(leaf), base64(issuing.certificate))
        let both = [leaf.der, issuing.certificate.der]
        #expect(try der(.derBase64, [(Self.name, first)]) == [leaf.der])
        for value in [
            "\(first),\(second)", " \(first) , \(second)\t",
            try #require("\(first),\(second)".addingPercentEncoding(withAllowedCharacters: .alphanumerics)),
        ] {
            #expect(try der(.derBase64, [(Self.name, value)]) == both)
        }
        let several = "\(first),\(base64(issuing.certificate, root.certificate))"
        #expect(try der(.derBase64, [(Self.name, several)]) == both + [root.certificate.der])
        #expect(try read(.derBase64, [(Self.name, "")]) == nil)
    }

    @Test func `reject other values in place of base64 without armor`() throws {
        let value = base64(leaf)
        for wrong in ["\(value),", ",\(value)", "\(value) \(value)", value.dropLast(4) + "!", "", "a"].map({
            String($0)
        }) where !wrong.isEmpty {
            #expect(refusal(.derBase64, [(Self.name, wrong)])?.reason.contains("is not base64") == true, "\(wrong)")
        }
        #expect(refusal(.derBase64, [(Self.name, value), (Self.name, value)])?.reason == "appears more than once")
        // Nothing may follow the client's own certificate: the parser rejects it.
        #expect(
            try der(.derBase64, [(Self.name, base64(leaf, issuing.certificate))]) == [
                leaf.der + issuing.certificate.der
            ]
        )
    }

    @Test func `may have the whole chain in one byte sequence (HAProxy's ssl_c_chain_der)`() throws {
        let fields = [
            ("Client-Cert", ":\(base64(leaf)):"),
            ("Client-Cert-Chain", ":\(base64(issuing.certificate, root.certificate)):"),
        ]
        #expect(try der(.rfc9440, fields) == [leaf.der, issuing.certificate.der, root.certificate.der])
        guard case .der(let items)? = try read(.rfc9440, fields) else { return }
        #expect(items.map(\.field) == ["Client-Cert", "Client-Cert-Chain", "Client-Cert-Chain"])
    }

    @Test func `divide concatenated DER without losing a byte`() {
        let certificates = [leaf.der, issuing.certificate.der]
        let whole = certificates.flatMap(\.self)
        #expect(ConcatenatedDER.elements(of: whole) == certificates)
        for count in 0...whole.count {
            #expect(
                ConcatenatedDER.elements(of: Array(whole.prefix(count))).flatMap(\.self) == Array(whole.prefix(count))
            )
        }
        for bytes in [[0x30], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x00, 0x30], [0x30, 0x80, 0, 0]] as [[UInt8]]
        {
            #expect(ConcatenatedDER.elements(of: bytes) == [bytes])
        }
    }

    @Test func `are named by the error about them`() throws {
        let own = ("Client-Cert", ":\(base64(leaf)):")
        #expect(refusal(.rfc9440, [own, ("Client-Cert-Chain", "MIIB")])?.field == "Client-Cert-Chain")
        #expect(refusal(.rfc9440, [("Client-Cert", "MIIB"), ("Client-Cert-Chain", "MIIB")])?.field == nil)
    }

    @Test func `in another form name the format that fits`() throws {
        let plain = leaf.pem.replacing("\n", with: " ")
        let escaped = try #require(leaf.pem.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let forms: [(TrustedProxy.Format, String, String, String)] = [
            (.rfc9440, "Client-Cert", base64(leaf), "derBase64"), (.rfc9440, "Client-Cert", plain, "escapedPEM"),
            (.escapedPEM, "X-Client-Cert", base64(leaf), "derBase64"),
            (.escapedPEM, "X-Client-Cert", ":\(base64(leaf)):", "rfc9440"),
            (.derBase64, Self.name, plain, "escapedPEM"), (.derBase64, Self.name, ":\(base64(leaf)):", "rfc9440"),
            (.derBase64, Self.name, "Hash=0a;Cert=\"x\"", "xfcc"),
            (.rfc9440, "Client-Cert", "URI=spiffe://a/b", "xfcc"),
            (.xfcc, "X-Forwarded-Client-Cert", plain, "escapedPEM"),
            (.xfcc, "X-Forwarded-Client-Cert", escaped, "escapedPEM"),
            (.xfcc, "X-Forwarded-Client-Cert", base64(leaf), "derBase64"),
            (.xfcc, "X-Forwarded-Client-Cert", "\(base64(leaf)),\(base64(leaf))", "derBase64"),
            (.xfcc, "X-Forwarded-Client-Cert", ":\(base64(leaf)):", "rfc9440"),
            (.derBase64, Self.name, escaped.replacing("%2D", with: "-"), "escapedPEM"),
            (.derBase64, Self.name, #"[{"Cert":"x"}]"#, "xfcc"),
            (.escapedPEM, "X-Client-Cert", #"{"Cert":"x"}"#, "xfcc"),
        ]
        for (format, name, value, fitting) in forms {
            let reason = refusal(format, [(name, value)])?.reason ?? ""
            #expect(reason.contains("`format: \(fitting)`"), "\(format): \(reason)")
        }
        let certificate = refusal(.xfcc, [("X-Forwarded-Client-Cert", "Hash=0a;Cert=\"x\"")])?.reason
        #expect(certificate == "has no PEM in `Cert`")
        let elements = refusal(.xfcc, [("X-Forwarded-Client-Cert", "Hash=0a")])?.reason
        #expect(elements?.contains("has neither `Cert` nor `Chain`") == true)
        for value in [#"[{"By":"spiffe://a","Cert":"x"}]"#, #"{"Hash":"0a","Cert":"x","Chain":"y"}"#, " [ ]"] {
            let reason = refusal(.xfcc, [("X-Forwarded-Client-Cert", value)])?.reason ?? ""
            #expect(reason.contains("JSON form"), "\(reason)")
        }
    }
}
