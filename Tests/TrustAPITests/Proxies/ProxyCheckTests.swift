import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI

/// The requests of proxies on behalf of their clients.
@Suite struct `A check by a proxy` {
    private static let proxyPeer = HTTPPeer.unix(uid: 33, groups: [33])
    private static let document = """
        policies:
          mtls:
            evaluator: default
            anchors: [ROOT]
            purpose: clientAuth
            validateHost: false
            trustDomain: corp.example
            allowedClients: {uris: ["spiffe://corp.example/ns/*/sa/*"]}
          watch:
            evaluator: default
            anchors: [ROOT]
            purpose: clientAuth
            validateHost: false
            mode: report
            trustDomain: corp.example
            allowedClients: {uris: ["spiffe://corp.example/none"]}
        """
    private let api: APIFixture
    private let allowed: TestCertificate
    private let other: TestCertificate

    init() throws {
        api = try APIFixture(
            documents: ["edge.yaml": Self.document],
            adjust: { context in
                let clients = [
                    APIClient(name: "edge", credential: .user(33), rights: []),
                    APIClient(
                        name: "robot",
                        credential: .tokens([SHA256.fingerprint(of: Array("robot".utf8)[...])]),
                        rights: [.evaluate]
                    ),
                    APIClient(name: "anyone", credential: .anonymous, rights: [.evaluate, .read]),
                ]
                context.clients = ClientDirectory(clients) { SHA256.fingerprint(of: $0[...]) }
                let policy = PolicyName("edge/mtls") ?? .system
                context.authorization.proxies = [
                    "rfc": TrustedProxy(client: "edge", format: .rfc9440, policy: policy),
                    "pem": TrustedProxy(client: "edge", format: .escapedPEM, policy: policy),
                    "xfcc": TrustedProxy(client: "edge", format: .xfcc, policy: policy),
                    "watch": TrustedProxy(
                        client: "edge",
                        format: .rfc9440,
                        policy: PolicyName("edge/watch") ?? .system
                    ),
                    "gone": TrustedProxy(client: "edge", format: .rfc9440, policy: PolicyName("edge/gone") ?? .system),
                    "robot": TrustedProxy(client: "robot", format: .rfc9440, policy: policy),
                    "Kiosk": TrustedProxy(client: "edge", format: .rfc9440, policy: policy),
                ]
            }
        )
        allowed = try api.issuing.issueLeaf("client", key: TestKey.shared(.ecdsaP256, "proxy client")) {
            $0.subjectAlternativeNames = [.uri("spiffe://corp.example/ns/pay/sa/billing")]
            $0.extendedKeyUsages = [.clientAuthentication]
        }
        other = try api.issuing.issueLeaf("client", key: TestKey.shared(.ecdsaP256, "proxy client")) {
            $0.subjectAlternativeNames = [.uri("spiffe://corp.example/ns/pay/admin/billing")]
            $0.extendedKeyUsages = [.clientAuthentication]
        }
    }

    private func check(
        _ target: String,
        _ headers: [(String, String)],
        method: String = "GET",
        peer: HTTPPeer = proxyPeer
    ) -> Answer {
        let head = HTTPRequestHead(
            method: method,
            target: target,
            path: target,
            headers: HTTPHeaders(headers + [("Host", "shop.example")]),
            peer: peer
        )
        return Answer(api.responder.admit(head).answer(to: []))
    }

    private func sequence(_ certificate: TestCertificate) -> String {
        ":\(Data(certificate.der).base64EncodedString()):"
    }

    private func fields(_ certificate: TestCertificate) -> [(String, String)] {
        [("Client-Cert", sequence(certificate)), ("Client-Cert-Chain", sequence(api.issuing.certificate))]
    }

    private func escaped(_ text: String) throws -> String {
        try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    }

    @Test func `allows a client that the policy allows, and names its principal`() {
        let answer = check("/v1/check/rfc", fields(allowed))
        #expect(answer.status == 200)
        #expect(answer.text.isEmpty)
        let headers = answer.response.headers
        #expect(headers["Anchord-Verdict"] == "trusted")
        #expect(headers["Anchord-Principal"] == "spiffe://corp.example/ns/pay/sa/billing")
        #expect(headers["Anchord-Principal-Kind"] == "uri")
        #expect(headers["Anchord-Decision"]?.count == 36)
        #expect(headers["Anchord-Reasons"] == nil)
        #expect(headers["Cache-Control"] == "no-store")
    }

