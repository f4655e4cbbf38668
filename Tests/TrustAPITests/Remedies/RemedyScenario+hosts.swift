import TrustTestSupport

extension RemedyScenario {
    private static let byName =
        "Connect using a name in the certificate, or have the certificate reissued with the "

    static let hosts = [
        RemedyScenario("host.mismatch", byName + "host as a subject alternative name.") {
            $0.member("host", "www.example.com")
        } cure: {
            $0.member("host", "api.example.com")
        },
        RemedyScenario("host.mismatch", byName + "host as a subject alternative name.") {
            $0.member("host", "www.example.com")
        } cure: {
            $0.leaf { $0.subjectAlternativeNames.append(.dns("www.example.com")) }
        },
        RemedyScenario("host.ipMismatch", byName + "address as an iPAddress entry.") {
            $0.member("host", "192.0.2.1")
        } cure: {
            $0.member("host", "api.example.com")
        },
        RemedyScenario("host.ipMismatch", byName + "address as an iPAddress entry.") {
            $0.member("host", "192.0.2.1")
        } cure: {
            $0.leaf { $0.subjectAlternativeNames.append(.ip([192, 0, 2, 1])) }
        },
        RemedyScenario(
            "host.mismatch",
            "Have the certificate reissued with the host name itself in place of the wildcard."
        ) {
            $0.member("host", "example.co.uk")
            $0.leaf { $0.subjectAlternativeNames = [.dns("*.co.uk")] }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("example.co.uk")] }
        },
        RemedyScenario(
            "host.mismatch",
            "Have the certificate reissued with a well-formed subject alternative name."
        ) {
            $0.leaf { $0.extensions.set(.raw(.subjectAlternativeName, value: [0x30, 0x05, 0x82])) }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        },
        RemedyScenario(
            "host.ipMismatch",
            "Have the certificate reissued with the address as an iPAddress entry in place of the dNSName entry."
        ) {
            $0.member("host", "192.0.2.1")
            $0.leaf { $0.subjectAlternativeNames = [.dns("192.0.2.1")] }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.ip([192, 0, 2, 1])] }
        },
        RemedyScenario(
            "host.noSAN",
            "Have the certificate reissued with its host names and addresses as subject alternative names. "
                + "To create the CSR: `openssl req -new -key server.key -subj '/CN=server' "
                + "-addext 'subjectAltName=DNS:api.example.com' -out server.csr`."
        ) {
            $0.leaf { $0.subjectAlternativeNames = [] }
        } cure: {
            $0.leaf { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        },
        RemedyScenario(
            "host.invalid",
            "Send only a DNS name or an IP address as the host, without scheme, port, path or wildcard."
        ) {
            $0.member("host", "https://api.example.com:443/")
        } cure: {
            $0.member("host", "api.example.com")
        },
        RemedyScenario("host.emailMismatch", mailbox) {
            $0.policy("emails", ["ops@example.com"])
        } cure: {
            $0.leaf { $0.subjectAlternativeNames.append(.email("ops@example.com")) }
        },
        RemedyScenario("host.emailMismatch", mailbox) {
            $0.policy("emails", ["ops@example.com"])
            $0.leaf { $0.subjectAlternativeNames.append(.email("operations@example.com")) }
        } cure: {
            $0.policy("emails", ["operations@example.com"])
        },
    ]

    private static let mailbox =
        "Have the certificate reissued with the mailbox as an rfc822Name entry, or correct the policy's `emails`."
}
