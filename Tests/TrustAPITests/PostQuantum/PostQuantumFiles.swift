import Foundation
import Testing
import TrustTestSupport

/// The files of one algorithm in `Fixtures/PostQuantum`, which OpenSSL 3.5 made.
struct PostQuantumFiles {
    let algorithm: String

    static let algorithms = ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87", "SLH-DSA-SHA2-128s"]

    /// Whether the OpenSSL at run time has the algorithm.
    var isAvailable: Bool {
        get throws { try OpenSSLProgram().run(["list", "-signature-algorithms"]).text.contains(algorithm) }
    }

    private func url(_ name: String) -> URL {
        URL(filePath: #filePath).appending(path: "../../Fixtures/PostQuantum/\(algorithm)-\(name)").standardized
    }

    func text(_ name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }

    /// The content of a binary file as base64.
    func base64(_ name: String) throws -> String { try Data(contentsOf: url(name)).base64EncodedString() }

    /// The DER of the only block of a PEM file.
    func der(_ name: String) throws -> [UInt8] {
        let lines = try text(name).split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return try Array(#require(Data(base64Encoded: lines.joined())))
    }

    /// The members of a request for a chain of one certificate, under a policy with the root as its only trust anchor.
    func request(_ chain: Any, policy: [String: Any] = [:]) throws -> [String: Any] {
        let policy = try ["evaluator": "default", "anchors": [text("root.pem")]].merging(policy) { $1 }
        return ["chain": chain, "host": "api.example.com", "at": "2027-06-01T00:00:00Z", "policy": policy]
    }
}
