import TrustEvaluation
import TrustModel
import TrustOpenSSL
import X509Parsing

extension ParserHarness {
    /// A Name (a SEQUENCE), or GeneralNames without their header, each in an otherwise valid certificate.
    static let name = ParserHarness("name", maximumLength: 512, isDER: true) { der throws(BrokenRule) in
        if der.first == DERTag.sequence { return try checkName(der) }
        return try checkGeneralNames(der)
    }

    private static func checkName(_ der: [UInt8]) throws(BrokenRule) -> Outcome {
        guard let certificate = try? read(NamedCertificate.der(issuer: der)) else { return .rejected }
        let name = certificate.facts.issuer
        try require(name.der == der, "a name keeps its DER")
        try require(name.isEmpty == (der == [0x30, 0]), "only the empty SEQUENCE is the empty name")
        try require(
            !name.description.unicodeScalars.contains(where: isControl),
            "a shown name has no control characters"
        )
        guard name.isText else { return .accepted }
        // Attributes are compared as folded UTF-8 regardless of their string types (RFC 5280 section 7.1).
        for change in [{ $0 }, uppercased, lowercased, { [0x20] + $0 + [0x20, 0x20] }] as [([UInt8]) -> [UInt8]] {
            let written = NamedCertificate.name(name, change)
            let other = try? read(NamedCertificate.der(issuer: written)).facts.issuer
            try require(
                other == name && other?.hashValue == name.hashValue,
                "\(name) matches \(other?.description ?? "nothing")"
            )
        }
        return .accepted
    }

    private static func checkGeneralNames(_ der: [UInt8]) throws(BrokenRule) -> Outcome {
        guard let certificate = try? read(NamedCertificate.der(alternativeNames: der)) else { return .rejected }
        guard let names = certificate.facts.extensions.subjectAlternativeNames else {
            try require(
                certificate.facts.extensions.malformed.count == 1,
                "unparsed alternative names are malformed"
            )
            return .rejected
        }
        try require(
            names.flatMap(NamedCertificate.generalName) == der,
            "alternative names are written unchanged: \(names)"
        )
        for name in names {
            guard case .dns(let text) = name, let host = try? HostName(text, names: IDN2Names()) else { continue }
            try require(host.description.utf8.allSatisfy { $0 < 0x80 }, "a host in a certificate is ASCII: \(host)")
        }
        return .accepted
    }

    private static func read(_ der: [UInt8]) throws -> Certificate {
        let certificates = try OpenSSLCertificateReader().certificates(in: der, limits: CertificateLimits())
        _ = CertificateInspection.findings(of: certificates[0], at: Instant(secondsSince1970: 1_790_000_000))
        return certificates[0]
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    private static func uppercased(_ text: [UInt8]) -> [UInt8] {
        text.map { (0x61...0x7A).contains($0) ? $0 ^ 0x20 : $0 }
    }

    private static func lowercased(_ text: [UInt8]) -> [UInt8] {
        text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}

/// Writes a certificate with names.
private enum NamedCertificate {
    static func der(issuer: [UInt8] = [0x30, 0], alternativeNames: [UInt8]? = nil) -> [UInt8] {
        let algorithm = element(0x30, [0x06, 0x03, 0x2B, 0x65, 0x70])
        let validity = element(0x30, element(0x17, "260101000000Z".utf8) + element(0x17, "270101000000Z".utf8))
        let key = element(0x30, algorithm + element(0x03, [UInt8](repeating: 0, count: 33)))
        let names = alternativeNames.map { names in
            let value = element(0x04, element(0x30, names))
            return element(0xA3, element(0x30, element(0x30, [0x06, 0x03, 0x55, 0x1D, 0x11] + value)))
        }
        let content =
            [0xA0, 0x03, 0x02, 0x01, 0x02, 0x02, 0x01, 0x01] + algorithm + issuer + validity + [0x30, 0] + key
            + (names ?? [])
        return element(0x30, element(0x30, content) + algorithm + element(0x03, [UInt8](repeating: 0, count: 65)))
    }

    /// Returns a Name of UTF8Strings.
    static func name(_ name: DistinguishedName, _ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var relativeNames: [[UInt8]] = []
        for attribute in name.attributes {
            let value = element(0x0C, change(Array(attribute.value.utf8)))
            let encoded = element(0x30, element(0x06, attribute.type.der) + value)
            if attribute.startsRelativeName { relativeNames.append([]) }
            relativeNames[relativeNames.count - 1] += encoded
        }
        return element(0x30, relativeNames.flatMap { element(0x31, $0) })
    }

    static func generalName(_ name: GeneralName) -> [UInt8] {
        switch name {
        case .email(let text): element(0x81, text.utf8)
        case .dns(let text): element(0x82, text.utf8)
        case .uri(let text): element(0x86, text.utf8)
        case .ip(let octets): element(0x87, octets)
        case .directory(let name): element(0xA4, name.der)
        case .registeredID(let oid): element(0x88, oid.der)
        case .otherName(let type, let value): element(0xA0, element(0x06, type.der) + element(0xA0, value))
        case .other(let tag, let content): element(0xA0 | tag, content)
        }
    }

    private static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        let count = content.count
        let length: [UInt8] =
            switch count {
            case 0..<0x80: [UInt8(count)]
            case 0x80..<0x100: [0x81, UInt8(count)]
            default: [0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
            }
        return [tag] + length + content
    }
}
