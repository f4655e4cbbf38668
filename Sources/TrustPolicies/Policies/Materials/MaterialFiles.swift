import FileAccess

/// The extensions and the maximum size of files with certificates, keys and revocation evidence.
enum MaterialFiles {
    /// The maximum size of a file, in bytes; a bundle of all public roots has about 200 KB.
    static let maximumBytes = 4 << 20
    /// The extensions of certificates and bundles, compared without regard to case.
    static let certificateExtensions = [".cer", ".crt", ".der", ".pem", ".p7b", ".p7c"]
    /// The extensions of files with pins: certificates and public keys, but not private keys (`.key`).
    static let pinExtensions = certificateExtensions + [".pub"]
    static let crlExtensions = [".crl", ".der", ".pem"]
    static let ocspExtensions = [".der", ".ocsp"]

    /// Returns the paths of files that are directly in a directory and have one of the extensions.
    static func paths(in directory: String, extensions: [String]) throws(LocalFiles.Failure) -> [String] {
        try LocalFiles.names(in: directory)
            .filter { name in extensions.contains { name.lowercased().hasSuffix($0) } }
            .map { LocalFiles.path($0, from: directory) }
            .filter { (try? LocalFiles.kind(of: $0)) != .directory }
    }
}
