import Foundation
import Testing
import TrustTestSupport

@Suite struct `The commands for identities and challenges` {
    private static let partner = """
          partner:
            pkcs12: DIRECTORY/partner.p12
            passphrase: {file: DIRECTORY/passphrase}
            hosts: ["*.partner.example"]
        """
    private let files: IdentityFileSet

    init() throws {
        files = try IdentityFileSet()
        try files.writeSecret("partner.p12", files.pkcs12())
    }

    @Test func `list the identities, or none`() throws {
        do {
            let daemon = try files.daemon(Self.partner)
            let list = try files.run(["identities"])
            #expect(list.status == 0)
            #expect(
                list.output.hasPrefix("partner: usable, valid until ") && list.output.hasSuffix("*.partner.example\n")
            )
            let json = try files.run(["identities", "--json"])
            #expect(json.status == 0 && json.output.hasPrefix(#"{"identities":[{"name":"partner","state":"usable","#))
            withExtendedLifetime(daemon) {}
        }
        let daemon = try files.daemon(nil)
        let none = try files.run(["identities"])
        #expect(none.status == 0 && none.output == "no identities are configured\n")
        withExtendedLifetime(daemon) {}
    }

    @Test func `select an identity, or exit with 1`() throws {
        let daemon = try files.daemon(Self.partner)
        defer { withExtendedLifetime(daemon) {} }
        let host = IdentityFileSet.host
        let selected = try files.run(["challenge", host, "--port", "443"])
        #expect(selected.status == 0, "\(selected.errors)")
        #expect(selected.output.hasPrefix("useCredential: identitySelected: The identity partner is for this server"))
        #expect(selected.output.contains(files.leaf.pem) && selected.output.contains(files.issuing.certificate.pem))
        let json = try files.run(["challenge", host, "--json"])
        #expect(json.status == 0 && json.output.hasPrefix(#"{"disposition":"useCredential","#))
        for (arguments, status, output) in [
            (["--acceptable-issuer", "\(files.path)/root.pem"], 0, "useCredential: identitySelected: "),
            (["--previous-failures", "1"], 1, "rejectProtectionSpace: previousFailure: "),
            (["--method", "httpBasic", "--realm", "r"], 1, "performDefaultHandling: otherMethod: "),
            (["--method", "serverTrust"], 1, "performDefaultHandling: noServerTrust: "),
        ] as [([String], Int32, String)] {
            let result = try files.run(["challenge", host] + arguments)
            #expect(result.status == status, "\(arguments) \(result.errors)")
            #expect(result.output.hasPrefix(output), "\(result.output)")
        }
        let unknown = try files.directory.write("unknown.pem", files.leaf.pem)
        let other = try files.run(["challenge", host, "--acceptable-issuer", unknown])
        #expect(other.status == 1 && other.output.hasPrefix("performDefaultHandling: noIdentity: "))
        #expect(try files.run(["challenge", "www.example.org", "--json"]).status == 1)
    }

    @Test func `evaluate the chain of a server`() throws {
        let daemon = try files.daemon(nil)
        defer { withExtendedLifetime(daemon) {} }
        let leaf = try files.issuing.issueLeaf("www.example.com", key: files.leaf.key, edit: IdentityFileSet.valid())
        let chain = try files.directory.write("chain.pem", leaf.pem + files.issuing.certificate.pem)
        let options = ["--method", "serverTrust", "--chain", chain]
        let trusted = try files.run(["challenge", "www.example.com"] + options)
        #expect(trusted.status == 0, "\(trusted.output)\(trusted.errors)")
        #expect(trusted.output.hasPrefix("useCredential: serverTrusted: "))
        let untrusted = try files.run(["challenge", "other.example.com"] + options)
        #expect(untrusted.status == 1)
        #expect(untrusted.output.hasPrefix("cancelAuthenticationChallenge: serverNotTrusted: "))
        #expect(untrusted.output.contains("host.mismatch"))
    }

    @Test func `exit with 1 for problems and without a daemon, and with 2 for invalid arguments`() throws {
        #expect(try files.run(["identities"]).status == 1)
        #expect(try files.run(["challenge", "a.example"]).errors.contains("no daemon responds"))
        let daemon = try files.daemon(Self.partner, user: 54999, environment: ["ANCHORD_ROOT_MAY": ""])
        defer { withExtendedLifetime(daemon) {} }
        for arguments in [["identities"], ["challenge", IdentityFileSet.host]] {
            let result = try files.run(arguments)
            #expect(result.status == 1)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("problem unauthorized (401)"), "\(result.errors)")
        }
        for arguments in [
            ["identities", "extra"], ["challenge"], ["challenge", "a.example", "--port", "x"],
            ["challenge", "a.example", "--chain", "/nonexistent"], ["challenge", "a.example", "--timeout", "0s"],
            ["challenge", "a.example", "--acceptable-issuer", "\(files.path)/passphrase"],
        ] {
            let result = try files.run(arguments)
            #expect(result.status == 2, "\(arguments): \(result.errors)")
            #expect(!result.errors.contains(IdentityFileSet.passphrase))
        }
    }
}
