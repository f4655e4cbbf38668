import Testing

/// One key of constraints with a compliant, a violating and a malformed value, in JSON.
///
/// `SHA256` and `PIN` in a text are the digest of the leaf and the pin of its key.
struct ConstraintRow: Sendable, CustomTestStringConvertible {
    /// The keys below `constraints`, separated by slashes.
    let path: String
    let compliant: String
    let violating: String
    /// The facts of the violation.
    let (expected, found): (String, String)
    /// The depth of the violating certificate; nil for violations of the whole path.
    let depth: Int?
    let malformed: String
    /// The place of the error below `path`, and its message.
    let (place, problem): (String, String)

    init(
        _ path: String,
        _ compliant: String,
        violating: String,
        _ expected: String,
        _ found: String,
        at depth: Int? = 0,
        malformed: String,
        in place: String = "",
        problem: String
    ) {
        self.path = path
        self.compliant = compliant
        self.violating = violating
        (self.expected, self.found) = (expected, found)
        self.depth = depth
        self.malformed = malformed
        (self.place, self.problem) = (place, problem)
    }

    var testDescription: String { path }

    static let all = [names, keys, identities, extensions, positions, combinations].flatMap(\.self)

    /// The parameter sets of ML-DSA and SLH-DSA in the order of their identifiers.
    private static let postQuantum =
        ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"]
        + ["SHA2", "SHAKE"].flatMap { hash in
            ["128s", "128f", "192s", "192f", "256s", "256f"].map { "SLH-DSA-\(hash)-\($0)" }
        }

    private static let empty = "the list is empty: add an item or omit the key"

    private static let names: [ConstraintRow] = [
        ConstraintRow(
            "leaf/subject/commonName",
            #""API.*""#,
            violating: #"["www.*", "api"]"#,
            "www.*, api",
            "api.example.com",
            malformed: #""*a*b*c*d*""#,
            problem: "the pattern `*a*b*c*d*` has more than 4 wildcards"
        ),
        ConstraintRow(
            "leaf/subject",
            #"{"organizationName": ["Example"]}"#,
            violating: #"{"organizationName": "Other"}"#,
            "Other",
            "Example",
            malformed: #"{"organisationName": "Example"}"#,
            in: "/organisationName",
            problem: "unknown key `organisationName`; did you mean `organizationName`?"
        ),
        ConstraintRow(
            "leaf/issuer/commonName",
            #""api test issuing""#,
            violating: #""API Test Root""#,
            #""API Test Root""#,
            #""API Test Issuing""#,
            malformed: "[]",
            problem: empty
        ),
        ConstraintRow(
            "leaf/dnsNames/every",
            #"["*.example.com"]"#,
            violating: #"["*.example.org"]"#,
            "*.example.org",
            "api.example.com",
            malformed: #"["*.com"]"#,
            in: "/0",
            problem:
                "the DNS name `*.com` has a wildcard before the public suffix `com`, under which anyone can register names"
        ),
        ConstraintRow(
            "leaf/dnsNames/some",
            #"["www.example.com", "api.example.com"]"#,
            violating: #"["www.example.com"]"#,
            "www.example.com",
            "api.example.com",
            malformed: #"["10.0.0.1"]"#,
            in: "/0",
            problem: "expected a DNS name such as *.example.com, found the IP address `10.0.0.1`"
        ),
        ConstraintRow(
            "leaf/dnsNames/none",
            #"["**.internal", "**.org"]"#,
            violating: #"["**.com"]"#,
            "no name that matches **.com",
            "api.example.com",
            malformed: "{}",
            problem: "the key `file` is missing: expected the path of a file with one value a line (or a list)"
        ),
        ConstraintRow(
            "leaf/uris/every",
            #"["spiffe://a.example/*"]"#,
            violating: #"["spiffe://b.example/*"]"#,
            "spiffe://b.example/*",
            "spiffe://a.example/api",
            malformed: #"["a.example"]"#,
            in: "/0",
            problem:
                "the pattern `a.example` is not a URI such as spiffe://corp.example/billing, of at most 2048 octets, without "
                + "query and fragment"
        ),
        ConstraintRow(
            "leaf/uris/some",
            #"["spiffe://a.example/**"]"#,
            violating: #"["spiffe://a.example"]"#,
            "spiffe://a.example",
            "spiffe://a.example/api",
            malformed: #"["urn:*"]"#,
            in: "/0",
            problem: "the pattern `urn:*` has a wildcard outside the path: write the scheme and the host in full"
        ),
        ConstraintRow(
            "leaf/uris/none",
            #"["spiffe://b.example/**"]"#,
            violating: #"["spiffe://a.example/**"]"#,
            "no name that matches spiffe://a.example/**",
            "spiffe://a.example/api",
            malformed: "7",
            problem: "expected a list, found the number 7 (text must be quoted)"
        ),
        ConstraintRow(
            "leaf/emails/every",
            #"["*@example.com"]"#,
            violating: #"["*@example.org"]"#,
            "*@example.org",
            "ann@example.com",
            malformed: #"["ann"]"#,
            in: "/0",
            problem: "the pattern `ann` is not a mailbox such as ann@example.com or *@example.com"
        ),
        ConstraintRow(
            "leaf/emails/some",
            #"["ann@example.com"]"#,
            violating: #"["bob@example.com"]"#,
            "bob@example.com",
            "ann@example.com",
            malformed: #"["a*@b"]"#,
            in: "/0",
            problem: "the pattern `a*@b` has a wildcard that is not its whole local part"
        ),
        ConstraintRow(
            "leaf/emails",
            #"{"none": ["bob@example.com"]}"#,
            violating: #"{"none": ["ANN@example.com"]}"#,
            "no name that matches ANN@example.com",
            "ann@example.com",
            malformed: "{}",
            problem: "the mapping is empty: add every, some or none"
        ),
    ]

