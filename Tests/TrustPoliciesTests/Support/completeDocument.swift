/// A policy set with every key of this version.
let completeDocument = """
    # Everything at once
    description: "Payment hosts"
    hosts:
      api.pay.example.com: corporate
      "*.pay.example.com": open
      '**.example.org': corporate
    otherwise: performDefaultHandling
    policies:
      corporate:
        evaluator: default
        description: >
          Our own authority,
          folded
        profile: server
        purpose: serverAuth
        anchors:
          - |
            \(FakeCertificate.indentedPEM("root", by: 8))
        anchorsOnly: false
        validateCertificateChain: true
        validateHost: true
        maxChainDepth: 2
        minimumRSABits: 3072
        minimumSecurityLevel: 2
        keyUsage: [digitalSignature, keyAgreement]
        emails: ["ann@example.com"]
        allowedClients:
          uris: ["https://corp.example/ns/*/sa/billing"]
          dnsNames: ["*.example.com"]
          emails: ["*@example.com"]
          directoryNames: [{organizationName: Example, organizationalUnitName: ["Payments", "EU*"]}]
        certificatePolicies: {initialPolicySet: [2.23.140.1.2.1, anyPolicy], requireExplicitPolicy: true}
        constraints:
          maximumLifetime: 90d
          minimumRemaining: 7d
          leaf:
            subject: {commonName: "api.*", organizationName: [Example, "Example GmbH"]}
            issuer: {organizationName: Example}
            dnsNames: {every: ["*.example.com"], some: [api.example.com], none: ["**.internal"]}
            uris: {none: ["spiffe://test.example/**"]}
            emails: {none: ["*@example.org"]}
            key: {types: [ec, rsa], minimumBits: 256, curves: [P-256]}
            signatureAlgorithms: [ecdsaWithSHA256]
            serialNumbers: ["0a1b"]
            sha256: ["\(String(repeating: "5a", count: 32))"]
            spkiSha256: ["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
            certificatePolicies: [2.23.140.1.2.1]
            extendedKeyUsage: {includes: [serverAuth], only: [serverAuth, clientAuth]}
            extensions: {present: [1.3.6.1.5.5.7.1.24], absent: [1.2.3], critical: [2.5.29.15]}
            notBefore: {after: 2026-01-01, before: 2030-01-01T12:00:00Z}
          issuer: {subject: {commonName: "*"}}
          anchor: {key: {types: [rsa]}}
          every: {key: {minimumBits: 256}}
          some: {extensions: {present: [2.5.29.30]}}
          allOf: [{leaf: {key: {types: [ec]}}}]
          anyOf: [{leaf: {key: {types: [ec]}}}, {not: {anchor: {key: {types: [ec]}}}}]
          not: {leaf: {subject: {organizationalUnitName: Test}}}
        checks:
          time.expired: warning
          crypto.keyWeak: ignore
        mode: enforce
      open:
        evaluator: disabled

    """
