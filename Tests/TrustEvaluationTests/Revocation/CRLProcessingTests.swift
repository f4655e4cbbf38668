import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `A certificate under a CRL` {
    private static let good = ["notice notice.revocation 0"]
    private static let revoked = ["error revocation.revoked 0"]

    private let revocation: RevocationCase
    private let leaf: TestCertificate

    init() throws {
        revocation = try RevocationCase()
        leaf = revocation.leaf
    }

    /// Returns the reasons if the only evidence is one CRL of the leaf's issuer.
    private func reasons(_ edit: TestAuthority.RevocationListEdit = { _ in }) throws -> [String] {
        var revocation = revocation
        try revocation.addList(edit)
        return try revocation.reasons()
    }

    @Test func `is revoked with date and reason if the CRL lists it`() throws {
        var revocation = revocation
        try revocation.addList {
            $0.crlNumber = 7
            $0.revoke(leaf, at: .reference.adding(days: -3), reason: .keyCompromise)
        }
        let verdict = try revocation.verdict()
        #expect(verdict.summaries == Self.revoked)
        #expect(verdict.result == .fatalTrustFailure)
        let reason = verdict.reasons[0]
        #expect(reason.fact("reason") == .text("keyCompromise"))
        #expect(reason.fact("revokedAt") == .text("2025-12-29T00:00:00Z"))
        #expect(reason.fact("method") == .text("crl"))
        #expect(reason.fact("crlNumber") == .text("7"))
        #expect(reason.fact("issuer") == .text("CN=Issuing"))
        #expect(reason.fact("thisUpdate") == .text("2025-12-31T00:00:00Z"))
        #expect(reason.fact("nextUpdate") == .text("2026-01-07T00:00:00Z"))
        #expect(reason.fact("serialNumber") == .text(Hexadecimal.encode(revocation.leaf.template.serialNumber)))
        #expect(
            reason.message == "CN=api.example.com was revoked on 2025-12-29T00:00:00Z (keyCompromise) "
                + "according to the CRL issued by CN=Issuing (CRL number 7)."
        )
    }

    @Test func `is good until nextUpdate if the CRL does not list it`() throws {
        var revocation = revocation
        try revocation.addList { $0.revoke(serialNumber: [77]) }
        #expect(try revocation.reasons() == Self.good)
        #expect(try revocation.verdict().validUntil?.description == "2026-01-07T00:00:00Z")
    }

    @Test(
        arguments: [
            (-86700, ["notice notice.revocation 0"]), (-86701, ["warning revocation.stale 0"]),
            (6 * 86400, ["notice notice.revocation 0"]), (6 * 86400 + 1, ["warning revocation.stale 0"]),
        ] as [(Int64, [String])]
    )
    func `is good from five minutes before thisUpdate to nextUpdate, both inclusive`(
        seconds: Int64,
        expected: [String]
    ) throws {
        var revocation = revocation
        revocation.instant = .reference.adding(seconds: seconds)
        try revocation.addList()
        #expect(try revocation.reasons() == expected)
    }

    @Test(
        arguments: [(9 * 86400, ["notice notice.revocation 0"]), (9 * 86400 + 1, ["warning revocation.stale 0"])]
            as [(Int64, [String])]
    )
    func `is good for ten days without nextUpdate`(seconds: Int64, expected: [String]) throws {
        var revocation = revocation
        revocation.instant = .reference.adding(seconds: seconds)
        try revocation.addList { $0.nextUpdate = nil }
        #expect(try revocation.reasons() == expected)
    }

    @Test func `remains revoked after the CRL expired, unless it was only on hold`() throws {
        var revocation = revocation
        revocation.instant = .reference.adding(seconds: 7 * 86400)
        var held = revocation
        try revocation.addList { $0.revoke(leaf, reason: .superseded) }
        #expect(try revocation.reasons() == Self.revoked)
        try held.addList { $0.revoke(leaf, reason: .certificateHold) }
        #expect(try held.reasons() == ["warning revocation.stale 0"])
        held.instant = .reference
        #expect(try held.reasons() == Self.revoked)
    }

    @Test func `has no status under a CRL from the future, not even revoked`() throws {
        #expect(
            try reasons {
                $0.thisUpdate = .reference.adding(seconds: 301)
                $0.revoke(leaf, reason: .keyCompromise)
            } == ["warning revocation.stale 0"]
        )
    }

    @Test func `has no status under a CRL signed by another key`() throws {
        let other = try TestAuthority.root("Issuing")
        #expect(
            try reasons {
                $0.signature.key = other.key
                $0.revoke(leaf)
            } == ["warning revocation.responseInvalid 0"]
        )
        #expect(
            try reasons {
                $0.signature.key = other.key
                $0.authorityKeyIdentifier = other.template.subjectKeyIdentifier
            } == ["warning revocation.unavailable 0"]
        )
        #expect(try reasons { $0.signature.isCorrupt = true } == ["warning revocation.responseInvalid 0"])
    }

    @Test func `has no status under a CRL of another issuer, which is reported as unused`() throws {
        var revocation = revocation
        revocation.add(try TestAuthority.root("Other").revocationList(revoking: [revocation.leaf]))
        #expect(try revocation.reasons() == ["warning revocation.responseInvalid", "warning revocation.unavailable 0"])
        #expect(
            try revocation.message() == "The CRL issued by CN=Other (CRL number 1) is not from an issuer in the path."
        )
    }

    @Test func `has no status if the issuer may not sign CRLs (RFC 5280 §6.3.3 (f))`() throws {
        var revocation = RevocationCase(try Hierarchy(intermediate: { $0.keyUsage = .keyCertSign }))
        try revocation.addList { $0.revoke(serialNumber: [1]) }
        #expect(try revocation.reasons() == ["warning revocation.responseInvalid 0"])
        revocation = RevocationCase(try Hierarchy(intermediate: { $0.keyUsage = nil }))
        try revocation.addList()
        #expect(try revocation.reasons() == Self.good)
    }

    @Test func `has no status under a CRL with an unknown critical extension (RFC 5280 §5.2, §5.3)`() throws {
        let unknown = TestExtension.raw("1.2.3.4", critical: true, value: DERWriter.null)
        #expect(try reasons { $0.extensions.append(unknown) } == ["warning revocation.responseInvalid 0"])
        #expect(
            try reasons { $0.revoke(serialNumber: [1]) { $0.extensions.append(unknown) } }
                == ["warning revocation.responseInvalid 0"]
        )
    }

    @Test func `has no status under a CRL with SHA-1, two algorithms or foreign parameters in its signature`() throws {
        #expect(try reasons { $0.signature.digest = .sha1 } == ["warning revocation.responseInvalid 0"])
        #expect(
            try reasons { $0.signature.innerClaim = .ecdsa(.sha384) } == ["warning revocation.responseInvalid 0"]
        )
        let identifier = TestObjectIdentifier("1.2.840.10045.4.3.2").der
        let claim = TestSignatureAlgorithm.claim(DERWriter.sequence(identifier, DERWriter.sequence()))
        #expect(
            try reasons {
                $0.signature.innerClaim = claim
                $0.signature.outerClaim = claim
            } == ["warning revocation.responseInvalid 0"]
        )
    }

    @Test(
        arguments: [
            (true, false, false, true), (false, true, false, false), (false, false, true, false),
        ] as [(Bool, Bool, Bool, Bool)]
    )
    func `has no status under a CRL for another kind of certificate (RFC 5280 §6.3.3 (b)(2))`(
        user: Bool,
        authority: Bool,
        attribute: Bool,
        coversLeaf: Bool
    ) throws {
        var point = TestIssuingDistributionPoint()
        point.onlyContainsUserCertificates = user
        point.onlyContainsAuthorityCertificates = authority
        point.onlyContainsAttributeCertificates = attribute
        #expect(
            try reasons { $0.issuingDistributionPoint = point }
                == (coversLeaf ? Self.good : ["warning revocation.responseInvalid 0"])
        )
    }

    @Test(arguments: [1, 2])
    func `older than version 3 has no status under a CRL for one kind of certificate (RFC 5280 §5.2.5)`(
        version: Int
    ) throws {
        let old = try RevocationCase { $0.version = version }
        for edit: (inout TestIssuingDistributionPoint) -> Void in [
            { $0.onlyContainsUserCertificates = true }, { $0.onlyContainsAuthorityCertificates = true },
            { $0.onlyContainsAttributeCertificates = true },
        ] {
            var point = TestIssuingDistributionPoint()
            edit(&point)
            var partial = old
            try partial.addList { $0.issuingDistributionPoint = point }
            #expect(try partial.reasons() == ["warning revocation.responseInvalid 0"])
        }
        var whole = old
        try whole.addList()
        #expect(try whole.reasons() == Self.good)
    }

    @Test func `in a complete CRL with removeFromCRL is never good, but may be revoked (RFC 5280 §5.3.1)`()
        throws
    {
        let invalid = ["warning revocation.responseInvalid 0"]
        #expect(try reasons { $0.revoke(leaf, reason: .removeFromCRL) } == invalid)
        #expect(try reasons { $0.revoke(serialNumber: [77], reason: .removeFromCRL) } == invalid)
        #expect(
            try reasons {
                $0.revoke(serialNumber: [77], reason: .removeFromCRL)
                $0.revoke(leaf, reason: .keyCompromise)
            } == Self.revoked
        )
        #expect(
            try reasons {
                $0.revoke(leaf, reason: .keyCompromise)
                $0.revoke(leaf, reason: .removeFromCRL)
            } == Self.revoked
        )
        var required = revocation
        required.requirements?.requirePositiveResponse = true
        try required.addList { $0.revoke(leaf, reason: .removeFromCRL) }
        #expect(try required.reasons() == ["error revocation.responseInvalid 0"])
    }

    @Test func `in an indirect CRL differs from others' certificates with its serial number (RFC 5280 §5.3.3)`()
        throws
    {
        var point = TestIssuingDistributionPoint()
        point.isIndirect = true
        let others = try reasons {
            $0.issuingDistributionPoint = point
            $0.revoke(leaf) { $0.certificateIssuer = .commonName("Other") }
        }
        #expect(others == Self.good)
        let own = try reasons {
            $0.issuingDistributionPoint = point
            $0.revoke(serialNumber: [1]) { $0.certificateIssuer = .commonName("Other") }
            $0.revoke(leaf) { $0.certificateIssuer = revocation.issuer.name }
        }
        #expect(own == Self.revoked)
    }

    @Test func `is good by a CRL that covers it if other CRLs do not`() throws {
        var revocation = revocation
        var point = TestIssuingDistributionPoint()
        point.onlyContainsAuthorityCertificates = true
        try revocation.addList { $0.issuingDistributionPoint = point }
        point = TestIssuingDistributionPoint()
        point.onlyContainsUserCertificates = true
        try revocation.addList { $0.issuingDistributionPoint = point }
        #expect(try revocation.reasons() == Self.good)
    }

    @Test func `is good by one usable CRL, with warnings about the others`() throws {
        var revocation = revocation
        try revocation.addList { $0.nextUpdate = .reference.adding(seconds: -1) }
        try revocation.addList()
        #expect(try revocation.reasons() == ["warning revocation.stale 0"] + Self.good)
    }
}

