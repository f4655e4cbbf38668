import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Pins` {
    @Test(arguments: [PinRequirements.Kind.certificates, .publicKeys], PinRequirements.Scope.allCases)
    func `match certificates within their scope`(
        kind: PinRequirements.Kind,
        scope: PinRequirements.Scope
    ) throws {
        let hierarchy = try Hierarchy()
        let places: Set<Int> =
            switch scope {
            case .any: [0, 1, 2]
            case .leaf: [0]
            case .ca: [1, 2]
            }
        for place in 0...2 {
            var pinCase = try PinCase(hierarchy, kind, pinning: place)
            pinCase.pins.scope = scope
            let verdict = try pinCase.verdict()
            let code = kind == .certificates ? "pin.certificateMismatch" : "pin.keyMismatch"
            let matches = places.contains(place)
            #expect(verdict.errorCodes == (matches ? [] : [code]), "\(scope) \(place)")
            #expect(verdict.outcome == (matches ? .trusted : .untrusted))
            #expect(verdict.matchedPin == (matches ? try hierarchy.path[place].keyFingerprint() : nil))
        }
    }

    @Test func `report the matching certificate nearest to the leaf`() throws {
        let hierarchy = try Hierarchy()
        let verdict = try PinCase(hierarchy, pinning: 1, 2).verdict()
        #expect(verdict.summaries == ["notice notice.anchor 2", "notice notice.pin 1"])
        let reason = try #require(verdict.reasons.last)
        #expect(reason.fact("pin") == .text(try hierarchy.intermediate.certificate.keyFingerprint().pin))
        #expect(reason.fact("sha256") == .text(try hierarchy.intermediate.certificate.fingerprint().hex))
        #expect(verdict.result == .unspecified)
    }

    @Test func `report the offered keys if none matched`() throws {
        let hierarchy = try Hierarchy()
        let other = try Hierarchy()
        var pinCase = try PinCase(other, pinning: 0, 1, 2)
        pinCase.engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        let verdict = try pinCase.verdict()
        let reason = try #require(verdict.reasons.first)
        #expect(verdict.summaries == ["error pin.keyMismatch"])
        #expect(reason.fact("offered") == .list(try hierarchy.path.map { try $0.keyFingerprint().pin }))
        #expect(reason.fact("pins") == .number(3))
        #expect(reason.fact("unverified") == .number(0))
        #expect(verdict.result == .recoverableTrustFailure)
    }

    @Test func `that are the digest of the wrong part of a certificate are named, with a remedy`() throws {
        let hierarchy = try Hierarchy()
        for depth in 0...2 {
            for kind in [PinRequirements.Kind.publicKeys, .certificates] {
                let certificate = hierarchy.path[depth]
                let isKey = kind == .publicKeys
                let digest = try isKey ? certificate.fingerprint() : certificate.keyFingerprint()
                var pinCase = try PinCase(hierarchy, kind, pinning: 0)
                pinCase.pins.fingerprints = [digest]
                let reason = try #require(try pinCase.verdict().reasons.first { $0.severity == .error })
                #expect(reason.code == (isKey ? .pinKeyMismatch : .pinCertificateMismatch))
                #expect(reason.message.contains("The pin \(digest.hex) is the "), "\(reason.message)")
                #expect(reason.message.contains("certificate \(depth), "))
                #expect(reason.remedy == (isKey ? SpecialRemedy.fingerprintAsKeyPin : .keyDigestAsCertificatePin).text)
                #expect(reason.fact(isKey ? "pinnedFingerprint" : "pinnedKey") == .text(digest.hex))
            }
        }
    }

    @Test func `are recommended for certificate 0 if only a pin of it is missing`() throws {
        let hierarchy = try Hierarchy()
        let remedies: [(PinRequirements.Kind, special: SpecialRemedy, general: ReasonCode)] = [
            (.certificates, .endEntityCertificatePin, .pinCertificateMismatch),
            (.publicKeys, .endEntityKeyPin, .pinKeyMismatch),
        ]
        for (kind, special, general) in remedies {
            var pinCase = try PinCase(try Hierarchy(), kind, pinning: 0)
            pinCase.engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
            func remedy() throws -> String? { try pinCase.verdict().reasons.first { $0.code == general }?.remedy }
            for scope in PinRequirements.Scope.allCases {
                pinCase.pins.scope = scope
                #expect(try remedy() == (scope == .ca ? general.remedy : special.text), "\(scope)")
            }
            pinCase.pins.scope = .any
            pinCase.enforcement = .hostAndPins
            #expect(try remedy() == general.remedy)
            pinCase.enforcement = .everything
            pinCase.engineCase.host = .name(.dns("www.example.com"))
            #expect(try remedy() == general.remedy)
            let authority = [hierarchy.intermediate.certificate, hierarchy.root.certificate]
            pinCase.engineCase = EngineCase(authority, anchors: [hierarchy.root.certificate])
            pinCase.engineCase.host = .none
            #expect(try remedy() == general.remedy)
        }
    }

    @Test func `match a key in any certificate, and a certificate byte for byte`() throws {
        let hierarchy = try Hierarchy()
        let renewed = try hierarchy.intermediate.issueLeaf("api.example.com", key: hierarchy.leaf.key)
        for (kind, outcome) in [
            (PinRequirements.Kind.publicKeys, Verdict.Outcome.trusted), (.certificates, .untrusted),
        ] {
            var pinCase = try PinCase(hierarchy, kind, pinning: 0)
            pinCase.engineCase.chain[0] = renewed
            #expect(try pinCase.verdict().outcome == outcome)
        }
    }

    @Test func `reject every chain if the set is empty`() throws {
        for enforcement in [Enforcement.everything, .hostAndPins] {
            var pinCase = try PinCase(try Hierarchy())
            pinCase.enforcement = enforcement
            let verdict = try pinCase.verdict()
            #expect(verdict.errorCodes == ["pin.setEmpty"])
            #expect(verdict.matchedPin == nil)
        }
    }

    @Test func `cause a warning in every verdict if the policy waives the backup pin`() throws {
        let hierarchy = try Hierarchy()
        for place in [0, 1] {
            var pinCase = try PinCase(hierarchy, pinning: place)
            pinCase.pins.scope = .leaf
            pinCase.pins.waivesBackup = true
            #expect(try pinCase.verdict().warningCodes == ["pin.noBackup"])
            #expect(try pinCase.verdict().outcome == (place == 0 ? .trusted : .untrusted))
        }
        var backed = try PinCase(hierarchy, pinning: 0, 1)
        backed.pins.waivesBackup = true
        #expect(try backed.verdict().warningCodes == [])
    }
}

@Suite struct `Pins of a partly verified path` {
    /// Returns all combinations of settings that pin a certificate above the leaf.
    private static func settings(_ hierarchy: Hierarchy, pinning places: [Int]) throws -> [PinCase] {
        var cases: [PinCase] = []
        for kind in [PinRequirements.Kind.certificates, .publicKeys] {
            for scope in [PinRequirements.Scope.any, .ca] {
                for enforcement in [Enforcement.everything, .hostAndPins] {
                    for place in places {
                        var pinCase = try PinCase(hierarchy, kind, pinning: place)
                        pinCase.pins.scope = scope
                        pinCase.enforcement = enforcement
                        cases.append(pinCase)
                    }
                }
            }
        }
        return cases
    }

    @Test func `do not match a genuine CA above a forged leaf under any settings`() throws {
        let hierarchy = try Hierarchy()
        let stranger = try TestKey.generate(.ecdsaP256)
        let forged = try hierarchy.intermediate.issueLeaf("api.example.com") { $0.signature.key = stranger }
        for var pinCase in try Self.settings(hierarchy, pinning: [1, 2]) {
            pinCase.engineCase.chain[0] = forged
            let verdict = try pinCase.verdict()
            let code = pinCase.pins.kind == .certificates ? "pin.certificateMismatch" : "pin.keyMismatch"
            #expect(verdict.errorCodes.contains(code), "\(pinCase.pins) \(pinCase.enforcement)")
            #expect(verdict.action == .deny)
            #expect(verdict.matchedPin == nil)
            #expect(verdict.reasons.contains { $0.code == .chainSignatureInvalid && $0.depth == 0 })
            // The same without a path to an anchor, which validateCertificateChain: false accepts.
            pinCase.engineCase.anchors = []
            #expect(try pinCase.verdict().action == .deny)
            pinCase.engineCase.mode = .report
            #expect(try pinCase.verdict().action == .deny)
        }
    }

    @Test func `do not match a genuine root above a forged intermediate`() throws {
        let hierarchy = try Hierarchy()
        let stranger = try TestKey.generate(.ecdsaP256)
        let forged = try hierarchy.root.issueAuthority("Issuing") { $0.signature.key = stranger }
        let leaf = try forged.issueLeaf("api.example.com")
        for var pinCase in try Self.settings(hierarchy, pinning: [1, 2]) {
            pinCase.engineCase.chain = [leaf, forged.certificate, hierarchy.root.certificate]
            #expect(try pinCase.verdict().action == .deny)
            pinCase.engineCase.chain = [leaf, forged.certificate, hierarchy.intermediate.certificate]
            #expect(try pinCase.verdict().action == .deny)
        }
    }

    @Test func `do not match a genuine CA's key in a forged certificate`() throws {
        let hierarchy = try Hierarchy()
        let stranger = try TestKey.generate(.ecdsaP256)
        // The copy has the pinned key, but the leaf is not signed with it.
        var copied = hierarchy.intermediate.template
        copied.signature.key = stranger
        let copy = try copied.certificate()
        let forged = try hierarchy.intermediate.issueLeaf("api.example.com") { $0.signature.key = stranger }
        for var pinCase in try Self.settings(hierarchy, pinning: [1]) {
            pinCase.engineCase.chain = [forged, copy, hierarchy.root.certificate]
            #expect(try pinCase.verdict().action == .deny)
        }
    }

    @Test func `do not match a CA above an issuer that is not a CA, such as any customer of that CA`()
        throws
    {
        let hierarchy = try Hierarchy()
        for edit: TestAuthority.Edit in [
            { $0.extensions.remove(.basicConstraints) },
            { $0.extensions.set(.basicConstraints(isAuthority: false)) },
            {
                $0.extensions = TestExtensions()
                $0.version = 1
            },
            { $0.version = 1 },
            { $0.version = 2 },
        ] {
            let customer = try hierarchy.intermediate.issueAuthority("customer.example", edit: edit)
            let leaf = try customer.issueLeaf("api.example.com")
            for var pinCase in try Self.settings(hierarchy, pinning: [1, 2]) {
                pinCase.engineCase.chain = [leaf, customer.certificate] + hierarchy.path.dropFirst()
                let verdict = try pinCase.verdict()
                let code = pinCase.pins.kind == .certificates ? "pin.certificateMismatch" : "pin.keyMismatch"
                #expect(verdict.errorCodes.contains(code), "\(pinCase.pins) \(pinCase.enforcement)")
                #expect(verdict.matchedPin == nil)
                pinCase.engineCase.anchors = []
                #expect(try pinCase.verdict().action == .deny)
                pinCase.pins.fingerprints = [try customer.certificate.pin(pinCase.pins.kind)]
                #expect(try pinCase.verdict().action == .deny, "nor that issuer itself")
            }
        }
    }

    @Test func `match an old root without basic constraints`() throws {
        for edit: TestAuthority.Edit in [
            { $0.extensions.remove(.basicConstraints) },
            {
                $0.extensions = TestExtensions()
                $0.version = 1
            },
        ] {
            let hierarchy = try Hierarchy(root: edit)
            var pinCase = try PinCase(hierarchy, pinning: 2)
            pinCase.enforcement = .hostAndPins
            pinCase.engineCase.anchors = []
            #expect(try pinCase.verdict().outcome == .trusted)
        }
        let denying = try Hierarchy(root: { $0.extensions.set(.basicConstraints(isAuthority: false)) })
        var pinCase = try PinCase(denying, pinning: 2)
        pinCase.enforcement = .hostAndPins
        #expect(try pinCase.verdict().errorCodes == ["pin.keyMismatch"])
    }

    @Test func `match up to the first certificate with an invalid signature`() throws {
        let hierarchy = try Hierarchy(intermediate: { $0.signature.isCorrupt = true })
        var ruleCase = hierarchy.ruleCase
        ruleCase.requirements.pins = PinRequirements(.publicKeys, [try hierarchy.root.certificate.keyFingerprint()])
        let mismatch = try #require(try ruleCase.full(PinRule()).first)
        #expect(mismatch.fact("unverified") == .number(1))
        #expect(try ruleCase.context().verifiedPart.count == 2)
        // The leaf is signed with this key, so the creator of the chain has it.
        let issuing = try hierarchy.intermediate.certificate.keyFingerprint()
        ruleCase.requirements.pins = PinRequirements(.publicKeys, [issuing])
        #expect(try ruleCase.findings(of: PinRule()) == ["notice notice.pin 1"])
    }
}

