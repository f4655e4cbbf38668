import Testing

/// Tests of AFNetworking's AFSecurityPolicy with all combinations of settings and chains.
///
/// The last column names the deciding step:
/// - 1: the guard
/// - 2: the policy (SSL or basic X.509)
/// - 3: mode none
/// - 4: the chain under the system trust store
/// - 5: mode certificate
/// - 6: mode publicKey
@Suite struct `Compatibility with AFNetworking` {
    private static let columns: [CompatibilityTable.Column] = [
        ("domain", ["allowInvalidCertificates": false, "validatesDomainName": true]),
        ("neither", ["allowInvalidCertificates": false, "validatesDomainName": false]),
        ("invalid, domain", ["allowInvalidCertificates": true, "validatesDomainName": true]),
        ("invalid", ["allowInvalidCertificates": true, "validatesDomainName": false]),
    ]

    private func policy(_ mode: String) -> [String: String] {
        ["evaluator": "securityPolicy", "compatibility": "afnetworking", "sslPinningMode": mode]
    }

    private var none: CompatibilityTable {
        CompatibilityTable(
            policy("none"),
            pinsKey: "pinnedCertificates",
            columns: Self.columns,
            """
            case                          | domain  | neither   | invalid, domain | invalid | why
            public, CA pinned             | yes     | yes o     | guard           | yes oa  | 1 guard; 3 the chain is valid
            public, leaf pinned           | yes     | yes o     | guard           | yes oa  | 1 guard; 3 the chain is valid
            public, root pinned           | yes     | yes o     | guard           | yes oa  | 1 guard; 3 the chain is valid
            public, other pin             | yes     | yes o     | guard           | yes oa  | 3 pins are not compared
            public, pin sent but unused   | yes     | yes o     | guard           | yes oa  | 3 pins are not compared
            private, CA pinned            | root    | root o    | guard           | yes oa  | 3 pins are not anchors
            private, pinned CA not sent   | issuer  | issuer o  | guard           | yes oa  | 3 pins are not anchors
            private, leaf pinned          | root    | root o    | guard           | yes oa  | 3 pins are not anchors
            private, other pin            | root    | root o    | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            self-signed, pinned           | self    | self o    | guard           | yes oa  | 3 pins are not anchors
            self-signed, other pin        | self    | self o    | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            expired, CA pinned            | expired | expired o | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            expired, leaf pinned          | expired | expired o | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            private expired, CA pinned    | root    | root o    | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            wrong host, CA pinned         | host    | yes o     | guard           | yes oa  | 2 the domain only if validatesDomainName
            private wrong host, CA pinned | root    | root o    | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            for clients only, CA pinned   | usage   | yes o     | guard           | yes oa  | 2 basic X.509 has no extended key usage
            reissued, old leaf pinned     | yes     | yes o     | guard           | yes oa  | 3 pins are not compared
            forged, CA pinned             | forged  | forged o  | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            forged CA, root pinned        | forged  | forged o  | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            leaf pinned, forged CA        | forged  | forged o  | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            private forged, CA pinned     | forged  | forged o  | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            forged twice, CA pinned       | forged  | forged o  | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            public, no pins               | yes     | yes o     | guard           | yes oa  | 3 pins are not compared
            private, no pins              | root    | root o    | guard           | yes oa  | 3 not valid, which allowInvalidCertificates allows
            public, undecodable pin       | yes     | yes o     | guard           | yes oa  | 3 pins are not compared; undecodable pins are skipped
            public, CA and undecodable    | yes     | yes o     | guard           | yes oa  | 3 pins are not compared; undecodable pins are skipped
            no host, CA pinned            | yes     | yes       | yes a           | yes a   | 1, 2 guard and host check are skipped
            private no host, CA pinned    | root    | root      | yes a           | yes a   | 1, 2 guard and host check are skipped
            forged no host, CA pinned     | forged  | forged    | yes a           | yes a   | 1, 2 guard and host check are skipped
            no host, no pins              | yes     | yes       | yes a           | yes a   | 1, 2 guard and host check are skipped
            """
        )
    }

