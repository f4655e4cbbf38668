import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// The advice about a missing issuer, and about a certificate that has none.
@Suite struct `The advice about a missing issuer` {
    @Test func `of a leaf that was sent alone is explained by the missing certificates of the handshake`() throws {
        let hierarchy = try Hierarchy()
        let alone = try EngineCase([hierarchy.leaf], anchors: [hierarchy.root.certificate]).verdict()
        #expect(alone.reasons.first?.specialRemedy == .loneCertificate)
        let stranger = try TestAuthority.root("Stranger").certificate
        let more = try EngineCase([hierarchy.leaf, stranger], anchors: [hierarchy.root.certificate]).verdict()
        #expect(more.summaries == ["error chain.issuerNotFound 0"])
        #expect(more.reasons.first?.specialRemedy == nil)
    }

    @Test(arguments: [PinRequirements.Kind.publicKeys, .certificates])
    func `does not make a pin mismatch look like a rotation`(kind: PinRequirements.Kind) throws {
        let hierarchy = try Hierarchy()
        for scope in PinRequirements.Scope.allCases {
            var pinCase = try PinCase(hierarchy, kind, pinning: 1, 2)
            pinCase.pins.scope = scope
            pinCase.engineCase.chain = [hierarchy.leaf]
            let reason = try #require(try pinCase.verdict().reasons.first { $0.code.name.hasPrefix("pin.") })
            let expected: SpecialRemedy? =
                kind == .certificates ? .incompletePathCertificatePin : .incompletePathKeyPin
            #expect(reason.specialRemedy == (scope == .leaf ? nil : expected))
        }
    }

    @Test func `is named if a pinned certificate is the issuer`() throws {
        let hierarchy = try Hierarchy()
        let issuing = try hierarchy.intermediate.certificate.read()
        let other = try TestAuthority.root("Issuing").certificate.read()
        for (pinned, isNamed) in [([other, issuing], true), ([other], false), ([try hierarchy.leaf.read()], false)] {
            var pinCase = try PinCase(hierarchy, pinning: 1)
            pinCase.pins.certificates = pinned
            pinCase.engineCase.chain = [hierarchy.leaf]
            let verdict = try pinCase.verdict()
            let reason = try #require(verdict.reasons.first)
            #expect(reason.code == .chainIssuerNotFound)
            #expect((reason.specialRemedy == .pinnedIssuer) == isNamed)
            #expect(reason.message.contains("The policy pins a certificate with this name (SHA-256 ") == isNamed)
            #expect((reason.fact("pinnedIssuer") == .text(issuing.facts.fingerprint.hex)) == isNamed)
        }
    }

    @Test func `with a name of other characters that look the same is named`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("M\u{FC}ller")
        let leaf = try issuing.issueLeaf("api.example.com") { $0.issuer = .commonName("Mu\u{308}ller") }
        for chain in [[leaf, issuing.certificate], [leaf]] {
            let anchors = chain.count == 1 ? [issuing.certificate] : [root.certificate]
            let verdict = try EngineCase(chain, anchors: anchors).verdict()
            let reason = try #require(verdict.reasons.first)
            #expect(reason.summary == "error chain.issuerNotFound 0")
            #expect(reason.specialRemedy == .differentSpelling)
            #expect(reason.message.hasSuffix(" looks the same, but is encoded with other characters."))
        }
        let stranger = try EngineCase([leaf, root.certificate], anchors: [root.certificate]).verdict()
        #expect(stranger.reasons.first?.specialRemedy == nil)
    }
}

/// A self-signed certificate that was renewed with its key.
@Suite struct `A renewed self-signed certificate` {
    private func device(_ edit: (inout CertificateTemplate) -> Void = { _ in }) throws -> TestCertificate {
        let key = try TestKey.shared(.ecdsaP256, "device")
        let name = TestName.commonName("device")
        var template = CertificateTemplate(subject: name, subjectKey: key, issuer: name, signingKey: key)
        template.subjectAlternativeNames = [.dns("api.example.com")]
        template.extendedKeyUsages = [.serverAuthentication]
        template.keyUsage = .digitalSignature
        template.extensions.set(.basicConstraints(isAuthority: false))
        edit(&template)
        return try template.certificate()
    }

    @Test(arguments: [true, false])
    func `is self-signed, not issued by a certificate that is not a CA`(hasIdentifiers: Bool) throws {
        let identifier: [UInt8]? = hasIdentifiers ? [1, 2, 3] : nil
        let edit: (inout CertificateTemplate) -> Void = {
            ($0.subjectKeyIdentifier, $0.authorityKeyIdentifier) = (identifier, identifier)
        }
        let (old, new) = (try device(edit), try device(edit))
        for chain in [[new], [new, old]] {
            let verdict = try EngineCase(chain, anchors: [old]).verdict()
            #expect(verdict.errorCodes == ["chain.selfSignedLeaf"])
            #expect(verdict.result == .recoverableTrustFailure)
            #expect(verdict.reasons.first?.specialRemedy == .renewedSelfSigned)
            #expect(verdict.reasons.first?.fact("predecessor") == .text(Hexadecimal.encode(try old.fingerprint())))
            #expect(try EngineCase(chain, anchors: [old, new]).verdict().outcome == .trusted)
        }
    }

    @Test func `leads to an anchor that is a CA (RFC 5280 §6.1.3)`() throws {
        let authority = try device {
            $0.extensions.set(.basicConstraints(isAuthority: true))
            $0.keyUsage = [.keyCertSign, .digitalSignature]
        }
        let verdict = try EngineCase([try device()], anchors: [authority]).verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.path.count == 2)
    }

    @Test func `without the flag or the usage of a CA has no issuer`() throws {
        let edits: [(inout CertificateTemplate) -> Void] = [
            { $0.extensions.set(.basicConstraints(isAuthority: true)) },
            { $0.extensions.remove(.basicConstraints) },
            { $0.keyUsage = .keyCertSign },
        ]
        for edit in edits {
            let verdict = try EngineCase([try device()], anchors: [try device(edit)]).verdict()
            #expect(verdict.errorCodes == ["chain.selfSignedLeaf"])
        }
    }

    @Test func `with another key has no predecessor`() throws {
        let other = try TestAuthority.root("device").certificate
        let verdict = try EngineCase([try device()], anchors: [other]).verdict()
        #expect(verdict.errorCodes == ["chain.selfSignedLeaf"])
        #expect(verdict.reasons.first?.specialRemedy == nil)
    }
}
