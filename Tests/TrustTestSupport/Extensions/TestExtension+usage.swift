extension TestExtension {
    /// Creates basicConstraints (RFC 5280 section 4.2.1.9).
    ///
    /// - Parameters:
    ///   - isAuthority: the cA field; false is the default and is omitted.
    ///   - pathLength: pathLenConstraint; written if not nil, even if `isAuthority` is false.
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

    /// Creates keyUsage (RFC 5280 section 4.2.1.3); empty bits are possible, but forbidden by the RFC.
    package static func keyUsage(_ usage: TestKeyUsage, critical: Bool = true) -> TestExtension {
        raw(.keyUsage, critical: critical, value: DERWriter.namedBitString(usage.rawValue))
    }

    /// Creates extKeyUsage (RFC 5280 section 4.2.1.12).
    package static func extendedKeyUsage(
        _ purposes: [TestObjectIdentifier],
        critical: Bool = false
    ) -> TestExtension {
        raw(.extendedKeyUsage, critical: critical, value: DERWriter.sequence(of: purposes.map(\.der)))
    }

    /// Creates the TLS feature extension (RFC 7633); 5 is status_request, known as must-staple.
    package static func tlsFeature(_ features: [Int] = [5], critical: Bool = false) -> TestExtension {
        raw(.tlsFeature, critical: critical, value: DERWriter.sequence(of: features.map { DERWriter.integer($0) }))
    }

    /// Creates id-pkix-ocsp-nocheck (RFC 6960 section 4.2.2.2.1).
    package static func ocspNoCheck(critical: Bool = false) -> TestExtension {
        raw(.ocspNoCheck, critical: critical, value: DERWriter.null)
    }
}