@Suite struct `The expiry of pins` {
    private static let expires = Instant.reference(days: 40)

    private func pinCase(_ onExpiry: PinRequirements.OnExpiry, at instant: Instant) throws -> PinCase {
        var pinCase = try PinCase(try Hierarchy(), pinning: 0, 1)
        pinCase.pins.expires = Self.expires
        pinCase.pins.onExpiry = onExpiry
        pinCase.engineCase.instant = instant
        return pinCase
    }

    @Test func `begins after the last valid second`() throws {
        for onExpiry in PinRequirements.OnExpiry.allCases {
            let last = try pinCase(onExpiry, at: Self.expires).verdict()
            #expect(last.outcome == .trusted)
            #expect(last.warningCodes == ["notice.pinSetExpiring"])
            #expect(last.matchedPin != nil)
            let after = try pinCase(onExpiry, at: Self.expires.adding(seconds: 1)).verdict()
            #expect(after.reasons.contains { $0.code == .pinSetExpired })
            #expect(after.matchedPin == nil)
        }
    }

    @Test func `rejects every chain with onExpiry closed`() throws {
        let verdict = try pinCase(.closed, at: Self.expires.adding(seconds: 1)).verdict()
        #expect(verdict.summaries == ["error pin.setExpired"])
        #expect(verdict.result == .recoverableTrustFailure)
    }