    private var certificate: CompatibilityTable {
        CompatibilityTable(
            policy("certificate"),
            pinsKey: "pinnedCertificates",
            columns: Self.columns,
            """
            case                          | domain  | neither   | invalid, domain | invalid   | why
            public, CA pinned             | yes     | yes o     | yes             | yes o     | 4 valid; 5 valid with the pin as anchor
            public, leaf pinned           | yes     | yes o     | yes             | yes o     | 4 valid; 5 any certificate may be an anchor
            public, root pinned           | yes     | yes o     | yes             | yes o     | 4 valid; 5 valid with the pin as anchor
            public, other pin             | issuer  | issuer o  | issuer          | issuer o  | 5 pins become the only anchors
            public, pin sent but unused   | issuer  | issuer o  | issuer          | issuer o  | 5 pins become the only anchors; the chain is the built path
            private, CA pinned            | root    | root o    | yes             | yes o     | 4 before pins become anchors; 5
            private, pinned CA not sent   | issuer  | issuer o  | yes             | yes o     | 4 before pins become anchors; 5 the built chain contains the pin
            private, leaf pinned          | root    | root o    | yes             | yes o     | 4 before pins become anchors; 5
            private, other pin            | root    | root o    | root            | root o    | 5 pins become the only anchors
            self-signed, pinned           | self    | self o    | yes             | yes o     | 4 before pins become anchors; 5
            self-signed, other pin        | self    | self o    | self            | self o    | 5 pins become the only anchors
            expired, CA pinned            | expired | expired o | expired         | expired o | 5 valid even with allowInvalidCertificates
            expired, leaf pinned          | expired | expired o | expired         | expired o | 5 valid even with allowInvalidCertificates
            private expired, CA pinned    | root    | root o    | expired         | expired o | 4 first; 5 valid even with allowInvalidCertificates
            wrong host, CA pinned         | host    | yes o     | host            | yes o     | 5 valid under the policy of step 2, host included
            private wrong host, CA pinned | root    | root o    | host            | yes o     | 5 valid under the policy of step 2, host included
            for clients only, CA pinned   | usage   | yes o     | usage           | yes o     | 2 basic X.509 has no extended key usage
            reissued, old leaf pinned     | issuer  | issuer o  | issuer          | issuer o  | 5 the old leaf is the only anchor
            forged, CA pinned             | forged  | forged o  | forged          | forged o  | 5 valid even with allowInvalidCertificates
            forged CA, root pinned        | forged  | forged o  | forged          | forged o  | 5 valid even with allowInvalidCertificates
            leaf pinned, forged CA        | forged  | forged o  | yes             | yes o     | 4 first; 5 any certificate may be an anchor
            private forged, CA pinned     | forged  | forged o  | forged          | forged o  | 5 valid even with allowInvalidCertificates
            forged twice, CA pinned       | forged  | forged o  | forged          | forged o  | 5 valid even with allowInvalidCertificates
            public, no pins               | empty   | empty o   | guard           | empty o   | 1 guard; 5 no pins -> no
            private, no pins              | empty   | empty o   | guard           | empty o   | 1 guard; 5 no pins -> no
            public, undecodable pin       | load    | load      | load            | load      | undecodable: an error in certificate mode
            public, CA and undecodable    | load    | load      | load            | load      | undecodable: an error in certificate mode
            no host, CA pinned            | yes     | yes       | yes             | yes       | 2 the host check is skipped
            private no host, CA pinned    | root    | root      | yes             | yes       | 4 before pins become anchors; 5
            forged no host, CA pinned     | forged  | forged    | forged          | forged    | 5 valid even with allowInvalidCertificates
            no host, no pins              | empty   | empty     | empty           | empty     | 1 the guard is skipped; 5 no pins -> no
            """
        )
    }