    @Test func `denies a client that the policy does not allow, with the codes of the reasons`() {
        let answer = check("/v1/check/rfc", fields(other))
        #expect(answer.status == 403)
        #expect(answer.text.isEmpty)
        #expect(answer.response.headers["Anchord-Verdict"] == "untrusted")
        #expect(answer.response.headers["Anchord-Reasons"] == "policy.clientNotAllowed")
        #expect(answer.response.headers["Anchord-Principal"] == nil)
    }

    @Test func `needs a certificate`() {
        for fields in [[], [("Client-Cert", "")], [("Client-Cert-Chain", sequence(allowed))], [("X-Client-Cert", "x")]]
        {
            let answer = check("/v1/check/rfc", fields)
            #expect(answer.status == 401)
            #expect(answer.object["code"] as? String == "noClientCertificate")
            #expect(answer.response.headers["Anchord-Verdict"] == nil)
        }
    }

    @Test func `reads percent-encoded PEM and elements of Envoy`() throws {
        let chain = try escaped(allowed.pem + api.issuing.certificate.pem)
        #expect(check("/v1/check/pem", [("X-Client-Cert", chain)]).status == 200)
        let leaf = try escaped(allowed.pem)
        #expect(check("/v1/check/pem", [("x-client-cert", leaf)]).response.headers["Anchord-Verdict"] == "untrusted")
        let element =
            "By=spiffe://a;Hash=0a;Cert=\"\(leaf)\";Chain=\"\(chain)\";Subject=\"CN=x,O=\\\"y\\\"\";URI=spiffe://b"
        #expect(check("/v1/check/xfcc", [("x-forwarded-client-cert", element)]).status == 200)
        let withoutChain = check("/v1/check/xfcc", [("x-forwarded-client-cert", "Hash=0a;Cert=\"\(leaf)\"")])
        #expect(withoutChain.response.headers["Anchord-Reasons"]?.contains("chain.issuerNotFound") == true)
    }

    @Test(arguments: [
        "/v1/check/rfc?policy=system", "/v1/check/rfc/v1/status?policy=edge/watch&host=x&Client-Cert=x",
        "/v1/check/rfc/../watch", "/v1/check/rfc//%2e%2e/%zz%00", "/v1/check/rfc#watch",
        "/v1/check/rfc/" + String(repeating: "a", count: 3000),
    ])
    func `ignores the method, the rest of the target and other fields of the client`(target: String) {
        let strange = [
            ("Origin", "https://shop.example"), ("Sec-Fetch-Site", "cross-site"), ("Content-Type", "text/html"),
            ("Authorization", "Bearer wrong"), ("X-Client-Cert", "x"), ("Anchord-Principal", "admin"),
            ("Accept", "text/plain"),
        ]
        for method in ["GET", "POST", "OPTIONS", "HEAD", "DELETE", "BREW"] {
            #expect(check(target, fields(allowed) + strange, method: method).status == 200, "\(method) \(target)")
            let denied = check(target, fields(other) + strange, method: method)
            #expect(denied.status == 403, "\(method) \(target)")
            #expect(denied.response.headers["Anchord-Principal"] == nil)
        }
    }

    @Test(arguments: [
        "/v1/check/", "/v1/check/unknown", "/v1/check/RFC", "/v1/check/rf%63", "/v1/check/rfc%2F", "/v1/check/rfc%3F",
        "/v1/check//rfc", "/v1/check/robot",
    ])
    func `is refused for another proxy and unknown names`(target: String) {
        for method in ["GET", "OPTIONS"] {
            let answer = check(target, fields(allowed), method: method)
            #expect(answer.status == 403)
            #expect(answer.object["code"] as? String == "forbidden")
            #expect(answer.response.headers["Anchord-Verdict"] == nil)
        }
    }

    /// Swift's `==` does not distinguish the Kelvin sign from K.
    @Test func `is refused for a name that only looks like the configured one`() {
        #expect(check("/v1/check/Kiosk", fields(allowed)).status == 200)
        let similar = check("/v1/check/\u{212A}iosk", fields(allowed))
        #expect(similar.status == 403)
        #expect(similar.text == check("/v1/check/unknown", fields(allowed)).text)
    }

