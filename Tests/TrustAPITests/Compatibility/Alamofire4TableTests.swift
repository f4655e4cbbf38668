import Testing

/// Tests of Alamofire 4's ServerTrustPolicy with all combinations of settings and chains.
@Suite struct `Compatibility with Alamofire 4` {
    private let pinning: [CompatibilityTable.Column] = [
        ("chain, host", ["validateCertificateChain": true, "validateHost": true]),
        ("chain", ["validateCertificateChain": true, "validateHost": false]),
        ("host", ["validateCertificateChain": false, "validateHost": true]),
        ("neither", ["validateCertificateChain": false, "validateHost": false]),
    ]

    /// The mechanism is the same in both libraries.
    private func performDefaultEvaluation(_ library: String) -> CompatibilityTable {
        CompatibilityTable(
            ["evaluator": "default", "compatibility": library],
            pinsKey: nil,
            columns: [("host", ["validateHost": true]), ("-", ["validateHost": false])],
            cases: [
                .publicCAPinned, .privateCAPinned, .privateCANotSent, .selfSignedOtherPin, .expiredCAPinned,
                .privateExpired, .wrongHost, .privateWrongHost, .clientsOnly, .forged, .forgedAuthority, .privateForged,
                .noHost, .privateNoHost, .forgedNoHost,
            ],
            """
            case                          | host     | -         | why
            public, CA pinned             | yes      | yes o     | valid under the SSL policy
            private, CA pinned            | root     | root o    | only system trust anchors are used
            private, pinned CA not sent   | issuer   | issuer o  | only system trust anchors are used
            self-signed, other pin        | self     | self o    | only system trust anchors are used
            expired, CA pinned            | expired  | expired o | not valid
            private expired, CA pinned    | root     | root o    | only system trust anchors are used
            wrong host, CA pinned         | host     | yes o     | host given only if validateHost
            private wrong host, CA pinned | root     | root o    | only system trust anchors are used
            for clients only, CA pinned   | usage    | usage o   | the SSL policy, with or without the host
            forged, CA pinned             | forged   | forged o  | paths with a failed signature are discarded
            forged CA, root pinned        | forged   | forged o  | paths with a failed signature are discarded
            private forged, CA pinned     | forged   | forged o  | paths with a failed signature are discarded
            no host, CA pinned            | 400      | yes       | the SSL policy without a host
            private no host, CA pinned    | 400      | root      | only system trust anchors are used
            forged no host, CA pinned     | 400      | forged    | paths with a failed signature are discarded
            """
        )
    }