@Suite struct `A certificate with distribution points` {
    private static func named(_ name: String) -> TestDistributionPoint {
        TestDistributionPoint(.full([.uri(name)]))
    }

    private func reasons(
        _ points: [TestDistributionPoint],
        _ lists: [TestIssuingDistributionPoint?],
        revokedIn index: Int? = nil
    ) throws -> [String] {
        var revocation = try RevocationCase {
            if !points.isEmpty { $0.extensions.append(.crlDistributionPoints(points: points)) }
        }
        let leaf = revocation.leaf
        for (position, list) in lists.enumerated() {
            try revocation.addList {
                $0.issuingDistributionPoint = list
                if position == index { $0.revoke(leaf, reason: .keyCompromise) }
            }
        }
        return try revocation.reasons()
    }

    private func scope(_ name: String, _ reasons: TestReasonFlags? = nil) -> TestIssuingDistributionPoint {
        var point = TestIssuingDistributionPoint(.full([.uri(name)]))
        point.onlySomeReasons = reasons
        return point
    }

    @Test func `is covered by a CRL for any of them or without a point (RFC 5280 §6.3.3 (b)(2)(i))`() throws {
        let points = [Self.named("http://a"), Self.named("http://b")]
        #expect(try reasons(points, [scope("http://b")]) == ["notice notice.revocation 0"])
        #expect(try reasons(points, [nil]) == ["notice notice.revocation 0"])
        #expect(try reasons(points, [scope("http://c")]) == ["warning revocation.responseInvalid 0"])
        #expect(try reasons([], [scope("http://c")]) == ["warning revocation.responseInvalid 0"])
    }