    private static let keys: [ConstraintRow] = [
        ConstraintRow(
            "leaf/key/types",
            #"["rsa", "ec"]"#,
            violating: #"["rsa"]"#,
            "rsa",
            "ec",
            malformed: #"["ecdsa"]"#,
            in: "/0",
            problem: "expected ec, rsa, ed25519, ed448, dsa, \(postQuantum.dropLast().joined(separator: ", ")) or "
                + "SLH-DSA-SHAKE-256f, found `ecdsa`"
        ),
        ConstraintRow(
            "leaf/key/minimumBits",
            "256",
            violating: "257",
            "at least 257 bits",
            "256 bits",
            malformed: "0",
            problem: "expected a number from 1 to 16384, found 0"
        ),
        ConstraintRow(
            "leaf/key/curves",
            #"["P-384", "1.2.840.10045.3.1.7"]"#,
            violating: #"["P-384"]"#,
            "P-384",
            "P-256",
            malformed: #"["P256"]"#,
            in: "/0",
            problem:
                "expected P-256, P-384, P-521, P-192, P-224, secp256k1, brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 or "
                + "an object identifier, found `P256`; did you mean `P-256`?"
        ),
        ConstraintRow(
            "leaf/key",
            #"{"types": ["ec"]}"#,
            violating: #"{"types": ["dsa"]}"#,
            "dsa",
            "ec",
            malformed: #"{"types": ["rsa"], "curves": ["P-256"]}"#,
            problem: "no key could match: no type of key meets all of `types`, `minimumBits` and `curves`"
        ),
        ConstraintRow(
            "leaf/signatureAlgorithms",
            #"["ed25519", "ecdsaWithSHA256"]"#,
            violating: #"["ecdsaWithSHA384"]"#,
            "ecdsaWithSHA384",
            "ecdsaWithSHA256",
            malformed: #"["ecdsaWithSHA-256"]"#,
            in: "/0",
            problem:
                "expected rsaPSSWithSHA256, rsaPSSWithSHA384, rsaPSSWithSHA512, rsaPKCS1WithSHA256, rsaPKCS1WithSHA384, "
                + "rsaPKCS1WithSHA512, ecdsaWithSHA256, ecdsaWithSHA384, ecdsaWithSHA512, ed25519, ed448, "
                + "\(postQuantum.joined(separator: ", ")) or an object "
                + "identifier, found `ecdsaWithSHA-256`; did you mean `ecdsaWithSHA256`?"
        ),
    ]

    private static let zeros = String(repeating: "0", count: 64)