    private var pinCertificates: CompatibilityTable {
        CompatibilityTable(
            ["evaluator": "pinCertificates", "compatibility": "alamofire4"],
            pinsKey: "certificates",
            columns: pinning,
            """
            case                          | chain, host | chain     | host     | neither  | why
            public, CA pinned             | yes         | yes o     | yes ok   | yes ok   | pins become the anchors; any certificate may be one
            public, leaf pinned           | yes         | yes o     | yes ok   | yes ok   | pins become the anchors; any certificate may be one
            public, root pinned           | yes         | yes o     | yes ok   | yes ok   | the built chain contains the root even if it was not sent
            public, other pin             | issuer      | issuer o  | pin ok   | pin ok   | anchors only: the system trust store is not used
            public, pin sent but unused   | issuer      | issuer o  | pin ok   | pin ok   | the chain is the built path, not the sent certificates
            private, CA pinned            | yes         | yes o     | yes ok   | yes ok   | pins become the anchors
            private, pinned CA not sent   | yes         | yes o     | pin ok   | pin ok   | without validation no pin is an anchor to build to
            private, leaf pinned          | yes         | yes o     | yes ok   | yes ok   | any certificate may be an anchor
            private, other pin            | root        | root o    | pin ok   | pin ok   | anchors only
            self-signed, pinned           | yes         | yes o     | yes ok   | yes ok   | pins become the anchors
            self-signed, other pin        | self        | self o    | pin ok   | pin ok   | anchors only
            expired, CA pinned            | expired     | expired o | yes ok   | yes ok   | without validation validity is ignored
            expired, leaf pinned          | expired     | expired o | yes ok   | yes ok   | expired anchors fail
            private expired, CA pinned    | expired     | expired o | yes ok   | yes ok   | without validation validity is ignored
            wrong host, CA pinned         | host        | yes o     | yes ok   | yes ok   | without validation the host is ignored
            private wrong host, CA pinned | host        | yes o     | yes ok   | yes ok   | without validation the host is ignored
            for clients only, CA pinned   | usage       | usage o   | yes ok   | yes ok   | without validation everything else is ignored
            reissued, old leaf pinned     | issuer      | issuer o  | pin ok   | pin ok   | byte for byte, not by key
            forged, CA pinned             | forged      | forged o  | pin ok   | pin ok   | certificates above a failed signature are ignored
            forged CA, root pinned        | forged      | forged o  | pin ok   | pin ok   | certificates above a failed signature are ignored
            leaf pinned, forged CA        | yes         | yes o     | yes ok   | yes ok   | the leaf is genuine, and no signature below it fails
            private forged, CA pinned     | forged      | forged o  | pin ok   | pin ok   | certificates above a failed signature are ignored
            forged twice, CA pinned       | forged      | forged o  | pin ok   | pin ok   | certificates above a failed signature are ignored
            public, no pins               | empty       | empty o   | empty ok | empty ok | no anchor and no pins to compare
            private, no pins              | empty       | empty o   | empty ok | empty ok | no anchor and no pins to compare
            public, undecodable pin       | load        | load      | load     | load     | an unreadable pin is an error
            public, CA and undecodable    | load        | load      | load     | load     | an unreadable pin is an error
            no host, CA pinned            | 400         | yes       | yes k    | yes k    | without validation no host is required
            private no host, CA pinned    | 400         | yes       | yes k    | yes k    | without validation no host is required
            forged no host, CA pinned     | 400         | forged    | pin k    | pin k    | certificates above a failed signature are ignored
            no host, no pins              | 400         | empty     | empty k  | empty k  | no anchor and no pins to compare
            """
        )
    }

    private var pinPublicKeys: CompatibilityTable {
        CompatibilityTable(
            ["evaluator": "pinPublicKeys", "compatibility": "alamofire4"],
            pinsKey: "certificates",
            columns: pinning,
            """
            case                          | chain, host | chain     | host     | neither  | why
            public, CA pinned             | yes         | yes o     | yes ok   | yes ok   | valid under system trust anchors, then any key
            public, leaf pinned           | yes         | yes o     | yes ok   | yes ok   | valid under system trust anchors, then any key
            public, root pinned           | yes         | yes o     | yes ok   | yes ok   | the built chain contains the root even if it was not sent
            public, other pin             | key         | key o     | key ok   | key ok   | no key equals a pinned one
            public, pin sent but unused   | key         | key o     | key ok   | key ok   | the chain is the built path, not the sent certificates
            private, CA pinned            | root        | root o    | yes ok   | yes ok   | pins are not anchors
            private, pinned CA not sent   | issuer      | issuer o  | key ok   | key ok   | the chain is the leaf alone
            private, leaf pinned          | root        | root o    | yes ok   | yes ok   | pins are not anchors
            private, other pin            | root        | root o    | key ok   | key ok   | no key equals a pinned one
            self-signed, pinned           | self        | self o    | yes ok   | yes ok   | pins are not anchors
            self-signed, other pin        | self        | self o    | key ok   | key ok   | no key equals a pinned one
            expired, CA pinned            | expired     | expired o | yes ok   | yes ok   | without validation only keys are compared
            expired, leaf pinned          | expired     | expired o | yes ok   | yes ok   | without validation only keys are compared
            private expired, CA pinned    | root        | root o    | yes ok   | yes ok   | pins are not anchors
            wrong host, CA pinned         | host        | yes o     | yes ok   | yes ok   | without validation only keys are compared
            private wrong host, CA pinned | root        | root o    | yes ok   | yes ok   | pins are not anchors
            for clients only, CA pinned   | usage       | usage o   | yes ok   | yes ok   | without validation only keys are compared
            reissued, old leaf pinned     | yes         | yes o     | yes ok   | yes ok   | the key is the same
            forged, CA pinned             | forged      | forged o  | key ok   | key ok   | certificates above a failed signature are ignored
            forged CA, root pinned        | forged      | forged o  | key ok   | key ok   | certificates above a failed signature are ignored
            leaf pinned, forged CA        | forged      | forged o  | yes ok   | yes ok   | the leaf is genuine, and no signature below it fails
            private forged, CA pinned     | forged      | forged o  | key ok   | key ok   | certificates above a failed signature are ignored
            forged twice, CA pinned       | forged      | forged o  | key ok   | key ok   | certificates above a failed signature are ignored
            public, no pins               | empty       | empty o   | empty ok | empty ok | no pins to compare
            private, no pins              | empty       | empty o   | empty ok | empty ok | no pins to compare
            public, undecodable pin       | load        | load      | load     | load     | an unreadable pin is an error
            public, CA and undecodable    | load        | load      | load     | load     | an unreadable pin is an error
            no host, CA pinned            | 400         | yes       | yes k    | yes k    | without validation no host is required
            private no host, CA pinned    | 400         | root      | yes k    | yes k    | pins are not anchors
            forged no host, CA pinned     | 400         | forged    | key k    | key k    | certificates above a failed signature are ignored
            no host, no pins              | 400         | empty     | empty k  | empty k  | no pins to compare
            """
        )
    }