    private var publicKey: CompatibilityTable {
        CompatibilityTable(
            policy("publicKey"),
            pinsKey: "pinnedCertificates",
            columns: Self.columns,
            """
            case                          | domain  | neither   | invalid, domain | invalid  | why
            public, CA pinned             | yes     | yes o     | yes ok          | yes ok   | 4 valid; 6 one key is enough
            public, leaf pinned           | yes     | yes o     | yes ok          | yes ok   | 4 valid; 6 one key is enough
            public, root pinned           | yes     | yes o     | yes ok          | yes ok   | 4 valid; 6 one key is enough
            public, other pin             | key     | key o     | key ok          | key ok   | 6 no key equals a pinned one
            public, pin sent but unused   | key     | key o     | key ok          | key ok   | 6 the chain is the built path, not the sent certificates
            private, CA pinned            | root    | root o    | yes ok          | yes ok   | 4 first; 6 only keys are compared
            private, pinned CA not sent   | issuer  | issuer o  | key ok          | key ok   | 4 first; 6 the chain is the leaf alone
            private, leaf pinned          | root    | root o    | yes ok          | yes ok   | 4 first; 6 only keys are compared
            private, other pin            | root    | root o    | key ok          | key ok   | 4 first; 6 no key equals a pinned one
            self-signed, pinned           | self    | self o    | yes ok          | yes ok   | 4 first; 6 only keys are compared
            self-signed, other pin        | self    | self o    | key ok          | key ok   | 4 first; 6 no key equals a pinned one
            expired, CA pinned            | expired | expired o | yes ok          | yes ok   | 4 first; 6 only keys are compared
            expired, leaf pinned          | expired | expired o | yes ok          | yes ok   | 4 first; 6 only keys are compared
            private expired, CA pinned    | root    | root o    | yes ok          | yes ok   | 4 first; 6 only keys are compared
            wrong host, CA pinned         | host    | yes o     | yes ok          | yes ok   | 6 nothing else is checked, not even the host
            private wrong host, CA pinned | root    | root o    | yes ok          | yes ok   | 6 nothing else is checked, not even the host
            for clients only, CA pinned   | usage   | yes o     | yes ok          | yes ok   | 2 basic X.509 has no extended key usage; 6
            reissued, old leaf pinned     | yes     | yes o     | yes ok          | yes ok   | 6 the key is the same
            forged, CA pinned             | forged  | forged o  | key ok          | key ok   | 6 certificates above a failed signature are not in the chain
            forged CA, root pinned        | forged  | forged o  | key ok          | key ok   | 6 certificates above a failed signature are not in the chain
            leaf pinned, forged CA        | forged  | forged o  | yes ok          | yes ok   | 4 first; 6 only keys are compared
            private forged, CA pinned     | forged  | forged o  | key ok          | key ok   | 6 certificates above a failed signature are not in the chain
            forged twice, CA pinned       | forged  | forged o  | key ok          | key ok   | 6 certificates above a failed signature are not in the chain
            public, no pins               | empty   | empty o   | guard           | empty ok | 1 guard; 6 no key equals a pinned one
            private, no pins              | empty   | empty o   | guard           | empty ok | 1 guard; 6 no key equals a pinned one
            public, undecodable pin       | empty   | empty o   | guard           | empty ok | skipped for keys; no pins remain
            public, CA and undecodable    | yes     | yes o     | yes ok          | yes ok   | skipped for keys
            no host, CA pinned            | yes     | yes       | yes k           | yes k    | 2 the host check is skipped
            private no host, CA pinned    | root    | root      | yes k           | yes k    | 4 first; 6 only keys are compared
            forged no host, CA pinned     | forged  | forged    | key k           | key k    | 6 certificates above a failed signature are not in the chain
            no host, no pins              | empty   | empty     | empty k         | empty k  | 1 the guard is skipped; 6 no key equals a pinned one
            """
        )
    }