    private static let identities: [ConstraintRow] = [
        ConstraintRow(
            "leaf/serialNumbers",
            #"["01", "00:0A:1b"]"#,
            violating: #"["1b"]"#,
            "1b",
            "0a1b",
            malformed: #"["a1b"]"#,
            in: "/0",
            problem: "expected a serial number of at most 64 octets in hexadecimal such as 0a1b, found `a1b`"
        ),
        ConstraintRow(
            "leaf/sha256",
            #"["SHA256"]"#,
            violating: #"["\#(zeros)"]"#,
            zeros,
            "SHA256",
            malformed: #"["PIN"]"#,
            in: "/0",
            problem: "expected the SHA-256 of a certificate, 64 hexadecimal digits, found `PIN`"
        ),
        ConstraintRow(
            "leaf/spkiSha256",
            #"["PIN"]"#,
            violating: #"["\#(zeros)"]"#,
            "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "PIN",
            malformed: #"["sha256/AAAA"]"#,
            in: "/0",
            problem:
                "expected `sha256/` and the base64 of the SHA-256 of a public key, or 64 hexadecimal digits, found "
                + "`sha256/AAAA`"
        ),
    ]

    private static let extensions: [ConstraintRow] = [
        ConstraintRow(
            "leaf/certificatePolicies",
            #"["2.23.140.1.2.2", "2.23.140.1.2.1"]"#,
            violating: #"["2.23.140.1.2.2"]"#,
            "2.23.140.1.2.2",
            "2.23.140.1.2.1",
            malformed: #"["ov"]"#,
            in: "/0",
            problem: "expected an object identifier such as 2.23.140.1.2.1, or anyPolicy, found `ov`"
        ),
        ConstraintRow(
            "leaf/extendedKeyUsage/includes",
            #"["serverAuth", "1.3.6.1.5.5.7.3.2"]"#,
            violating: #"["serverAuth", "emailProtection"]"#,
            "serverAuth, emailProtection",
            "serverAuth, clientAuth",
            malformed: #"["any"]"#,
            in: "/0",
            problem:
                "expected serverAuth, clientAuth, emailProtection, codeSigning, anyExtendedKeyUsage or an object identifier, "
                + "found `any`"
        ),
        ConstraintRow(
            "leaf/extendedKeyUsage/only",
            #"["serverAuth", "clientAuth", "codeSigning"]"#,
            violating: #"["serverAuth"]"#,
            "only serverAuth",
            "serverAuth, clientAuth",
            malformed: "[]",
            problem: empty
        ),
        ConstraintRow(
            "leaf/extendedKeyUsage",
            #"{"includes": ["serverAuth"], "only": ["serverAuth", "clientAuth"]}"#,
            violating: #"{"includes": ["codeSigning"]}"#,
            "codeSigning",
            "serverAuth, clientAuth",
            malformed: #"{"includes": ["serverAuth"], "only": ["clientAuth"]}"#,
            in: "/includes",
            problem: "no certificate could match: `only` does not list all purposes of `includes`"
        ),
        ConstraintRow(
            "leaf/extensions/present",
            #"["2.5.29.15", "2.5.29.32"]"#,
            violating: #"["2.5.29.15", "1.2.3"]"#,
            "present: 2.5.29.15, 1.2.3",
            "absent: 1.2.3",
            malformed: #"["keyUsage"]"#,
            in: "/0",
            problem: "expected the object identifier of an extension such as 1.3.6.1.5.5.7.1.24, found `keyUsage`"
        ),
        ConstraintRow(
            "leaf/extensions/absent",
            #"["1.2.3"]"#,
            violating: #"["2.5.29.15", "1.2.3"]"#,
            "absent: 2.5.29.15, 1.2.3",
            "present: 2.5.29.15",
            malformed: #"[7]"#,
            in: "/0",
            problem: "expected text, found the number 7 (text must be quoted)"
        ),
        ConstraintRow(
            "leaf/extensions/critical",
            #"["2.5.29.15"]"#,
            violating: #"["2.5.29.15", "2.5.29.37"]"#,
            "critical: 2.5.29.15, 2.5.29.37",
            "absent or not critical: 2.5.29.37",
            malformed: #""2.5.29.15""#,
            problem: "expected a list, found text"
        ),
        ConstraintRow(
            "leaf/extensions",
            #"{"present": ["2.5.29.15"], "absent": ["1.2.3"]}"#,
            violating: #"{"absent": ["2.5.29.15"]}"#,
            "absent: 2.5.29.15",
            "present: 2.5.29.15",
            malformed: #"{"critical": ["2.5.29.15"], "absent": ["2.5.29.15"]}"#,
            in: "/absent",
            problem: "no certificate could match: 2.5.29.15 must be present and absent"
        ),
        ConstraintRow(
            "leaf/notBefore/after",
            #""2025-12-01T23:59:59Z""#,
            violating: #""2025-12-02""#,
            "after 2025-12-02T00:00:00Z",
            "2025-12-02T00:00:00Z",
            malformed: #""yesterday""#,
            problem: "expected a time such as 2026-11-20T00:00:00Z or a day such as 2026-11-20, found `yesterday`"
        ),
        ConstraintRow(
            "leaf/notBefore/before",
            #""2025-12-02T00:00:01Z""#,
            violating: #""2025-12-02""#,
            "before 2025-12-02T00:00:00Z",
            "2025-12-02T00:00:00Z",
            malformed: "20251202",
            problem: "expected text, found the number 20251202 (text must be quoted)"
        ),
        ConstraintRow(
            "leaf/notBefore",
            #"{"after": "2025-12-01", "before": "2025-12-03"}"#,
            violating: #"{"after": "2026-01-01"}"#,
            "after 2026-01-01T00:00:00Z",
            "2025-12-02T00:00:00Z",
            malformed: #"{"after": "2026-01-01", "before": "2026-01-01"}"#,
            in: "/after",
            problem:
                "no certificate could match: there is no second after 2026-01-01T00:00:00Z and before 2026-01-01T00:00:00Z"
        ),
    ]

