import FileAccess

/// What files of certificates and keys are called, and how large they may be.
enum MaterialFiles {
    /// The largest file, in bytes; the bundle of all public authorities has a fifth of a megabyte.
    static let maximumBytes = 4 << 20
    /// The extensions of certificates and bundles; letter case does not matter.
    static let certificateExtensions = [".cer", ".crt", ".der", ".pem", ".p7b", ".p7c"]
    /// The extensions of what can be pinned: public keys besides, but no private ones (`.key`).
    static let pinExtensions = certificateExtensions + [".pub"]
    /// The extensions of CRLs.
    static let crlExtensions = [".crl", ".der", ".pem"]
    /// The extensions of OCSP responses.
    static let ocspExtensions = [".der", ".ocsp"]

    /// The paths in a directory that have one of some extensions; directories among them are left out.
    static func paths(in directory: String, extensions: [String]) throws(LocalFiles.Failure) -> [String] {
        try LocalFiles.names(in: directory)
            .filter { name in extensions.contains { name.lowercased().hasSuffix($0) } }
            .map { LocalFiles.path($0, from: directory) }
            .filter { (try? LocalFiles.kind(of: $0)) != .directory }
    }
}
