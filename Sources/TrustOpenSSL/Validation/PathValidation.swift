import COpenSSL
import COpenSSLShims
import TrustEvaluation
import TrustModel

/// What one run of X509_verify_cert found.
struct ValidationErrors {
    /// Each error with the depth it was reported at, once.
    let errors: [(error: VerifyError, depth: Int)]
    /// Why the run does not count as complete; nil when it does.
    let failure: String?
}

/// One run of X509_verify_cert over one given path.
@safe struct PathValidation: ~Copyable {
    private let context: OpaquePointer
    private let untrusted: OpaquePointer
    private let trusted: OpaquePointer
    /// The certificates as OpenSSL sees them, stand-ins among them.
    private let certificates: [X509Reference]
    private let record: ValidationRecord

    /// Prepares the run over a path, leaf first; when it is anchored its last certificate is the only one that is trusted.
    ///
    /// Nil only where OpenSSL has no memory.
    static func of(
        _ handles: [X509Handle],
        _ links: PathLinks,
        isAnchored: Bool,
        store: ValidationStore
    ) -> PathValidation? {
        guard let seen = StandIn.path(for: handles) else { return nil }
        let anchors = seen.suffix(isAnchored ? 1 : 0)
        let others = seen.dropFirst().dropLast(isAnchored ? 1 : 0)
        guard let context = unsafe X509_STORE_CTX_new() else { return nil }
        guard let untrusted = unsafe stack(of: others) else {
            unsafe X509_STORE_CTX_free(context)
            return nil
        }
        guard let trusted = unsafe stack(of: anchors) else {
            unsafe X509_STORE_CTX_free(context)
            unsafe copensslshims_sk_X509_free(untrusted)
            return nil
        }
        let validation = unsafe PathValidation(
            owning: context,
            untrusted: untrusted,
            trusted: trusted,
            record: ValidationRecord(seen, handles, links)
        )
        guard validation.initialize(store) else { return nil }
        return validation
    }

    private init(
        owning context: OpaquePointer,
        untrusted: OpaquePointer,
        trusted: OpaquePointer,
        record: ValidationRecord
    ) {
        unsafe self.context = context
        unsafe self.untrusted = untrusted
        unsafe self.trusted = trusted
        self.record = record
        certificates = record.certificates
    }

    private func initialize(_ store: ValidationStore) -> Bool {
        guard let leaf = certificates.first else { return false }
        let isReady = unsafe store.withUnsafePointer { store in
            unsafe leaf.withUnsafePointer { unsafe X509_STORE_CTX_init(context, store, $0, untrusted) }
        }
        guard isReady == 1 else { return false }
        unsafe X509_STORE_CTX_set0_trusted_stack(context, trusted)
        unsafe X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(record).toOpaque())
        unsafe X509_STORE_CTX_set_verify_cb(context, noteError)
        unsafe X509_STORE_CTX_set_verify(context, noteLinks)
        return true
    }

    deinit {
        unsafe X509_STORE_CTX_free(context)
        unsafe copensslshims_sk_X509_free(untrusted)
        unsafe copensslshims_sk_X509_free(trusted)
    }

    /// The certificates stay owned by their references, which `certificates` keeps alive as long as the stack.
    private static func stack(of certificates: ArraySlice<X509Reference>) -> OpaquePointer? {
        guard let stack = unsafe copensslshims_sk_X509_new_reserve(Int32(certificates.count)) else { return nil }
        for certificate in certificates {
            // Cannot fail: the room was reserved.
            _ = unsafe certificate.withUnsafePointer { unsafe copensslshims_sk_X509_push(stack, $0) }
        }
        return unsafe stack
    }

    /// Sets depth and flags.
    ///
    /// Host, purpose, strength and certificate policies are judged by rules, not here. Nor does OpenSSL judge times: where it
    /// would (internal_verify), `noteLinks` takes its place, and ``PathLinks`` looks at each certificate, the last one too. All
    /// else that it would do with a time is to prefer, of several that might be the issuer, one that is current (find_issuer),
    /// and here only the one that comes next might be.
    ///
    /// - Returns: whether all of it is set; a run without would judge by less than was asked for.
    func configure() -> Bool {
        guard let parameters = unsafe X509_STORE_CTX_get0_param(context) else { return false }
        let flags = X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_X509_STRICT | X509_V_FLAG_NO_CHECK_TIME
        guard unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(flags)) == 1 else { return false }
        unsafe X509_VERIFY_PARAM_set_depth(parameters, Int32(certificates.count))
        // Else a common name that looks like a host is held to name constraints, though it counts as none.
        unsafe X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
        return true
    }

    /// Runs the validation to its end.
    func run() -> ValidationErrors {
        record.noteUnreadableExtensions()
        let result = unsafe X509_verify_cert(context)
        // Where OpenSSL gave up early it did not ask.
        record.noteLinks()
        let failure: String? =
            if result != 1 {
                // With a callback that always goes on, 0 says that OpenSSL gave up without asking it.
                "X509_verify_cert answered \(result): \(VerifyError(number: unsafe X509_STORE_CTX_get_error(context)).text)"
            } else if !isWholePath {
                "OpenSSL judged another path than the one it was given"
            } else {
                nil
            }
        return ValidationErrors(errors: record.errors, failure: failure)
    }

    /// Whether OpenSSL's chain is the given path, certificate by certificate.
    private var isWholePath: Bool {
        guard let chain = unsafe X509_STORE_CTX_get0_chain(context) else { return false }
        guard unsafe copensslshims_sk_X509_num(chain) == Int32(certificates.count) else { return false }
        return certificates.enumerated().allSatisfy { index, certificate in
            unsafe certificate.withUnsafePointer { unsafe copensslshims_sk_X509_value(chain, Int32(index)) == $0 }
        }
    }
}

