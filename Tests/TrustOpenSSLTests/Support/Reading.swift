import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

/// Parses bytes like the daemon.
func read(_ bytes: [UInt8], limits: CertificateLimits = CertificateLimits()) throws -> [Certificate] {
    try OpenSSLCertificateReader().certificates(in: bytes, limits: limits)
}

/// Parses text like the daemon.
func read(_ text: String) throws -> [Certificate] {
    try read(Array(text.utf8))
}

/// Returns the error of unreadable bytes as `code certificate offset: reason`.
func refusal(_ bytes: [UInt8], limits: CertificateLimits = CertificateLimits()) -> String? {
    do throws(CertificateReadingError) {
        _ = try OpenSSLCertificateReader().certificates(in: bytes, limits: limits)
        return nil
    } catch {
        let place = [error.certificate, error.offset].map { $0.map(String.init) ?? "-" }.joined(separator: " ")
        return "\(error.code) \(place): \(error.reason)"
    }
}

/// Returns the error of an unreadable text.
func refusal(_ text: String) -> String? {
    refusal(Array(text.utf8))
}
