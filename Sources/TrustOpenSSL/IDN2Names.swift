import CIDN2
package import TrustModel

/// Converts internationalized names with libidn2: IDNA 2008 with non-transitional UTS 46 mapping, like browsers.
package struct IDN2Names: InternationalizedNames {
    /// Creates a stateless converter.
    package init() {}

    /// Converts a name with `idn2_to_ascii_8z` after NFC normalization.
    package func asciiName(of name: String) throws(HostNameError) -> String {
        // libidn2 stops at the first NUL, so it would convert only the text before the NUL.
        guard !name.utf8.contains(0) else { throw HostNameError("has a character that is not allowed in DNS names") }
        var output: UnsafeMutablePointer<CChar>?
        let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        let result = unsafe name.withCString { unsafe idn2_to_ascii_8z($0, &output, flags) }
        defer { unsafe idn2_free(output) }
        guard result == IDN2_OK.rawValue, let converted = unsafe output else {
            let why = unsafe idn2_strerror(result).map { unsafe String(cString: $0) } ?? "code \(result)"
            throw HostNameError("is not a valid internationalized domain name: \(why)")
        }
        return unsafe String(cString: converted)
    }
}
