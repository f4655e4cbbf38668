extension TestExtension {
    /// Makes basicConstraints (RFC 5280 section 4.2.1.9).
    ///
    /// - Parameters:
    ///   - isAuthority: the cA field; false is the default and is left out.
    ///   - pathLength: pathLenConstraint; written if not nil, whatever `isAuthority` says.
    ///   - critical: whether the extension is critical.
    /// - Returns: the extension.
    package static func basicConstraints(
        isAuthority: Bool,
        pathLength: Int? = nil,
        critical: Bool = true
    ) -> TestExtension {
        let authority = isAuthority ? DERWriter.boolean(true) : []
        let length = pathLength.map { DERWriter.integer($0) } ?? []
        return raw(.basicConstraints, critical: critical, value: DERWriter.sequence(authority, length))
    }

    /// Makes keyUsage (RFC 5280 section 4.2.1.3); no bits at all may be given, which the section forbids.
    package static func keyUsage(_ usage: TestKeyUsage, critical: Bool = true) -> TestExtension {
        raw(.keyUsage, critical: critical, value: DERWriter.namedBitString(usage.rawValue))
    }

    /// Makes extKeyUsage (RFC 5280 section 4.2.1.12).
    package static func extendedKeyUsage(
        _ purposes: [TestObjectIdentifier],
        critical: Bool = false
    ) -> TestExtension {
        raw(.extendedKeyUsage, critical: critical, value: DERWriter.sequence(of: purposes.map(\.der)))
    }

    /// Makes the TLS feature extension (RFC 7633); 5 is status_request, known as must-staple.
    package static func tlsFeature(_ features: [Int] = [5], critical: Bool = false) -> TestExtension {
        raw(.tlsFeature, critical: critical, value: DERWriter.sequence(of: features.map { DERWriter.integer($0) }))
    }

    /// Makes id-pkix-ocsp-nocheck (RFC 6960 section 4.2.2.2.1).
    package static func ocspNoCheck(critical: Bool = false) -> TestExtension {
        raw(.ocspNoCheck, critical: critical, value: DERWriter.null)
    }
}
