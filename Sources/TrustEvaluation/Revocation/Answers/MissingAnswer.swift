import TrustModel

/// A certificate without an answer about its revocation status, with the causes that a reader can act on.
struct MissingAnswer {
    /// The maximum number of locations in a message and in a fact; certificates usually name one or two.
    private static let maximumLocations = 4
    /// The maximum length of a location in a message, in characters.
    private static let maximumLength = 200

    let certificate: CertificateFacts
    /// The name of the certificate in messages.
    let name: String
    let isLeaf: Bool
    /// Whether the request has OCSP responses, such as one that the server stapled.
    let hasStapledResponse: Bool
    /// The requirements of the policy; nil if only the request's evidence is used.
    let requirements: RevocationRequirements?
    let failures: [FailedFetch]

    /// The message: the fact, the failed attempts with location and cause, and what was not asked.
    var message: String {
        guard !isDenied else {
            return "\(name) has the extension noRevAvail: its CA publishes no revocation information, and the policy "
                + "requires it (`noRevAvail: deny`)."
        }
        let missing =
            failures.isEmpty
            ? "There is no \(kinds) evidence of the revocation status of \(name)."
            : "No \(kinds) evidence of the revocation status of \(name) could be fetched: \(attempts)."
        return missing + unaskedClause + otherMethodClause + stapleClause
    }

    /// The locations that were not asked, as a fact; empty if there are none.
    var facts: [Fact] { unasked.isEmpty ? [] : [Fact("unaskedLocations", unasked)] }

    /// The remedy for the most specific cause; nil if the general remedy applies.
    var remedy: SpecialRemedy? {
        if isDenied { return .deniedNoRevAvail }
        if failures.contains(where: { ($0.cause ?? $0.code) == .forbiddenAddress }) { return .forbiddenLocation }
        if !failures.isEmpty { return .failedFetch }
        if let otherMethod { return otherMethod == .crl ? .otherMethodCRL : .otherMethodOCSP }
        guard locations.isEmpty else { return unasked.isEmpty ? .unfetchedEvidence : .unaskedLocation }
        guard isLeaf else { return .offlineAuthority }
        switch requirements?.methods {
        case [.crl]: return .missingCRL
        case [.ocsp]: return .missingOCSPResponse
        default: return requirements?.requirePositiveResponse == true ? .nothingPublished : nil
        }
    }

    private var isDenied: Bool { requirements?.denies(certificate) ?? false }

    private var mayFetch: Bool { requirements?.networkAccess ?? false }

    private var kinds: String {
        (requirements?.methods ?? []).map { $0.rawValue.uppercased() }.sorted().joined(separator: " or ")
    }

    /// The failed attempts, such as `http://ocsp.example.com (timedOut)`, with the targets of redirects and the causes of delays.
    private var attempts: String {
        var texts: [String] = []
        for failure in failures {
            let target = failure.redirect.map { " redirected to " + Self.text(of: $0) } ?? ""
            let cause = failure.cause.map { " after \($0.rawValue)" } ?? ""
            let text = "\(failure.url)\(target) (\(failure.code.rawValue)\(cause))"
            if !texts.contains(text) { texts.append(text) }
        }
        let more = texts.count - Self.maximumLocations
        return texts.prefix(Self.maximumLocations).joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
    }

    /// The locations of the evidence that the policy accepts.
    private var locations: [String] { requirements?.methods.sorted().flatMap(certificate.locations) ?? [] }

    /// The locations that are never fetched, without white space in a location; empty if only the policy prevents a fetch.
    private var unasked: [String] {
        guard !isDenied, mayFetch || !locations.contains(where: EvidenceNeed.isUsable) else { return [] }
        return locations.lazy.filter { !EvidenceNeed.isUsable($0) }.prefix(Self.maximumLocations).map(Self.text)
    }

    private var unaskedClause: String {
        unasked.isEmpty
            ? "" : " Not asked, because only short http URLs are fetched: \(unasked.joined(separator: ", "))."
    }

    /// The method for which the certificate names a location, if it names none for the methods of the policy.
    ///
    /// If the policy fetches evidence, the location must be one that can be fetched.
    private var otherMethod: RevocationRequirements.Method? {
        guard let methods = requirements?.methods, locations.isEmpty else { return nil }
        return RevocationRequirements.Method.allCases.first { method in
            let others = methods.contains(method) ? [] : certificate.locations(of: method)
            return mayFetch ? others.contains(where: EvidenceNeed.isUsable) : !others.isEmpty
        }
    }

    private var otherMethodClause: String {
        guard let otherMethod else { return "" }
        let named = otherMethod == .crl ? "a CRL" : "an OCSP responder"
        return " The certificate names \(named), but `methods` of the policy lacks `\(otherMethod.rawValue)`."
    }

    /// States that the leaf's own extension demands a response, which is otherwise not checked (RFC 7633).
    private var stapleClause: String {
        guard isLeaf, !hasStapledResponse, certificate.extensions.contains(.tlsFeature) else { return "" }
        return " Its extension tlsfeature (must-staple, RFC 7633) demands a stapled OCSP response."
    }

    /// Returns a location with all characters escaped that could make a list of locations ambiguous.
    private static func text(of location: String) -> String {
        var text = ""
        for byte in location.utf8.prefix(maximumLength) {
            if (0x21...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + Hexadecimal.encode([byte]).uppercased()
            }
        }
        return location.utf8.count > maximumLength ? text + "…" : text
    }
}

extension PathContext {
    /// Returns the description of a certificate in the revocation report without an answer.
    func missingAnswer(_ entry: RevocationReport.CertificateEvidence) -> MissingAnswer {
        MissingAnswer(
            certificate: path.certificates[entry.depth].facts,
            name: name(at: entry.depth),
            isLeaf: entry.depth == 0,
            hasStapledResponse: !revocation.origins.request.responses.isEmpty,
            requirements: revocation.requirements,
            failures: entry.failures
        )
    }
}

extension CertificateFacts {
    /// Returns the locations of complete CRLs or of OCSP responders, of any scheme.
    fileprivate func locations(of method: RevocationRequirements.Method) -> [String] {
        switch method {
        case .ocsp: extensions.ocspLocations
        case .crl: (extensions.crlDistributionPoints ?? []).locations
        }
    }
}

extension Set<RevocationRequirements.Method> {
    fileprivate func sorted() -> [Element] { Element.allCases.filter(contains) }
}