    @Test func `needs all CRL partitions to be good, and one of them to be revoked (RFC 5280 §6.3.3 (l))`() throws {
        let compromise: TestReasonFlags = [.keyCompromise, .authorityCompromise]
        let others: TestReasonFlags = [
            .affiliationChanged, .superseded, .cessationOfOperation, .certificateHold, .privilegeWithdrawn,
            .attributeAuthorityCompromise,
        ]
        let points = [Self.named("http://a")]
        let (first, second) = (scope("http://a", compromise), scope("http://a", others))
        #expect(try reasons(points, [first, second]) == ["notice notice.revocation 0"])
        #expect(try reasons(points, [first]) == ["warning revocation.unavailable 0"])
        #expect(try reasons(points, [second]) == ["warning revocation.unavailable 0"])
        #expect(try reasons(points, [first, second], revokedIn: 0).first == "error revocation.revoked 0")
        #expect(try reasons(points, [first], revokedIn: 0) == ["error revocation.revoked 0"])
    }

    @Test func `is covered by a CRL with the full name of its relative distribution point`() throws {
        let relative = TestDistributionPoint(.relative([.commonName("point")]))
        var revocation = try RevocationCase { $0.extensions.append(.crlDistributionPoints(points: [relative])) }
        let full = TestName(relativeNames: [[.commonName("Issuing")], [.commonName("point")]])
        try revocation.addList { $0.issuingDistributionPoint = TestIssuingDistributionPoint(.full([.directory(full)])) }
        #expect(try revocation.reasons() == ["notice notice.revocation 0"])
    }
}