    @Test(arguments: [HTTPPeer.ip("127.0.0.1"), .unix(uid: 1000, groups: [33]), .unix(uid: nil), .unix(uid: 0)])
    func `is refused for a client that is not the proxy`(peer: HTTPPeer) {
        for method in ["GET", "OPTIONS"] {
            #expect(check("/v1/check/rfc", fields(allowed), method: method, peer: peer).status == 401)
        }
        let token = [("Authorization", "Bearer robot")]
        #expect(check("/v1/check/rfc", fields(allowed) + token, peer: peer).status == 403)
        #expect(check("/v1/check/robot", fields(allowed) + token, peer: peer).status == 200)
    }

    @Test func `is refused if the client could have sent a field of the proxy`() throws {
        let leaf = try escaped(allowed.pem)
        let evil = try escaped(other.pem)
        let repeated: [(String, [(String, String)], String)] = [
            ("rfc", [("Client-Cert", sequence(allowed))] + fields(other), "appears more than once"),
            ("pem", [("X-Client-Cert", leaf), ("X-Client-Cert", leaf)], "appears more than once"),
            (
                "xfcc", [("X-Forwarded-Client-Cert", "Cert=\"\(leaf)\",Hash=0a")],
                "has several elements, of which the client may have sent some"
            ),
            ("xfcc", [("X-Forwarded-Client-Cert", "Cert=\"\(leaf)\";Cert=\"\(leaf)\"")], "has several certificates"),
            ("xfcc", [("X-Forwarded-Client-Cert", "Hash=a;URI=x;Cert=\(leaf)")], "after a name of the certificate"),
            (
                "xfcc", [("X-Forwarded-Client-Cert", "Cert=\"\(evil)\";URI=x;Chain=\(leaf)")],
                "after a name of the certificate"
            ),
            ("xfcc", [("X-Forwarded-Client-Cert", "Cert=\"\(evil)\";Chain=\"\(leaf)\"")], "does not begin with `Cert`"),
            ("xfcc", [("X-Forwarded-Client-Cert", "Cert=\"\";Chain=\"\(leaf)\"")], "does not begin with `Cert`"),
        ]
        for (proxy, fields, reason) in repeated {
            let answer = check("/v1/check/\(proxy)", fields)
            #expect(answer.status == 403)
            #expect(answer.object["code"] as? String == "invalidClientCertificate")
            #expect((answer.object["detail"] as? String)?.contains(reason) == true, "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("rfc", "Client-Cert", "MIIB"), ("rfc", "Client-Cert", "::"), ("rfc", "Client-Cert", ":!:"),
        ("rfc", "Client-Cert", ": :"), ("rfc", "Client-Cert", ":AA AA:"),
        ("rfc", "Client-Cert", ":AAAA:"), ("rfc", "Client-Cert", ":AAAA:;a=1"), ("pem", "X-Client-Cert", "%4"),
        ("pem", "X-Client-Cert", "%FF%FE"), ("pem", "X-Client-Cert", "hello"),
        ("xfcc", "X-Forwarded-Client-Cert", "Hash=0a"),
        ("xfcc", "X-Forwarded-Client-Cert", "Cert=\"x"), ("xfcc", "X-Forwarded-Client-Cert", "Cert="),
        ("pem", "X-Client-Cert", "(null)"), ("pem", "X-Client-Cert", "-----BEGIN%20PRIVATE%20KEY-----"),
    ])
    func `is denied with a problem if the certificate cannot be read`(proxy: String, field: String, value: String) {
        let answer = check("/v1/check/\(proxy)", [(field, value)])
        #expect(answer.status == 403)
        #expect(answer.object["code"] as? String == "invalidClientCertificate", "\(answer.text)")
        #expect(answer.object["status"] as? Int == 403)
        #expect(answer.response.headers["Anchord-Verdict"] == nil)
    }

    @Test func `allows all clients in report mode, without a principal`() {
        let answer = check("/v1/check/watch", fields(other))
        #expect(answer.status == 200)
        #expect(answer.response.headers["Anchord-Verdict"] == "untrusted")
        #expect(answer.response.headers["Anchord-Principal"] == nil)
    }

    @Test func `fails if the policy does not exist any more`() {
        let answer = check("/v1/check/gone", fields(allowed))
        #expect(answer.status == 500)
        #expect(answer.object["code"] as? String == "proxyMisconfigured")
    }

    @Test func `escapes the principal`() {
        #expect(ProxyCheck.escaped("CN=a b,O=\"ü\" 100%\r\n\u{7F}") == "CN=a%20b%2CO=%22%C3%BC%22%20100%25%0D%0A%7F")
        #expect(ProxyCheck.escaped("spiffe://a/b?c#d") == "spiffe://a/b?c#d")
    }
}