    @Test func `leaves the decision to the other rules with onExpiry open`() throws {
        var pinCase = try pinCase(.open, at: Self.expires.adding(seconds: 1))
        pinCase.pins.fingerprints = []
        #expect(try pinCase.verdict().errorCodes == ["pin.setEmpty"])
        let other = try Hierarchy()
        pinCase.pins.fingerprints = [try other.leaf.keyFingerprint()]
        let verdict = try pinCase.verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.summaries == ["warning pin.setExpired", "notice notice.anchor 2"])
        #expect(verdict.validUntil == .reference(days: 60))
        pinCase.engineCase.host = .name(.dns("other.example"))
        #expect(try pinCase.verdict().outcome == .untrusted)
    }

    @Test func `is always closed if the policy checks pins only`() throws {
        var pinCase = try pinCase(.open, at: Self.expires.adding(seconds: 1))
        pinCase.enforcement = .hostAndPins
        #expect(try pinCase.verdict().errorCodes == ["pin.setExpired"])
    }

    @Test func `is reported thirty days in advance`() throws {
        let month: Int64 = 30 * 86400
        #expect(try pinCase(.open, at: Self.expires.adding(seconds: -month - 1)).verdict().warningCodes == [])
        let near = try pinCase(.open, at: Self.expires.adding(seconds: -month)).verdict()
        #expect(near.warningCodes == ["notice.pinSetExpiring"])
        #expect(near.outcome == .trusted)
    }

    @Test func `limits the validity of verdicts, like the expiry of certificates`() throws {
        #expect(try pinCase(.closed, at: .reference).verdict().validUntil == Self.expires)
        #expect(try pinCase(.open, at: .reference).verdict().validUntil == Self.expires)
        var late = try pinCase(.closed, at: .reference)
        late.pins.expires = .reference(days: 90)
        #expect(try late.verdict().validUntil == .reference(days: 60))
    }
}

