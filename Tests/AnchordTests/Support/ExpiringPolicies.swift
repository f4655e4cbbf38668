import Foundation
import TrustModel
import TrustTestSupport

/// A policy set with parts of every kind that last, end soon or have ended by the clock of this machine.
struct ExpiringPolicies {
    let files: TemporaryDirectory
    let now: Instant
    /// The serial number in both OCSP responses, in hexadecimal digits.
    let serialNumber: String

    private static let (hour, day): (Int64, Int64) = (3600, 86400)

    var directory: String { files.path + "/policies" }
    var systemAnchors: String { files.path + "/lasting.pem" }

    init() throws {
        files = try TemporaryDirectory()
        now = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))
        let lasting = try Self.root("Lasting", until: 1825 * Self.day, now)
        for (name, end) in [("soon", 15), ("ended", -5), ("pinned", 25)] as [(String, Int64)] {
            let root = try Self.root("Root \(name)", until: end * Self.day, now)
            try files.write("\(name).pem", root.certificate.pem)
        }
        try files.write("lasting.pem", lasting.certificate.pem)
        let leaf = try lasting.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "leaf"))
        serialNumber = Hexadecimal.encode(leaf.template.serialNumber)
        let evidence: [(name: String, from: Int64, until: Int64)] = [
            ("soon", -20 * Self.hour, 4 * Self.hour), ("ended", -8 * Self.day, -Self.day),
            ("lasting", -Self.day, 6 * Self.day),
        ]
        for (name, from, until) in evidence {
            try write(name, from, until, of: lasting, leaf)
        }
        try files.write("policies/own.yaml", document)
    }

    /// Returns the time some seconds from now as in documents and messages.
    func time(_ seconds: Int64) -> String { now.adding(seconds: seconds).description }

    /// Returns the time some days from now as in documents and messages.
    func day(_ days: Int64) -> String { time(days * Self.day) }

    /// The parts that end soon or have ended, earliest first, as printed by the program.
    var lines: [String] {
        let (policy, reload) = ("/policies/corporate", "and reload")
        let crl = "the CRL issued by CN=Lasting"
        let ocsp = "the OCSP response for serial number \(serialNumber)"
        let newCRL = "(nextUpdate): get the issuer's next CRL \(reload)"
        let newResponse = "(nextUpdate): get a new response from the responder \(reload)"
        return [
            "4: \(policy)/anchors/1: the trust anchor CN=Root ended expired on \(day(-5)): replace it with its successor",
            "10: \(policy)/exceptions/1/until: the exception for ended.example.com (time.expired) ended on \(day(-3)): "
                + "remove it",
            "13: /policies/open/expires: the pin set expired on \(day(-2)): chains are accepted without a pin; check the "
                + "pins and set a later `expires`",
            "6: \(policy)/revocation/crls/1: \(crl) expired on \(day(-1)) \(newCRL)",
            "7: \(policy)/revocation/ocsp/1: \(ocsp) expired on \(day(-1)) \(newResponse)",
            "6: \(policy)/revocation/crls/0: \(crl) expires on \(time(4 * Self.hour)) \(newCRL)",
            "7: \(policy)/revocation/ocsp/0: \(ocsp) expires on \(time(4 * Self.hour)) \(newResponse)",
            "9: \(policy)/exceptions/0/until: the exception for soon.example.com (time.expired) ends on \(day(10)): "
                + "correct the chain, or set a later `until` after a review",
            "4: \(policy)/anchors/0: the trust anchor CN=Root soon (in 2 places of the document) expires on \(day(15)): "
                + "add its successor, and remove this anchor when chains no longer need it",
            "12: /policies/keys/expires: the pin set expires on \(day(20)): check the pins and set a later `expires`",
            "15: /policies/whole/certificates/0: the pinned certificate CN=Root pinned expires on \(day(25)): "
                + "pin its successor as well",
        ].map { "own.yaml:" + $0 }
    }

    private var document: String {
        let exception = { (host: String, end: Int64) in
            "- {codes: [time.expired], chain: [\(String(repeating: "ab", count: 32))], host: \(host).example.com, "
                + "until: '\(day(end))'}"
        }
        let pins =
            "pins: ['sha256/\(String(repeating: "A", count: 43))=', 'sha256/\(String(repeating: "B", count: 42))A=']"
        return """
            policies:
              corporate:
                evaluator: revocation
                anchors: [../soon.pem, ../ended.pem, ../lasting.pem]
                revocation:
                  crls: [../soon.crl, ../ended.crl, ../lasting.crl]
                  ocsp: [../soon.ocsp, ../ended.ocsp, ../lasting.ocsp]
                exceptions:
                  \(exception("soon", 10))
                  \(exception("ended", -3))
                  \(exception("lasting", 100))
              keys: {evaluator: pinPublicKeys, \(pins), expires: '\(day(20))'}
              open: {evaluator: pinPublicKeys, \(pins), expires: '\(day(-2))', onExpiry: open}
              other: {evaluator: default, anchors: [../soon.pem, ../lasting.pem]}
              whole: {evaluator: pinCertificates, certificates: [../pinned.pem, ../lasting.pem]}

            """
    }

    private static func root(_ name: String, until end: Int64, _ now: Instant) throws -> TestAuthority {
        try TestAuthority.root(name, key: .shared(.ecdsaP256, "root")) {
            $0.notBefore = TestInstant(secondsSince1970: now.secondsSince1970 - 1825 * day)
            $0.notAfter = TestInstant(secondsSince1970: now.secondsSince1970 + end)
        }
    }

    /// Writes a CRL and an OCSP response with the given thisUpdate and nextUpdate, in seconds from now.
    private func write(
        _ name: String,
        _ from: Int64,
        _ until: Int64,
        of authority: TestAuthority,
        _ leaf: TestCertificate
    ) throws {
        let from = TestInstant(secondsSince1970: now.adding(seconds: from).secondsSince1970)
        let until = TestInstant(secondsSince1970: now.adding(seconds: until).secondsSince1970)
        let list = try authority.revocationList {
            $0.thisUpdate = from
            $0.nextUpdate = until
        }
        try files.write("\(name).crl", list.pem)
        let response = try authority.ocspResponse(for: leaf) {
            $0.responses[0].thisUpdate = from
            $0.responses[0].nextUpdate = until
        }
        try files.write("\(name).ocsp", response.der)
    }
}