@Suite struct `A delta CRL` {
    private let revocation: RevocationCase

    init() throws {
        revocation = try RevocationCase()
    }

    private func reasons(
        base: TestAuthority.RevocationListEdit?,
        delta: TestAuthority.RevocationListEdit
    ) throws -> [String] {
        var revocation = revocation
        if let base {
            try revocation.addList {
                $0.crlNumber = 5
                try base(&$0)
            }
        }
        try revocation.addList {
            $0.crlNumber = 6
            $0.deltaBaseNumber = 5
            try delta(&$0)
        }
        return try revocation.reasons()
    }

    @Test func `adds revocations to its base and removes holds (RFC 5280 §5.2.4)`() throws {
        let leaf = revocation.leaf
        #expect(
            try reasons(base: { _ in }, delta: { $0.revoke(leaf, reason: .superseded) })
                == ["error revocation.revoked 0"]
        )
        #expect(
            try reasons(
                base: { $0.revoke(leaf, reason: .certificateHold) },
                delta: { $0.revoke(leaf, reason: .removeFromCRL) }
            ) == ["notice notice.revocation 0"]
        )
        #expect(
            try reasons(base: { $0.revoke(leaf, reason: .certificateHold) }, delta: { _ in })
                == ["error revocation.revoked 0"]
        )
    }

    @Test(arguments: [TestRevocationReason.removeFromCRL, .certificateHold])
    func `removes only holds unless the certificate has expired (RFC 5280 §5.3.1)`(
        change: TestRevocationReason
    ) throws {
        let leaf = revocation.leaf
        for reason in [TestRevocationReason.keyCompromise, .superseded, nil] {
            let found = try reasons(
                base: { $0.revoke(leaf, reason: reason) },
                delta: { $0.revoke(leaf, reason: change) }
            )
            #expect(found == ["error revocation.revoked 0"])
        }
        var expired = try RevocationCase { $0.notAfter = .reference.adding(seconds: -1) }
        let old = expired.leaf
        try expired.addList {
            $0.crlNumber = 5
            $0.revoke(old, reason: .keyCompromise)
        }
        try expired.addList {
            $0.crlNumber = 6
            $0.deltaBaseNumber = 5
            $0.revoke(old, reason: .removeFromCRL)
        }
        #expect(try expired.reasons() == ["notice notice.revocation 0"])
    }

    @Test func `removes no revocation of an earlier delta`() throws {
        var revocation = revocation
        let leaf = revocation.leaf
        try revocation.addList { $0.crlNumber = 5 }
        for (number, reason) in [(6, TestRevocationReason.keyCompromise), (7, .removeFromCRL)] {
            try revocation.addList {
                $0.crlNumber = number
                $0.deltaBaseNumber = 5
                $0.revoke(leaf, reason: reason)
            }
        }
        #expect(try revocation.reasons() == ["error revocation.revoked 0"])
    }

    @Test func `extends the validity of an expired base`() throws {
        #expect(
            try reasons(base: { $0.nextUpdate = .reference.adding(seconds: -1) }, delta: { _ in })
                == ["notice notice.revocation 0"]
        )
    }

    @Test func `changes nothing and is reported after it has expired`() throws {
        #expect(
            try reasons(base: { _ in }, delta: { $0.nextUpdate = .reference.adding(seconds: -1) })
                == ["warning revocation.stale 0", "notice notice.revocation 0"]
        )
    }

    @Test func `can only revoke without a base`() throws {
        let leaf = revocation.leaf
        #expect(try reasons(base: nil, delta: { _ in }) == ["warning revocation.unavailable 0"])
        #expect(try reasons(base: nil, delta: { $0.revoke(leaf) }) == ["error revocation.revoked 0"])
        #expect(
            try reasons(base: nil, delta: { $0.revoke(leaf, reason: .removeFromCRL) })
                == ["warning revocation.unavailable 0"]
        )
    }

    @Test func `for a later base or another scope is not applied`() throws {
        let missing = ["warning revocation.unavailable 0", "notice notice.revocation 0"]
        #expect(try reasons(base: { $0.crlNumber = 4 }, delta: { _ in }) == missing)
        var point = TestIssuingDistributionPoint()
        point.onlyContainsUserCertificates = true
        #expect(try reasons(base: { _ in }, delta: { $0.issuingDistributionPoint = point }) == missing)
    }

    @Test func `is not needed if it is not newer than the complete CRL`() throws {
        #expect(try reasons(base: { $0.crlNumber = 6 }, delta: { _ in }) == ["notice notice.revocation 0"])
    }
}
