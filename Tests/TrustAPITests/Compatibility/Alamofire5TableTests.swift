import Testing

/// Tests of Alamofire 5's ServerTrustEvaluating types with all combinations of settings and chains.
@Suite struct `Compatibility with Alamofire 5` {
    private let validation: [CompatibilityTable.Column] = [
        ("default, host", ["performDefaultValidation": true, "validateHost": true]),
        ("default", ["performDefaultValidation": true, "validateHost": false]),
        ("host", ["performDefaultValidation": false, "validateHost": true]),
        ("neither", ["performDefaultValidation": false, "validateHost": false]),
    ]

    private var pinnedCertificates: CompatibilityTable {
        CompatibilityTable(
            ["evaluator": "pinCertificates", "compatibility": "alamofire5"],
            pinsKey: "certificates",
            columns: validation.map { ($0.label, $0.settings.merging(["acceptSelfSignedCertificates": false]) { $1 }) },
            """
            case                          | default, host | default   | host     | neither  | why
            public, CA pinned             | yes           | yes o     | yes      | yes ok   | valid, and a pin is in the chain
            public, leaf pinned           | yes           | yes o     | yes      | yes ok   | valid, and a pin is in the chain
            public, root pinned           | yes           | yes o     | yes      | yes ok   | the built chain contains the root even if it was not sent
            public, other pin             | pin           | pin o     | pin      | pin ok   | bytes are always compared
            public, pin sent but unused   | pin           | pin o     | pin      | pin ok   | the chain is the built path, not the sent certificates
            private, CA pinned            | root          | root o    | root     | yes ok   | pins are not anchors; host validation validates the chain too
            private, pinned CA not sent   | issuer        | issuer o  | issuer   | pin ok   | the chain is the leaf alone
            private, leaf pinned          | root          | root o    | root     | yes ok   | pins are not anchors; host validation validates the chain too
            private, other pin            | root          | root o    | root     | pin ok   | bytes are always compared
            self-signed, pinned           | self          | self o    | self     | yes ok   | pins are not anchors; host validation validates the chain too
            self-signed, other pin        | self          | self o    | self     | pin ok   | bytes are always compared
            expired, CA pinned            | expired       | expired o | expired  | yes ok   | host validation validates the chain too
            expired, leaf pinned          | expired       | expired o | expired  | yes ok   | host validation validates the chain too
            private expired, CA pinned    | root          | root o    | root     | yes ok   | pins are not anchors; host validation validates the chain too
            wrong host, CA pinned         | host          | yes o     | host     | yes ok   | host validation only if asked
            private wrong host, CA pinned | root          | root o    | root     | yes ok   | pins are not anchors; host validation validates the chain too
            for clients only, CA pinned   | usage         | usage o   | usage    | yes ok   | both validations are under the SSL policy
            reissued, old leaf pinned     | pin           | pin o     | pin      | pin ok   | byte for byte, not by key
            forged, CA pinned             | forged        | forged o  | forged   | pin ok   | certificates above a failed signature are ignored
            forged CA, root pinned        | forged        | forged o  | forged   | pin ok   | certificates above a failed signature are ignored
            leaf pinned, forged CA        | forged        | forged o  | forged   | yes ok   | the leaf is genuine, and no signature below it fails
            private forged, CA pinned     | forged        | forged o  | forged   | pin ok   | certificates above a failed signature are ignored
            forged twice, CA pinned       | forged        | forged o  | forged   | pin ok   | certificates above a failed signature are ignored
            public, no pins               | empty         | empty o   | empty    | empty ok | noCertificatesFound before anything else
            private, no pins              | empty         | empty o   | empty    | empty ok | noCertificatesFound before anything else
            public, undecodable pin       | load          | load      | load     | load     | an unreadable pin is an error
            public, CA and undecodable    | load          | load      | load     | load     | an unreadable pin is an error
            no host, CA pinned            | 400           | yes       | 400      | yes k    | a host is needed if it is validated
            private no host, CA pinned    | 400           | root      | 400      | yes k    | pins are not anchors
            forged no host, CA pinned     | 400           | forged    | 400      | pin k    | certificates above a failed signature are ignored
            no host, no pins              | 400           | empty     | 400      | empty k  | noCertificatesFound before anything else
            """
        )
    }