/// What the callbacks of one run know and note; lives as long as the run, on one thread.
@safe final class ValidationRecord {
    /// The path as OpenSSL sees it.
    let certificates: [X509Reference]
    private let handles: [X509Handle]
    private let links: PathLinks
    private(set) var errors: [(error: VerifyError, depth: Int)] = []

    /// Takes the path as OpenSSL sees it and as it is, and what is known of how it hangs together.
    init(_ certificates: [X509Reference], _ handles: [X509Handle], _ links: PathLinks) {
        self.certificates = certificates
        self.handles = handles
        self.links = links
    }

    /// Notes an error; repetitions at the same depth count once.
    func note(_ number: Int32, depth: Int32) {
        let error = VerifyError(number: number)
        guard !errors.contains(where: { $0.error == error && $0.depth == Int(depth) }) else { return }
        errors.append((error, Int(depth)))
    }

    /// Notes the certificates of which OpenSSL cannot read all extensions.
    func noteUnreadableExtensions() {
        for (depth, handle) in handles.enumerated() where !handle.hasReadableExtensions {
            note(X509_V_ERR_INVALID_EXTENSION, depth: Int32(depth))
        }
    }

    /// Notes what is wrong with signatures, with the right to make them, and with times.
    func noteLinks() {
        for depth in handles.indices.reversed() {
            for number in links.errors(at: depth, of: handles) { note(number, depth: Int32(depth)) }
        }
    }

    /// Whether the second certificate comes right after the first in the path.
    func isNext(_ issuer: OpaquePointer, after subject: OpaquePointer) -> Bool {
        guard let index = certificates.firstIndex(where: { unsafe $0.withUnsafePointer { $0 == subject } }),
            index + 1 < certificates.count
        else { return false }
        return unsafe certificates[index + 1].withUnsafePointer { $0 == issuer }
    }

    static func of(_ context: OpaquePointer?) -> ValidationRecord? {
        guard let context = unsafe context, let pointer = unsafe X509_STORE_CTX_get_ex_data(context, 0) else {
            return nil
        }
        return unsafe Unmanaged<ValidationRecord>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// X509_STORE_CTX_verify_cb: notes the error and goes on.
private func noteError(_ isOK: Int32, _ context: OpaquePointer?) -> Int32 {
    guard isOK == 0, let record = unsafe ValidationRecord.of(context) else { return isOK }
    unsafe record.note(X509_STORE_CTX_get_error(context), depth: X509_STORE_CTX_get_error_depth(context))
    return 1
}

/// X509_STORE_CTX_verify_fn: takes the place of OpenSSL's own check of signatures and times.
private func noteLinks(_ context: OpaquePointer?) -> Int32 {
    guard let context = unsafe context, let record = unsafe ValidationRecord.of(context) else { return 0 }
    record.noteLinks()
    // Where OpenSSL's own check ends; what it checks afterwards is told there.
    unsafe X509_STORE_CTX_set_error_depth(context, 0)
    return 1
}

/// X509_STORE_CTX_check_issued_fn: the path is given, so the issuer of a certificate is the one that comes next.
func isNextInPath(_ context: OpaquePointer?, _ subject: OpaquePointer?, _ issuer: OpaquePointer?) -> Int32 {
    guard let record = unsafe ValidationRecord.of(context), let subject = unsafe subject, let issuer = unsafe issuer
    else { return 0 }
    return unsafe record.isNext(issuer, after: subject) ? 1 : 0
}