    @Test(arguments: ["alamofire4", "alamofire5"])
    func `performDefaultEvaluation matches the table`(library: String) throws {
        #expect(try performDefaultEvaluation(library).differences() == [])
        #expect(try performDefaultEvaluation(library).differences(leavingOut: ["validateHost": true]) == [])
    }

    @Test func `pinCertificates matches the table`() throws {
        #expect(try pinCertificates.differences() == [])
    }

    @Test func `pinPublicKeys matches the table`() throws {
        #expect(try pinPublicKeys.differences() == [])
    }

    @Test func `omitted settings have the library's defaults, which validate chain and host`() throws {
        let defaults = ["validateCertificateChain": true, "validateHost": true]
        #expect(try pinCertificates.differences(leavingOut: defaults) == [])
        #expect(try pinPublicKeys.differences(leavingOut: defaults) == [])
    }

    @Test(arguments: ["alamofire4", "alamofire5", nil])
    func `disableEvaluation accepts every chain with a warning, even without a host`(library: String?) throws {
        let pki = try CompatibilityPKI()
        for row in CompatibilityCase.allCases {
            var policy = ["evaluator": "disabled"]
            policy["compatibility"] = library
            let answer = try pki.evaluate(row, under: policy)
            #expect(CompatibilityTable.spelling(of: answer) == "yes d", "\(row)")
            #expect(answer.object["result"] as? String == "proceed")
        }
    }

    @Test func `anchors of the policy replace the system trust store, but not pinned certificates`() throws {
        let pki = try CompatibilityPKI()
        let anchors = [pki.corporateRoot]
        let expected: [(String, CompatibilityCase, String)] = [
            ("pinPublicKeys", .privateCAPinned, "yes"), ("pinPublicKeys", .publicCAPinned, "issuer"),
            ("pinCertificates", .privateOtherPin, "root"), ("pinCertificates", .publicCAPinned, "yes"),
        ]
        for (evaluator, row, cell) in expected {
            let policy: [String: Any] = [
                "evaluator": evaluator, "compatibility": "alamofire4", "anchors": anchors,
                "certificates": pki.pins(of: row),
            ]
            let answer = try pki.evaluate(row, under: policy)
            #expect(CompatibilityTable.spelling(of: answer) == cell, "\(evaluator) \(row)")
        }
    }
}