    private var selfSignedCertificates: CompatibilityTable {
        CompatibilityTable(
            ["evaluator": "pinCertificates", "compatibility": "alamofire5"],
            pinsKey: "certificates",
            columns: validation.map { ($0.label, $0.settings.merging(["acceptSelfSignedCertificates": true]) { $1 }) },
            """
            case                          | default, host | default   | host     | neither  | why
            public, CA pinned             | yes           | yes o     | yes      | yes ok   | pins become the anchors; any certificate may be one
            public, leaf pinned           | yes           | yes o     | yes      | yes ok   | pins become the anchors; any certificate may be one
            public, root pinned           | yes           | yes o     | yes      | yes ok   | pins become the anchors
            public, other pin             | issuer        | issuer o  | issuer   | pin ok   | anchors only: the system trust store is not used
            public, pin sent but unused   | issuer        | issuer o  | issuer   | pin ok   | the chain is the built path, not the sent certificates
            private, CA pinned            | yes           | yes o     | yes      | yes ok   | pins become the anchors
            private, pinned CA not sent   | yes           | yes o     | yes      | yes ok   | the chain is built to the anchor, and contains the pin
            private, leaf pinned          | yes           | yes o     | yes      | yes ok   | any certificate may be an anchor
            private, other pin            | root          | root o    | root     | pin ok   | anchors only
            self-signed, pinned           | yes           | yes o     | yes      | yes ok   | pins become the anchors
            self-signed, other pin        | self          | self o    | self     | pin ok   | anchors only
            expired, CA pinned            | expired       | expired o | expired  | yes ok   | host validation validates the chain too
            expired, leaf pinned          | expired       | expired o | expired  | yes ok   | expired anchors fail
            private expired, CA pinned    | expired       | expired o | expired  | yes ok   | host validation validates the chain too
            wrong host, CA pinned         | host          | yes o     | host     | yes ok   | host validation only if asked
            private wrong host, CA pinned | host          | yes o     | host     | yes ok   | host validation only if asked
            for clients only, CA pinned   | usage         | usage o   | usage    | yes ok   | both validations are under the SSL policy
            reissued, old leaf pinned     | issuer        | issuer o  | issuer   | pin ok   | the old leaf is the only anchor, and is not in the chain
            forged, CA pinned             | forged        | forged o  | forged   | pin ok   | certificates above a failed signature are ignored
            forged CA, root pinned        | forged        | forged o  | forged   | pin ok   | certificates above a failed signature are ignored
            leaf pinned, forged CA        | yes           | yes o     | yes      | yes ok   | pins become the anchors; any certificate may be one
            private forged, CA pinned     | forged        | forged o  | forged   | pin ok   | certificates above a failed signature are ignored
            forged twice, CA pinned       | forged        | forged o  | forged   | pin ok   | certificates above a failed signature are ignored
            public, no pins               | empty         | empty o   | empty    | empty ok | noCertificatesFound before anything else
            private, no pins              | empty         | empty o   | empty    | empty ok | noCertificatesFound before anything else
            public, undecodable pin       | load          | load      | load     | load     | an unreadable pin is an error
            public, CA and undecodable    | load          | load      | load     | load     | an unreadable pin is an error
            no host, CA pinned            | 400           | yes       | 400      | yes k    | a host is needed if it is validated
            private no host, CA pinned    | 400           | yes       | 400      | yes k    | pins become the anchors
            forged no host, CA pinned     | 400           | forged    | 400      | pin k    | certificates above a failed signature are ignored
            no host, no pins              | 400           | empty     | 400      | empty k  | noCertificatesFound before anything else
            """
        )
    }

