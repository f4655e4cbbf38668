import StructuredDocuments
import TLSChainClient
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// The parsed chain and evidence of a server, for an evaluation.
struct ServerChain {
    let certificates: [Certificate]
    /// The stapled OCSP response, if the server sent a readable one.
    private(set) var evidence = RevocationEvidence()
    /// The certificate timestamps of the handshake, if the server sent a readable list.
    private(set) var timestamps: [TimestampElement] = []
    /// Circumstances that the verdict does not show, one line each.
    private(set) var notes: [String] = []

    /// Parses what a server presented.
    ///
    /// An unreadable OCSP response or list of timestamps is ignored with a note, like a missing one: a client could not use it either, and an
    /// attacker can always withhold it. A policy with `requirePositiveResponse` still denies the chain.
    ///
    /// A verdict about a copied chain would seem to be about this server, so the server must prove that it has the key.
    ///
    /// - Throws: ``CommandFailure`` if a certificate is unreadable, if the chain has too many certificates, or if the
    ///   server did not prove possession of the leaf's private key.
    init(_ presented: PresentedChain, of endpoint: TLSEndpoint, _ ports: DocumentPorts) throws(CommandFailure) {
        if let note = presented.interruptionNote(of: endpoint) {
            guard presented.provesPossession else { throw CommandFailure([note]) }
            notes.append(note)
        }
        let limits = CertificateLimits()
        guard presented.certificates.count <= limits.count else {
            throw Self.failure("\(endpoint) sent more than \(limits.count) certificates")
        }
        var certificates: [Certificate] = []
        for (position, der) in presented.certificates.enumerated() {
            do throws(CertificateReadingError) {
                certificates += try ports.certificates.certificates(in: der, limits: limits)
            } catch {
                throw Self.failure("certificate \(position) of \(endpoint): \(error.reason)")
            }
        }
        self.certificates = certificates
        if let list = presented.timestampList {
            do throws(EvidenceReadingError) {
                timestamps = try OpenSSLEvidenceReader().timestamps(in: list)
            } catch {
                notes.append(QuotedText.printable("\(endpoint): the certificate timestamps were not used: \(error)"))
            }
        }
        guard let stapled = presented.ocspResponse else { return }
        do throws(EvidenceReadingError) {
            evidence.responses = [try ports.evidence.ocspResponse(in: stapled, limits: EvidenceLimits())]
        } catch {
            notes.append(QuotedText.printable("\(endpoint): the stapled OCSP response was not used: \(error)"))
        }
    }

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure([QuotedText.printable(message)])
    }
}

extension PresentedChain {
    /// Describes in one line how the handshake was interrupted, and whether the server proved possession of the leaf's
    /// private key; nil if the handshake was completed.
    func interruptionNote(of endpoint: TLSEndpoint) -> String? {
        guard let reason = interruption?.reason else { return nil }
        return QuotedText.printable(
            provesPossession
                ? "\(endpoint) proved that it has the private key, but \(reason)"
                : "\(endpoint) sent certificates, but did not prove that it has the private key: it \(reason)"
        )
    }
}
