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
          uris: ["spiffe://corp.example/ns/*/sa/billing"]
          dnsNames: ["*.example.com"]
          emails: ["*@example.com"]
          directoryNames: [{organizationName: Example, organizationalUnitName: ["Payments", "EU*"]}]
        certificatePolicies: {initialPolicySet: [2.23.140.1.2.1, anyPolicy], requireExplicitPolicy: true}
        constraints: {maximumLifetime: 90d}
        checks:
          time.expired: warning
          crypto.keyWeak: ignore
        mode: enforce
      open:
        evaluator: disabled

    """