@Suite struct `Pins without a valid chain` {
    private func pinCase(_ hierarchy: Hierarchy? = nil) throws -> PinCase {
        var pinCase = try PinCase(try hierarchy ?? Hierarchy(), pinning: 1)
        pinCase.enforcement = .hostAndPins
        return pinCase
    }

    @Test func `downgrade all other errors to warnings, and report the matching pin`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.extendedKeyUsages = [.codeSigning] })
        var pinCase = try pinCase(hierarchy)
        pinCase.engineCase.anchors = []
        pinCase.engineCase.instant = .reference(days: 61)
        let verdict = try pinCase.verdict()
        #expect(
            verdict.summaries == [
                "warning hazard.keyOnly", "warning chain.untrustedRoot 2", "warning time.expired 0",
                "warning usage.extendedKeyUsage 0", "notice notice.pin 1",
            ]
        )
        #expect(verdict.outcome == .trusted)
        #expect(verdict.result == .proceed)
        #expect(verdict.resultRule == .explicitTrust)
        // The leaf has already expired, so its expiry does not limit the verdict.
        #expect(verdict.validUntil == .reference(days: 3 * 365))
    }

    @Test func `require a matching host if the policy validates hosts`() throws {
        var pinCase = try pinCase()
        pinCase.engineCase.host = .name(.dns("other.example"))
        #expect(try pinCase.verdict().errorCodes == ["host.mismatch"])
        pinCase.engineCase.host = .invalid(text: "*", HostNameError("is no name"))
        #expect(try pinCase.verdict().errorCodes == ["host.invalid"])
        pinCase.engineCase.edit = { $0.validateHost = false }
        let ignored = try pinCase.verdict()
        #expect(ignored.outcome == .trusted)
        #expect(ignored.warningCodes == ["hazard.keyOnly", "hazard.hostIgnored"])
    }

    @Test func `are the only reported error if another path has no other error`() throws {
        let issuing = try TestAuthority.root("Root").issueAuthority("Issuing")
        let leaf = try issuing.issueLeaf("api.example.com")
        let pinned = try TestAuthority.root("Pinned Root")
        let other = try TestAuthority.root("Other Root")
        // The path with the pin is examined first, but has another error.
        let first = try issuing.crossSigned(by: pinned) {
            $0.extendedKeyUsages = [.codeSigning]
            $0.notAfter = $0.notAfter.adding(days: 1)
        }
        let second = try issuing.crossSigned(by: other)
        var pinCase = try pinCase()
        pinCase.enforcement = .everything
        pinCase.engineCase = EngineCase([leaf, first, second], anchors: [pinned.certificate, other.certificate])
        pinCase.engineCase.mode = .report
        pinCase.engineCase.explain = true
        pinCase.pins.fingerprints = [try pinned.certificate.keyFingerprint()]
        let verdict = try pinCase.verdict()
        #expect(verdict.errorCodes == ["pin.keyMismatch"])
        #expect(verdict.action == .allow)
        #expect(verdict.rejectedPaths.count == 1)
    }

    @Test func `are reported as a hazard in every verdict and when the policy is loaded`() throws {
        var pinCase = try pinCase()
        #expect(try pinCase.evaluator().traits.hazards.map(\.code) == [.hazardKeyOnly])
        pinCase.pins.fingerprints = [try Hierarchy().leaf.keyFingerprint()]
        #expect(try pinCase.verdict().summaries == ["error pin.keyMismatch", "warning hazard.keyOnly"])
        pinCase.enforcement = .everything
        #expect(try pinCase.evaluator().traits.hazards.map(\.code) == [])
    }

    @Test func `match on any of many paths without an anchor`() throws {
        let issuing = try TestAuthority.root("Root").issueAuthority("Issuing")
        let leaf = try issuing.issueLeaf("api.example.com")
        let roots = try (0..<8).map { try TestAuthority.root("Root \($0)") }
        let crossed = try roots.map { try issuing.crossSigned(by: $0) }
        for root in roots {
            var pinCase = try pinCase()
            pinCase.engineCase = EngineCase([leaf] + crossed + roots.map(\.certificate), anchors: [])
            pinCase.pins.fingerprints = [try root.certificate.keyFingerprint()]
            let verdict = try pinCase.verdict()
            #expect(verdict.outcome == .trusted)
            #expect(verdict.pathDER.last == root.certificate.der)
        }
    }
}