    /// The cells that differ from the library: pinned keys, invalid certificates allowed, domain name validated.
    private var ownPublicKey: CompatibilityTable {
        CompatibilityTable(
            ["evaluator": "securityPolicy", "sslPinningMode": "publicKey"],
            pinsKey: "pinnedCertificates",
            columns: [Self.columns[2]],
            """
            case                          | invalid, domain | why
            public, CA pinned             | yes k           | the host is compared and matches
            public, leaf pinned           | yes k           | the host is compared and matches
            public, root pinned           | yes k           | the host is compared and matches
            public, other pin             | key k           | no key equals a pinned one
            public, pin sent but unused   | key k           | the chain is the built path, not the sent certificates
            private, CA pinned            | yes k           | the host is compared and matches
            private, pinned CA not sent   | key k           | no key equals a pinned one
            private, leaf pinned          | yes k           | the host is compared and matches
            private, other pin            | key k           | no key equals a pinned one
            self-signed, pinned           | yes k           | the host is compared and matches
            self-signed, other pin        | key k           | no key equals a pinned one
            expired, CA pinned            | yes k           | only the key and the host are checked
            expired, leaf pinned          | yes k           | only the key and the host are checked
            private expired, CA pinned    | yes k           | only the key and the host are checked
            wrong host, CA pinned         | host k          | the host is compared anyway
            private wrong host, CA pinned | host k          | the host is compared anyway
            for clients only, CA pinned   | yes k           | only the key and the host are checked
            reissued, old leaf pinned     | yes k           | the key is the same
            forged, CA pinned             | key k           | certificates above a failed signature are not in the chain
            forged CA, root pinned        | key k           | certificates above a failed signature are not in the chain
            leaf pinned, forged CA        | yes k           | the leaf is genuine, and no signature below it fails
            private forged, CA pinned     | key k           | certificates above a failed signature are not in the chain
            forged twice, CA pinned       | key k           | certificates above a failed signature are not in the chain
            public, no pins               | guard           | the guard
            private, no pins              | guard           | the guard
            public, undecodable pin       | guard           | skipped; no pins remain: the guard
            public, CA and undecodable    | yes k           | skipped
            no host, CA pinned            | yes k           | there is no host to compare
            private no host, CA pinned    | yes k           | there is no host to compare
            forged no host, CA pinned     | key k           | certificates above a failed signature are not in the chain
            no host, no pins              | empty k         | no key equals a pinned one
            """
        )
    }

    @Test func `mode none matches the table`() throws {
        #expect(try none.differences() == [])
    }

    @Test func `mode certificate matches the table`() throws {
        #expect(try certificate.differences() == [])
    }

    @Test func `mode publicKey matches the table`() throws {
        #expect(try publicKey.differences() == [])
    }

    @Test func `omitted settings have the values of defaultPolicy`() throws {
        let defaults = ["allowInvalidCertificates": false, "validatesDomainName": true]
        let modeless = none.under(["evaluator": "securityPolicy", "compatibility": "afnetworking"])
        #expect(try modeless.differences(leavingOut: defaults) == [])
        #expect(try certificate.differences(leavingOut: defaults) == [])
        #expect(try publicKey.differences(leavingOut: defaults) == [])
    }

    @Test func `the standard securityPolicy is identical in modes none and certificate`() throws {
        #expect(try none.under(["evaluator": "securityPolicy", "sslPinningMode": "none"]).differences() == [])
        let own = certificate.under(["evaluator": "securityPolicy", "sslPinningMode": "certificate"])
        #expect(try own.differences() == [])
    }

    @Test func `the standard securityPolicy is identical in mode publicKey, except for host validation`() throws {
        let library = publicKey.under(ownPublicKey.policy)
        #expect(try ownPublicKey.differences() == [])
        let others = try library.differences().filter { !$0.contains("| invalid, domain:") }
        #expect(others == [])
    }
}
