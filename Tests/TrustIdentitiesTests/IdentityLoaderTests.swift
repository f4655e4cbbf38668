import FileAccess
import Glibc
import SecretMemory
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustIdentities

@Suite struct `Loading an identity` {
    private let directory: TemporaryDirectory
    private let root: TestAuthority
    private let intermediate: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        directory = try TemporaryDirectory()
        root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        intermediate = try root.issueAuthority("Intermediate", key: .shared(.ecdsaP256, "intermediate"))
        leaf = try intermediate.issueLeaf("client.example", key: .shared(.ecdsaP256, "leaf"))
    }

    private func write(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o600) throws -> String {
        let path = try directory.write(name, bytes)
        unsafe chmod(path, mode)
        return path
    }

    private func load(
        _ source: IdentityConfiguration.Source,
        passphrase: IdentityConfiguration.Passphrase? = nil,
        allowReadableByOthers: Bool = false,
        environment: [String: String] = [:]
    ) throws -> ClientIdentity {
        let files = IdentityFiles(
            secret: IdentityFiles.local.secret,
            certificates: IdentityFiles.local.certificates,
            environment: { environment[$0].flatMap { SecretBytes(copying: Array($0.utf8).span) } }
        )
        return try IdentityLoader(reader: OpenSSLCertificateReader(), files: files).load(
            IdentityConfiguration(
                name: "partner",
                source: source,
                passphrase: passphrase,
                allowReadableByOthers: allowReadableByOthers
            )
        )
    }

    private func error(_ body: () throws -> ClientIdentity) throws -> IdentityError? {
        do {
            _ = try body()
            return nil
        } catch let error as IdentityError {
            return error
        }
    }

    private func pkcs12(_ options: String = "", mode: UInt32 = 0o600) throws -> IdentityConfiguration.Source {
        let file = try OpenSSLProgram().pkcs12(
            leaf,
            others: [root.certificate, intermediate.certificate],
            passphrase: "swordfish",
            options
        )
        return .pkcs12(try write("partner.p12", file, mode: mode))
    }

    @Test(arguments: ["", "-legacy"])
    func `reads a PKCS #12 file with a passphrase from a file, the environment or a credential`(options: String) throws
    {
        let source = try pkcs12(options)
        let file = try write("passphrase", Array("swordfish\n".utf8))
        let environment = ["PASSPHRASE": "swordfish", "CREDENTIALS_DIRECTORY": directory.path]
        for passphrase in [
            IdentityConfiguration.Passphrase.file(file), .environment("PASSPHRASE"), .credential("passphrase"),
        ] {
            let identity = try load(source, passphrase: passphrase, environment: environment)
            #expect(identity.certificates.map(\.der) == [leaf, intermediate.certificate, root.certificate].map(\.der))
            #expect(identity.pem == [leaf, intermediate.certificate, root.certificate].map(\.pem))
            #expect(identity.key.publicKey == leaf.subjectPublicKeyInfo)
            #expect(identity.notBefore == .reference(addingDays: -30))
            #expect(identity.notAfter == .reference(addingDays: 60))
            #expect(identity.chainNotAfter == .reference(addingDays: 60))
            #expect(identity.issuers.map(\.description).sorted() == ["CN=Intermediate", "CN=Root"])
            #expect(identity.warnings == (passphrase == .environment("PASSPHRASE") ? [.passphraseInEnvironment] : []))
        }
    }

    @Test func `reads passphrase files with a byte order mark and in UTF-16`() throws {
        let source = try pkcs12()
        for text in ["swordfish", "swordfish\n", "swordfish\r\n"] {
            let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            for bytes in [[0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
                let identity = try load(source, passphrase: .file(try write("passphrase", bytes)))
                #expect(identity.key.publicKey == leaf.subjectPublicKeyInfo)
            }
            for bytes in [
                little, big, [0xFF, 0xFE] + little + [1], [0xFF, 0xFE, 0x00, 0xD8], [0xFE, 0xFF, 0xDC, 0x00],
            ] {
                let error = try error { try load(source, passphrase: .file(try write("passphrase", bytes))) }
                #expect(error?.code == .unreadable)
                #expect(error?.reason.contains("UTF-8") == true)
            }
        }
    }

    @Test func `rejects one PEM file for the certificates and the key, and names the fix`() throws {
        let file = try write("both.pem", Array((leaf.pem + leaf.key.privateKeyPEM()).utf8))
        let error = try error { try load(.pem(certificateChain: file, privateKey: file)) }
        #expect(
            error?.reason
                == "contains a private key besides the certificates: give the certificates in a file of their own"
        )
        let key = try write("key.pem", Array(leaf.key.privateKeyPEM().utf8))
        let swapped = try self.error { try load(.pem(certificateChain: key, privateKey: key)) }
        #expect(
            swapped?.reason == "contains a private key and no certificate: name the file with the certificates"
        )
    }

    @Test func `orders the certificates of a PEM chain by issuer, and omits unrelated ones`() throws {
        let stranger = try TestAuthority.root("Stranger", key: .shared(.ecdsaP256, "root"))
        let chain = TestPEM.chain([leaf, root.certificate, stranger.certificate, intermediate.certificate])
        // The certificate chain is public.
        let source = IdentityConfiguration.Source.pem(
            certificateChain: try write("chain.pem", Array(chain.utf8), mode: 0o644),
            privateKey: try write("key.pem", Array(leaf.key.privateKeyPEM().utf8))
        )
        let identity = try load(source)
        #expect(identity.certificates.map(\.der) == [leaf, intermediate.certificate, root.certificate].map(\.der))
        #expect(identity.warnings == [.unrelatedCertificates(1)])
    }

    @Test func `requires that the first certificate has the private key`() throws {
        let wrong = TestPEM.chain([intermediate.certificate, leaf])
        let error = try error {
            try loader(["chain": [wrong], "key": [leaf.key.privateKeyPEM()]]).load(configuration())
        }
        #expect(error?.code == .certificateMismatch)
        #expect(
            error?.description.hasPrefix("identity partner: chain begins with the certificate of CN=Interm") == true
        )
    }

    @Test func `rejects files with secrets that other users can access, unless that is allowed`() throws {
        let open = try pkcs12(mode: 0o644)
        let passphrase = IdentityConfiguration.Passphrase.file(try write("passphrase", Array("swordfish".utf8)))
        let refused = try error { try load(open, passphrase: passphrase) }
        #expect(refused?.code == .permissions)
        #expect(refused?.source == "\(directory.path)/partner.p12")
        #expect(refused?.reason.hasSuffix("or set allowReadableByOthers: true") == true)
        let allowed = try load(open, passphrase: passphrase, allowReadableByOthers: true)
        #expect(allowed.warnings == [.readableByOthers("\(directory.path)/partner.p12")])

        let closed = try pkcs12()
        let openPassphrase = try write("open", Array("swordfish".utf8), mode: 0o604)
        #expect(try error { try load(closed, passphrase: .file(openPassphrase)) }?.code == .permissions)
    }

    @Test func `reports errors with the identity and the file, without the passphrase`() throws {
        let source = try pkcs12()
        let wrong = try write("wrong", Array("hunter2".utf8))
        let cases: [(IdentityConfiguration.Passphrase?, IdentityError.Code)] = [
            (.file(wrong), .wrongPassphrase), (nil, .passphraseMissing), (.file(directory.path + "/no"), .unreadable),
            (.environment("UNSET"), .unreadable), (.credential("../wrong"), .unreadable),
            (.credential("a"), .unreadable),
        ]
        for (passphrase, code) in cases {
            let error = try error { try load(source, passphrase: passphrase) }
            #expect(error?.code == code)
            #expect(error?.description.hasPrefix("identity partner: ") == true)
            #expect(error?.description.contains("hunter2") == false)
        }
        let absent = try error { try load(.pkcs12("/nonexistent/file")) }
        #expect(absent?.description == "identity partner: /nonexistent/file does not exist")
        let large = try write("large", [UInt8](repeating: 0x30, count: (1 << 20) + 1))
        #expect(try error { try load(.pkcs12(large)) }?.code == .tooLarge)
        let long = try write("long", [UInt8](repeating: 0x30, count: 1025))
        #expect(try error { try load(source, passphrase: .file(long)) }?.code == .tooLarge)
    }

    @Test func `warns of a certificate that is not for clients`() throws {
        let server = try root.issueLeaf("server.example", key: leaf.key) { template in
            template.extendedKeyUsages = [.serverAuthentication]
        }
        #expect(try identity([server]).warnings == [.purposeMissing])
        let any = try root.issueLeaf("any.example", key: leaf.key) { $0.extendedKeyUsages = [] }
        #expect(try identity([any]).warnings == [])
    }

    @Test func `reads all files again if the key and the certificate were replaced in between`() throws {
        let renewed = try root.issueLeaf("client.example", key: .generate(.ecdsaP256))
        let (old, new) = (try leaf.key.privateKeyPEM(), try renewed.key.privateKeyPEM())
        let loaded = try loader(["key": [old, new], "chain": [renewed.pem]]).load(configuration())
        #expect(loaded.certificates.map(\.der) == [renewed.der])
        let changed = try loader(["key": ["", new], "chain": [renewed.pem]]).load(configuration())
        #expect(changed.certificates.map(\.der) == [renewed.der])
        #expect(
            try error { try loader(["key": [old, old, new], "chain": [renewed.pem]]).load(configuration()) }?.code
                == .certificateMismatch
        )
        #expect(
            try error { try loader(["key": ["", "", new], "chain": [renewed.pem]]).load(configuration()) }?.code
                == .changed
        )
    }

    @Test func `rejects malformed certificates`() throws {
        let key = try leaf.key.privateKeyPEM()
        let broken = TestPEM.encode("CERTIFICATE", Array(leaf.der.dropLast(9)))
        let cases: [(String, IdentityError.Code)] = [("", .noCertificate), (broken, .malformed), (key, .malformed)]
        for (chain, code) in cases {
            #expect(try error { try loader(["key": [key], "chain": [chain]]).load(configuration()) }?.code == code)
        }
    }
}