    private static let positions: [ConstraintRow] = [
        ConstraintRow(
            "leaf",
            #"{"key": {"types": ["ec"]}}"#,
            violating: #"{"key": {"types": ["rsa"]}}"#,
            "rsa",
            "ec",
            malformed: "{}",
            problem: "the matcher is empty: add a condition, such as `subject`"
        ),
        ConstraintRow(
            "issuer/subject/commonName",
            #""API Test Issuing""#,
            violating: #""API Test Root""#,
            #""API Test Root""#,
            #""API Test Issuing""#,
            at: 1,
            malformed: "7",
            problem: "expected a list, found the number 7 (text must be quoted)"
        ),
        ConstraintRow(
            "anchor/subject/commonName",
            #""API Test Root""#,
            violating: #""API Test Issuing""#,
            #""API Test Issuing""#,
            #""API Test Root""#,
            at: 2,
            malformed: "{}",
            problem: "the key `file` is missing: expected the path of a file with one value a line (or a list)"
        ),
        ConstraintRow(
            "every/notBefore/before",
            #""2025-12-03""#,
            violating: #""2025-12-01""#,
            "before 2025-12-01T00:00:00Z",
            "2025-12-02T00:00:00Z",
            malformed: "[]",
            problem: "expected text, found a list"
        ),
        ConstraintRow(
            "some",
            #"{"serialNumbers": ["0a1b"]}"#,
            violating: #"{"serialNumbers": ["0a1c"]}"#,
            "a certificate that meets all conditions",
            "none of 3 certificates",
            at: nil,
            malformed: #"{"serialNumber": ["0a1b"]}"#,
            in: "/serialNumber",
            problem: "unknown key `serialNumber`; did you mean `serialNumbers`?"
        ),
        ConstraintRow(
            "minimumRemaining",
            #""60d""#,
            violating: #""61d""#,
            "at least 61d until notAfter",
            "notAfter 2026-03-02T00:00:00Z",
            malformed: #""61""#,
            problem: "expected a duration such as 90d, 12h, 45m or 30s, found `61`"
        ),
    ]

    private static let combinations: [ConstraintRow] = [
        ConstraintRow(
            "allOf",
            #"[{"leaf": {"key": {"types": ["ec"]}}}, {"minimumRemaining": "1d"}]"#,
            violating: #"[{"maximumLifetime": "90d"}]"#,
            "a validity of at most 90d",
            "a validity of 7776001s",
            malformed: "[{}]",
            in: "/0",
            problem: "the mapping is empty: add a constraint, such as `leaf`"
        ),
        ConstraintRow(
            "anyOf",
            #"[{"leaf": {"serialNumbers": ["01"]}}, {"maximumLifetime": "91d"}]"#,
            violating: #"[{"leaf": {"serialNumbers": ["01"]}}, {"maximumLifetime": "90d"}]"#,
            "one of 2 alternatives",
            "none",
            at: nil,
            malformed: "[]",
            problem: empty
        ),
        ConstraintRow(
            "not",
            #"{"leaf": {"serialNumbers": ["01"]}}"#,
            violating: #"{"leaf": {"serialNumbers": ["0a1b"]}}"#,
            "not met",
            "met",
            at: nil,
            malformed: "{}",
            problem: "the mapping is empty: add a constraint, such as `leaf`"
        ),
    ]
}
