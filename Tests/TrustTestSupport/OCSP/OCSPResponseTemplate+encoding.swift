extension OCSPResponseTemplate {
    /// Signs the response of this template.
    ///
    /// - Throws: ``OpenSSLFailure`` if the signing key cannot sign with the algorithm.
    package func ocspResponse() throws -> TestOCSPResponse {
        try TestOCSPResponse(signing: signedPart, as: self)
    }

    /// The complete ResponseData.
    package var signedPart: [UInt8] {
        DERWriter.sequence(
            version == 1 ? [] : DERWriter.explicit(0, DERWriter.integer(version - 1)),
            responder.der,
            producedAtEncoding.der(producedAt),
            DERWriter.sequence(of: responses.map(\.der)),
            extensions.list.isEmpty ? [] : DERWriter.explicit(1, extensions.der)
        )
    }

    /// The complete OCSPResponse around a signed part.
    func response(around signedPart: [UInt8]) throws -> [UInt8] {
        let outcome = DERWriter.enumerated(status.rawValue)
        guard hasAnswer else { return DERWriter.sequence(outcome) }
        let sent = DERWriter.sequence(of: certificates.map(\.der))
        let answer = try signature.signed(
            signedPart,
            followedBy: certificates.isEmpty ? [] : DERWriter.explicit(0, sent)
        )
        let bytes = DERWriter.sequence(type.der, DERWriter.octetString(answer))
        return DERWriter.sequence(outcome, DERWriter.explicit(0, bytes))
    }
}
