import CIDN2
package import TrustModel

/// Internationalised domain names by libidn2: IDNA 2008 with UTS 46 mapping, non-transitional, as browsers do.
package struct IDN2Names: InternationalizedNames {
    /// A converter; it has no state.
    package init() {}

    /// Converts by `idn2_to_ascii_8z`, normalising first.
    ///
    /// See ``InternationalizedNames``.
    package func asciiName(of name: String) throws(HostNameError) -> String {
        // The library reads up to the first zero, and what stands before it may be another name than the whole.
        guard !name.utf8.contains(0) else { throw HostNameError("has a character that no DNS name has") }
        var output: UnsafeMutablePointer<CChar>?
        let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        let result = unsafe name.withCString { unsafe idn2_to_ascii_8z($0, &output, flags) }
        defer { unsafe idn2_free(output) }
        guard result == IDN2_OK.rawValue, let converted = unsafe output else {
            let why = unsafe idn2_strerror(result).map { unsafe String(cString: $0) } ?? "code \(result)"
            throw HostNameError("is no internationalised domain name: \(why)")
        }
        return unsafe String(cString: converted)
    }
}
