import CIDN2
import COpenSSL
import CPSL

/// A library of the system that this program uses, as it is at run time.
package struct LinkedLibrary: Sendable {
    /// The name and the version, such as `OpenSSL 3.0.17 1 Jul 2025`.
    package let version: String
    /// Why the version does not fit the program; nil if it does.
    package let defect: String?

    /// Keeps OpenSSL usable while the process exits, because other threads can still use it; call this before any use of OpenSSL.
    package static func keepUntilExit() {
        _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }

    /// OpenSSL, libidn2 and libpsl.
    package static var all: [LinkedLibrary] { [openSSL, idn2, psl] }

    private static var openSSL: LinkedLibrary {
        let (major, minor) = (Int32(OPENSSL_version_major()), Int32(OPENSSL_version_minor()))
        let fits = major == OPENSSL_VERSION_MAJOR && minor >= OPENSSL_VERSION_MINOR
        let built = "\(OPENSSL_VERSION_MAJOR).\(OPENSSL_VERSION_MINOR)"
        return LinkedLibrary(
            version: SupportedSignatures.library,
            defect: fits ? nil : "the program was built with OpenSSL \(built) and needs this version or a later one"
        )
    }

    private static var idn2: LinkedLibrary {
        let version = unsafe idn2_check_version(nil).map { unsafe String(cString: $0) }
        return LinkedLibrary(version: "libidn2 \(version ?? "?")", defect: nil)
    }

    /// Without a public suffix list, wildcards cannot be evaluated.
    private static var psl: LinkedLibrary {
        let version = unsafe psl_get_version().map { unsafe String(cString: $0) }
        return LinkedLibrary(
            version: "libpsl \(version ?? "?")",
            defect: PSLSuffixes() == nil ? "it has no public suffix list" : nil
        )
    }
}
