// Locations of CRLs in certificates and CRLs.
extension TestExtension {
    /// Creates cRLDistributionPoints with one point for each URI (RFC 5280 section 4.2.1.13).
    package static func crlDistributionPoints(_ addresses: [String], critical: Bool = false) -> TestExtension {
        crlDistributionPoints(points: addresses.map { .uri($0) }, critical: critical)
    }

    /// Creates cRLDistributionPoints with names, reasons and issuers (RFC 5280 section 4.2.1.13).
    package static func crlDistributionPoints(
        points: [TestDistributionPoint],
        critical: Bool = false
    ) -> TestExtension {
        raw(.crlDistributionPoints, critical: critical, value: DERWriter.sequence(of: points.map(\.der)))
    }

    /// Creates freshestCRL with one point for each URI (RFC 5280 sections 4.2.1.15 and 5.2.6).
    package static func freshestCRL(_ addresses: [String], critical: Bool = false) -> TestExtension {
        freshestCRL(points: addresses.map { .uri($0) }, critical: critical)
    }

    /// Creates freshestCRL with names, reasons and issuers (RFC 5280 sections 4.2.1.15 and 5.2.6).
    package static func freshestCRL(points: [TestDistributionPoint], critical: Bool = false) -> TestExtension {
        raw(.freshestCRL, critical: critical, value: DERWriter.sequence(of: points.map(\.der)))
    }
}

// RFC 5280 section 5.2: CRL extensions.
extension TestExtension {
    /// Creates issuingDistributionPoint (RFC 5280 section 5.2.5), which must be critical.
    package static func issuingDistributionPoint(
        _ point: TestIssuingDistributionPoint,
        critical: Bool = true
    ) -> TestExtension {
        raw(.issuingDistributionPoint, critical: critical, value: point.der)
    }

    /// Creates cRLNumber (RFC 5280 section 5.2.3).
    package static func crlNumber(_ number: Int, critical: Bool = false) -> TestExtension {
        raw(.crlNumber, critical: critical, value: DERWriter.integer(number))
    }

    /// Creates cRLNumber from content octets of any length.
    package static func crlNumber(content: [UInt8], critical: Bool = false) -> TestExtension {
        raw(.crlNumber, critical: critical, value: DERWriter.integer(content: content))
    }

    /// Creates deltaCRLIndicator with the number of the base CRL (RFC 5280 section 5.2.4), which must be critical.
    package static func deltaCRLIndicator(_ baseNumber: Int, critical: Bool = true) -> TestExtension {
        raw(.deltaCRLIndicator, critical: critical, value: DERWriter.integer(baseNumber))
    }
}

// RFC 5280 section 5.3: CRL entry extensions.
extension TestExtension {
    /// Creates reasonCode (RFC 5280 section 5.3.1).
    package static func reasonCode(_ reason: TestRevocationReason, critical: Bool = false) -> TestExtension {
        raw(.reasonCode, critical: critical, value: reason.der)
    }

    /// Creates invalidityDate (RFC 5280 section 5.3.2), always a GeneralizedTime.
    package static func invalidityDate(_ instant: TestInstant, critical: Bool = false) -> TestExtension {
        raw(.invalidityDate, critical: critical, value: TestTimeEncoding.generalized.der(instant))
    }

    /// Creates certificateIssuer (RFC 5280 section 5.3.3), which must be critical.
    package static func certificateIssuer(_ names: [TestGeneralName], critical: Bool = true) -> TestExtension {
        raw(.certificateIssuer, critical: critical, value: DERWriter.sequence(of: names.map(\.der)))
    }
}

extension TestExtension {
    /// Creates the nonce of an OCSP request or response (RFC 9654 section 2.1).
    package static func ocspNonce(_ nonce: [UInt8], critical: Bool = false) -> TestExtension {
        raw(.ocspNonce, critical: critical, value: DERWriter.octetString(nonce))
    }
}
