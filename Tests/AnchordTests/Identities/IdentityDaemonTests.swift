import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A daemon with identities in files of `openssl`.
@Suite struct `A daemon with identities` {
    private let files: IdentityFileSet

    init() throws { files = try IdentityFileSet() }

    private static let partner = """
          partner:
            pkcs12: DIRECTORY/partner.p12
            passphrase: {file: DIRECTORY/passphrase}
            hosts: ["*.partner.example"]
            clients: [tester]
        """

    @Test func `starts, and reports precisely why identities are unusable`() throws {
        let expired = try files.issuing.issueLeaf(
            "expired",
            key: files.leaf.key,
            edit: IdentityFileSet.valid(-9 ... -2)
        )
        let good = try files.pkcs12()
        try files.writeSecret("partner.p12", good)
        try files.writeSecret("open.p12", good, mode: 0o644)
        try files.writeSecret("truncated.p12", Array(good.dropLast(100)))
        try files.writeSecret("expired.p12", files.pkcs12(expired))
        let weak = "-keypbe PBE-SHA1-RC2-40 -certpbe PBE-SHA1-RC2-40 -macalg sha1 -legacy"
        try files.writeSecret("legacy.p12", files.pkcs12(nil, weak))
        try files.writeSecret("wrong", Array("hunter2-wrong".utf8))
        try files.writeSecret("other.key", Array(files.issuing.key.privateKeyPEM().utf8))
        let encrypted = try OpenSSLProgram().pemKey(
            files.leaf.key,
            "pkcs8 -topk8 -passout pass:\(IdentityFileSet.passphrase)"
        )
        try files.writeSecret("partner.key", Array(encrypted.utf8))
        try files.directory.write("partner.pem", files.leaf.pem + files.issuing.certificate.pem)
        let secret = "passphrase: {file: DIRECTORY/passphrase}"
        let pem = "certificateChain: DIRECTORY/partner.pem"
        let daemon = try files.daemon(
            """
              good: {pkcs12: DIRECTORY/partner.p12, \(secret)}
              legacy: {pkcs12: DIRECTORY/legacy.p12, \(secret)}
              pem: {\(pem), privateKey: DIRECTORY/partner.key, passphrase: {environment: IDENTITY_SECRET}}
              allowed: {pkcs12: DIRECTORY/open.p12, \(secret), allowReadableByOthers: true}
              expired: {pkcs12: DIRECTORY/expired.p12, \(secret)}
              open: {pkcs12: DIRECTORY/open.p12, \(secret)}
              wrong: {pkcs12: DIRECTORY/partner.p12, passphrase: {file: DIRECTORY/wrong}}
              truncated: {pkcs12: DIRECTORY/truncated.p12, \(secret)}
              mismatched: {\(pem), privateKey: DIRECTORY/other.key}
              locked: {\(pem), privateKey: DIRECTORY/partner.key}
              absent: {pkcs12: DIRECTORY/absent.p12, \(secret)}
            """,
            environment: ["IDENTITY_SECRET": IdentityFileSet.passphrase]
        )
        let result = try files.run(["identities"])
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        let heads = lines.filter { !$0.hasPrefix(" ") }
        #expect(
            heads.map { String($0.prefix { $0 != "," }) } == [
                "good: usable", "legacy: usable", "pem: usable", "allowed: usable", "expired: expired",
                "open: notLoaded", "wrong: notLoaded", "truncated: notLoaded", "mismatched: notLoaded",
                "locked: notLoaded", "absent: notLoaded",
            ]
        )
        let errors = lines.filter { $0.hasPrefix("  error: ") }.map { String($0.dropFirst(9)) }
        let path = files.path
        let expected = [
            ("open: \(path)/open.p12 ", "or set allowReadableByOthers: true"),
            ("wrong: \(path)/partner.p12 cannot be decrypted: the passphrase is wrong", ""),
            ("truncated: \(path)/truncated.p12 ", ""),
            ("mismatched: \(path)/partner.pem begins with the certificate of CN=partner", "must belong to the key"),
            ("locked: \(path)/partner.key ", ""), ("absent: \(path)/absent.p12 does not exist", ""),
        ]
        #expect(errors.count == expected.count, "\(errors)")
        for (error, (start, end)) in zip(errors, expected) {
            #expect(error.hasPrefix("identity \(start)") && error.hasSuffix(end), "\(error)")
        }
        #expect(daemon.logged("an identity could not be loaded", "problem") == errors)
        #expect(
            daemon.logged("an identity was loaded", "identity") == ["good", "legacy", "pem", "allowed", "expired"]
        )
        #expect(daemon.logged("an identity ends soon or has ended", "identity") == ["expired"])
        #expect(daemon.logged("an identity has a warning", "identity") == ["pem", "allowed"])
        // The client is listed by none of them.
        #expect(try files.sign("good").hasSuffix("\n403"))
    }

    @Test func `loads a replaced file on reload, and keeps the last good state if the file is broken`() throws {
        let reload = { try files.run(["reload"]) }
        try files.writeSecret("partner.p12", [0x30])
        let daemon = try files.daemon(Self.partner)
        #expect(try files.sign("partner").hasSuffix("\n409"))

        try files.writeSecret("partner.p12", files.pkcs12())
        let good = try reload()
        #expect(good.status == 0, "\(good.output)\(good.errors)")
        #expect(try daemon.entry("an identity was loaded")["identity"] as? String == "partner")
        #expect(try files.sign("partner").hasSuffix("\n200"))

        let broken = "identity partner: \(files.path)/partner.p12 "
        try files.writeSecret("partner.p12", Array("broken".utf8))
        let failed = try reload()
        #expect(failed.status == 1)
        #expect(failed.output.hasPrefix("reloaded: revision "))
        #expect(failed.output.contains("\nidentity not reloaded: \(broken)"), "\(failed.output)")
        let problem = try daemon.entry("an identity could not be loaded")["problem"] as? String
        #expect(problem?.hasPrefix(broken) == true)
        #expect(try files.sign("partner").hasSuffix("\n200"))
        let list = try files.run(["identities"]).output
        #expect(list.hasPrefix("partner: usable, ") && list.contains("\n  error: \(broken)"), "\(list)")

        let renewed = try files.issuing.issueLeaf("renewed", key: files.leaf.key, edit: IdentityFileSet.valid())
        try files.writeSecret("partner.p12", files.pkcs12(renewed))
        daemon.signal(SIGHUP)
        #expect(try daemon.entry("an identity was loaded")["identity"] as? String == "partner")
        #expect(try files.run(["identities", "--json"]).output.contains(#""subject":"CN=renewed""#))
    }

    @Test func `warns of identities with which no client can sign`() throws {
        try files.writeSecret("partner.p12", files.pkcs12())
        let keys = "pkcs12: \(files.path)/partner.p12, passphrase: {file: \(files.path)/passphrase}"
        let identities = """
            identities:
              both: {\(keys), clients: [reader, signer]}
              reader: {\(keys), clients: [reader, other]}
              nobody: {\(keys)}

            """
        let clients = """
            clients:
              - {name: reader, unixUser: 54001, may: [evaluate, read]}
              - {name: other, unixUser: 54002, may: [evaluate]}
              - {name: signer, unixUser: 54003, may: [sign]}

            """
        func warnings(_ text: String) throws -> [String] {
            let head = "listen: [\"unix:\(files.path)/other.sock\"]\nsystemAnchors: \(files.path)/root.pem\n"
            let file = try files.directory.write("other.yaml", head + text)
            let daemon = try AnchordDaemon(["--config", file])
            let message = "no client can sign with an identity"
            return zip(daemon.logged(message, "identity"), daemon.logged(message, "reason")).map { "\($0): \($1)" }
        }
        #expect(try warnings(identities + clients) == ["reader: none of its clients has the right `sign`"])
        let reason = "the configuration has no `clients`"
        #expect(try warnings(identities) == ["both: \(reason)", "reader: \(reason)", "nobody: \(reason)"])
        #expect(try warnings(clients) == [])
    }

    @Test func `discloses neither passphrases nor keys in its log, its answers and its arguments`() throws {
        try files.writeSecret("partner.p12", files.pkcs12())
        try files.writeSecret("wrong.p12", files.pkcs12(nil, "-passout pass:another-secret"))
        let wrong = "\n  wrong: {pkcs12: DIRECTORY/wrong.p12, passphrase: {file: DIRECTORY/passphrase}}"
        let daemon = try files.daemon(Self.partner + wrong)
        let process = "/proc/\(daemon.processID)"
        var texts = [try ShellCommand.run("cat \(process)/cmdline", in: "/").text, try files.sign("partner")]
        #expect(texts[0].contains("serve") && texts[1].hasSuffix("\n200"))
        for arguments in [
            ["identities"], ["identities", "--json"], ["challenge", IdentityFileSet.host], ["reload"],
            ["challenge", IdentityFileSet.host, "--json"],
        ] {
            let result = try files.run(arguments)
            texts.append(result.output + result.errors)
        }
        let curl = "curl -s --unix-socket anchord.sock http://localhost"
        texts.append(try ShellCommand.run("\(curl)/v1/status; \(curl)/metrics", in: files.path).text)
        #expect(texts.last?.contains("anchord_signatures_total") == true)
        daemon.signal(SIGTERM)
        _ = try daemon.entry("stopped")
        #expect(daemon.logged("a signature was made", "identity") == ["partner"])
        #expect(daemon.logged("an identity could not be loaded", "problem").isEmpty == false)
        for text in texts + daemon.lines {
            #expect(try files.leaf.key.disclosures(in: text.utf8) == [], "\(text)")
            let encoded = Data(IdentityFileSet.passphrase.utf8).base64EncodedString()
            for secret in [IdentityFileSet.passphrase, encoded, "another-secret"] {
                #expect(!text.contains(secret), "\(text)")
            }
        }
    }
}