    private var publicKeys: CompatibilityTable {
        CompatibilityTable(
            ["evaluator": "pinPublicKeys", "compatibility": "alamofire5"],
            pinsKey: "certificates",
            columns: validation,
            """
            case                          | default, host | default   | host     | neither  | why
            public, CA pinned             | yes           | yes o     | yes      | yes ok   | valid, and a pinned key is in the chain
            public, leaf pinned           | yes           | yes o     | yes      | yes ok   | valid, and a pinned key is in the chain
            public, root pinned           | yes           | yes o     | yes      | yes ok   | the built chain contains the root even if it was not sent
            public, other pin             | key           | key o     | key      | key ok   | keys are always compared
            public, pin sent but unused   | key           | key o     | key      | key ok   | the chain is the built path, not the sent certificates
            private, CA pinned            | root          | root o    | root     | yes ok   | never sets anchors
            private, pinned CA not sent   | issuer        | issuer o  | issuer   | key ok   | never sets anchors: the chain is the leaf alone
            private, leaf pinned          | root          | root o    | root     | yes ok   | never sets anchors
            private, other pin            | root          | root o    | root     | key ok   | keys are always compared
            self-signed, pinned           | self          | self o    | self     | yes ok   | never sets anchors
            self-signed, other pin        | self          | self o    | self     | key ok   | keys are always compared
            expired, CA pinned            | expired       | expired o | expired  | yes ok   | host validation validates the chain too
            expired, leaf pinned          | expired       | expired o | expired  | yes ok   | host validation validates the chain too
            private expired, CA pinned    | root          | root o    | root     | yes ok   | never sets anchors
            wrong host, CA pinned         | host          | yes o     | host     | yes ok   | host validation only if asked
            private wrong host, CA pinned | root          | root o    | root     | yes ok   | never sets anchors
            for clients only, CA pinned   | usage         | usage o   | usage    | yes ok   | both validations are under the SSL policy
            reissued, old leaf pinned     | yes           | yes o     | yes      | yes ok   | the key is the same
            forged, CA pinned             | forged        | forged o  | forged   | key ok   | certificates above a failed signature are ignored
            forged CA, root pinned        | forged        | forged o  | forged   | key ok   | certificates above a failed signature are ignored
            leaf pinned, forged CA        | forged        | forged o  | forged   | yes ok   | the leaf is genuine, and no signature below it fails
            private forged, CA pinned     | forged        | forged o  | forged   | key ok   | certificates above a failed signature are ignored
            forged twice, CA pinned       | forged        | forged o  | forged   | key ok   | certificates above a failed signature are ignored
            public, no pins               | empty         | empty o   | empty    | empty ok | noPublicKeysFound before anything else
            private, no pins              | empty         | empty o   | empty    | empty ok | noPublicKeysFound before anything else
            public, undecodable pin       | load          | load      | load     | load     | an unreadable pin is an error
            public, CA and undecodable    | load          | load      | load     | load     | an unreadable pin is an error
            no host, CA pinned            | 400           | yes       | 400      | yes k    | a host is needed if it is validated
            private no host, CA pinned    | 400           | root      | 400      | yes k    | never sets anchors
            forged no host, CA pinned     | 400           | forged    | 400      | key k    | certificates above a failed signature are ignored
            no host, no pins              | 400           | empty     | 400      | empty k  | noPublicKeysFound before anything else
            """
        )
    }

    @Test func `PinnedCertificates matches the table`() throws {
        #expect(try pinnedCertificates.differences() == [])
    }

    @Test func `PinnedCertificates with acceptSelfSignedCertificates matches the table`() throws {
        #expect(try selfSignedCertificates.differences() == [])
    }

    @Test func `PublicKeys matches the table`() throws {
        #expect(try publicKeys.differences() == [])
    }

    @Test func `omitted settings have the library's defaults, which validate all and trust no pins as anchors`() throws
    {
        let defaults = ["performDefaultValidation": true, "validateHost": true, "acceptSelfSignedCertificates": false]
        #expect(try pinnedCertificates.differences(leavingOut: defaults) == [])
        #expect(try publicKeys.differences(leavingOut: defaults) == [])
    }
}
