import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

/// Parses CRLs like the daemon.
func readLists(_ bytes: [UInt8], limits: EvidenceLimits = EvidenceLimits()) throws -> [CertificateRevocationList] {
    try OpenSSLEvidenceReader().revocationLists(in: bytes, limits: limits)
}

/// Parses an OCSP response like the daemon.
func readResponse(_ bytes: [UInt8], limits: EvidenceLimits = EvidenceLimits()) throws -> OCSPResponse {
    try OpenSSLEvidenceReader().ocspResponse(in: bytes, limits: limits)
}

/// Returns the error of unreadable CRLs as `code position offset: reason`.
func listRefusal(_ bytes: [UInt8], limits: EvidenceLimits = EvidenceLimits()) -> String? {
    do throws(EvidenceReadingError) {
        _ = try OpenSSLEvidenceReader().revocationLists(in: bytes, limits: limits)
        return nil
    } catch {
        return error.text
    }
}

/// Returns the error of an unreadable OCSP response in the same form.
func responseRefusal(_ bytes: [UInt8], limits: EvidenceLimits = EvidenceLimits()) -> String? {
    do throws(EvidenceReadingError) {
        _ = try OpenSSLEvidenceReader().ocspResponse(in: bytes, limits: limits)
        return nil
    } catch {
        return error.text
    }
}

extension EvidenceReadingError {
    fileprivate var text: String {
        let place = [position, offset].map { $0.map(String.init) ?? "-" }.joined(separator: " ")
        return "\(code) \(place): \(reason)"
    }
}

/// Returns damaged bytes: up to six octets are randomly changed, removed or inserted.
func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var damaged = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[index] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.remove(at: index)
        default: damaged.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
    }
    return damaged
}
