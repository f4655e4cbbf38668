import CPSL
package import TrustModel

/// The Public Suffix List by libpsl: the distribution's file or the library's own copy, whichever is newer.
@safe package final class PSLSuffixes: PublicSuffixes {
    private let list: OpaquePointer

    /// Reads the list once; nil where there is none.
    package init?() {
        guard let list = unsafe psl_latest(nil) else { return nil }
        unsafe self.list = list
    }

    deinit {
        unsafe psl_free(list)
    }

    /// Asks the list by `psl_is_public_suffix2`, without its rule that every unlisted top-level name is a public suffix.
    ///
    /// See ``PublicSuffixes``.
    package func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool {
        // The library reads up to the first zero, and takes the empty name for a suffix.
        guard !name.isEmpty, !name.utf8.contains(0) else { return false }
        let types =
            switch sections {
            case .icann: PSL_TYPE_ICANN
            case .all: PSL_TYPE_ANY
            }
        let flags = Int32(types | PSL_TYPE_NO_STAR_RULE)
        return unsafe name.withCString { unsafe psl_is_public_suffix2(list, $0, flags) } != 0
    }
}

// Read in `init` and only looked up in afterwards, which changes nothing in it; freed when nobody has it any more.
extension PSLSuffixes: @unchecked Sendable {}
