import CPSL
package import TrustModel

/// The Public Suffix List of libpsl: the newer of the distribution's file and the library's own copy.
@safe package final class PSLSuffixes: PublicSuffixes {
    private let list: OpaquePointer

    /// Loads the list once; returns nil if there is none.
    package init?() {
        guard let list = unsafe psl_latest(nil) else { return nil }
        unsafe self.list = list
    }

    deinit {
        unsafe psl_free(list)
    }

    /// Calls `psl_is_public_suffix2` without its default rule that every unlisted top-level name is a public suffix.
    package func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool {
        // libpsl stops at the first NUL, and considers the empty name a suffix.
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

// The list is loaded in `init`, then only read, and freed in `deinit`.
extension PSLSuffixes: @unchecked Sendable {}
