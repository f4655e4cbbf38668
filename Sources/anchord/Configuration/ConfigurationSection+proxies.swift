import StructuredDocuments
import TrustAPI
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

extension ConfigurationSection {
    static let proxies = ConfigurationSection(
        name: "proxies",
        help: "The TLS-terminating proxies that may ask /v1/check about their clients. Each proxy is a client of "
            + "`clients`. It sends the certificate in a header field of the format rfc9440, escapedPEM, "
            + "derBase64 or xfcc. The "
            + "policy and the host of the evaluation are set here.",
        example: [
            "proxies:",
            "  - {name: edge, client: edge, format: escapedPEM, header: X-Client-Cert, policy: edge/mtls, host: null,",
            "     deadline: 1500ms}",
        ],
        read: { value, configuration in
            var names = Set<String>()
            configuration.proxies = value.list(ofAtMost: maximumProxies)?.compactMap { item in
                guard let proxy = ProxyDecoding.proxy(item) else { return nil }
                if !names.insert(proxy.name).inserted { item.refuse("another proxy has the name \(proxy.name)") }
                return proxy
            }
        },
        value: { $0.proxies.map { .sequence($0.map(ProxyDecoding.node)) } }
    )

    private static let maximumProxies = 256
}

/// Reads and writes items of `proxies`.
enum ProxyDecoding {
    static func proxy(_ value: DocumentValue) -> ProxyConfiguration? {
        guard var mapping = value.mapping() else { return nil }
        let name = mapping.required("name", expected: "a name")?.identifier()
        let client = mapping.required("client", expected: "the name of a client")?.identifier()
        let format = mapping.required("format", expected: "a format")?.oneOf(TrustedProxy.Format.self)
        let header = mapping.value("header").map { fieldName($0) } ?? .some(nil)
        let policy = mapping.required("policy", expected: "a policy").flatMap(policyName)
        let host = mapping.value("host").map { hostName($0) } ?? .some(nil)
        let deadline = mapping.value("deadline").map { deadlines.read($0) } ?? TrustedProxy.standardDeadline
        if let format, format.header == nil, mapping.value("header") == nil {
            _ = mapping.required("header", expected: "the name of the header field that the proxy sets")
        }
        mapping.finish()
        guard let name, let client, let format, let header, let policy, let host, let deadline else { return nil }
        let proxy = TrustedProxy(
            client: client,
            format: format,
            header: header,
            policy: policy,
            host: host,
            deadline: deadline
        )
        return ProxyConfiguration(name: name, proxy: proxy)
    }

    private static let deadlines = ValueFormat<Duration>.milliseconds(
        1...Inquiry.longestDeadline.components.seconds * 1000
    )

    /// Reads the name of a header field (RFC 9110 section 5.1) that no other part of HTTP uses.
    private static func fieldName(_ value: DocumentValue) -> String?? {
        guard let text = value.name() else { return nil }
        let isName = text.utf8.allSatisfy { byte in
            byte.isDigit || (0x61...0x7A).contains(byte.lowercasedASCII) || byte == UInt8(ascii: "-")
        }
        let reserved = [
            "host", "authorization", "content-length", "content-type", "transfer-encoding", "connection", "accept",
            "cookie", "origin", "expect", "traceparent",
        ]
        guard isName, !reserved.contains(text.lowercased()) else {
            value.refuse("expected the name of the header field that the proxy sets, found \(QuotedText.of(text))")
            return nil
        }
        return .some(text)
    }

    private static func policyName(_ value: DocumentValue) -> PolicyName? {
        guard let text = value.name() else { return nil }
        guard let name = PolicyName(text) else {
            value.refuse("expected a policy set or a policy such as edge/mtls, found \(QuotedText.of(text))")
            return nil
        }
        return name
    }

    /// Reads a host, or null for none.
    private static func hostName(_ value: DocumentValue) -> String?? {
        guard value.node.content != .null else { return .some(nil) }
        guard let text = value.string() else { return nil }
        do throws(HostNameError) {
            return .some(try HostName(text, names: IDN2Names()).description)
        } catch {
            value.refuse("the host \(QuotedText.of(text)) \(error.reason)")
            return nil
        }
    }

    static func node(_ configuration: ProxyConfiguration) -> DocumentNode {
        let proxy = configuration.proxy
        return DocumentNode(entries: [
            ("name", .string(configuration.name)), ("client", .string(proxy.client)),
            ("format", .string(proxy.format.rawValue)), ("header", .string(proxy.header)),
            ("policy", .string(proxy.policy.description)), ("host", proxy.host.map { .string($0) } ?? .null),
            ("deadline", deadlines.write(proxy.deadline)),
        ])
    }
}

/// A proxy as configured.
struct ProxyConfiguration: Sendable, Equatable {
    let name: String
    let proxy: TrustedProxy
}
