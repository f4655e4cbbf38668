import TrustEvaluation

/// One way to ask an OCSP responder: the HTTP method, and the digest algorithm that identifies the issuer.
struct OCSPInquiry: Hashable, Sendable {
    enum Method: Sendable {
        case get
        case post
    }

    /// The defect of an answer, which decides the next way.
    enum Defect: Sendable {
        /// The location may not understand the HTTP method, or has stored an old answer (RFC 6960 section A.1).
        case exchange
        /// The responder may not know the digest algorithm.
        case identifier
    }

    var digest: OCSPRequest.Digest = .sha256
    var method: Method = .get

    /// The first way, unless another one is known to work.
    static let standard = OCSPInquiry()

    /// The ways that were tried at one location in one fetch, in order.
    struct Trials: Sendable {
        private var inquiries: [OCSPInquiry] = []
        /// A response without an answer, which may still revoke; the newest one.
        private(set) var remains: (failure: FailedFetch, evidence: RevocationEvidence)?

        var count: Int { inquiries.count }

        /// Records a failed trial.
        mutating func note(_ inquiry: OCSPInquiry, endedBy failure: FailedFetch, with evidence: RevocationEvidence) {
            inquiries.append(inquiry)
            if !evidence.isEmpty { remains = (failure, evidence) }
        }

        /// Returns the way to try after the last one; nil if there is none.
        ///
        /// A GET is followed by a POST of the same request, then by the other digest. A location that needed a POST is
        /// then asked by POST. A POST is followed by a GET only if it was chosen because it worked before.
        func next(after defect: Defect, wasChosen: Bool) -> OCSPInquiry? {
            guard let last = inquiries.last else { return nil }
            if defect == .exchange {
                let other = OCSPInquiry(digest: last.digest, method: last.method == .get ? .post : .get)
                let isUseful = other.method == .post || inquiries.count == 1 && wasChosen
                if isUseful, !inquiries.contains(other) { return other }
            }
            let digest: OCSPRequest.Digest = last.digest == .sha256 ? .sha1 : .sha256
            guard !inquiries.contains(where: { $0.digest == digest }) else { return nil }
            return OCSPInquiry(digest: digest, method: last.method)
        }
    }
}

/// The responders that answered another way than the standard one, for a limited time.
struct ResponderHabits {
    /// The time for which a way is remembered, in milliseconds: a day.
    static let lifetime: Int64 = 86_400_000

    private let capacity: Int
    private var habits: [String: (inquiry: OCSPInquiry, since: Int64)] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Returns the way to ask a location first.
    func inquiry(at location: String, _ milliseconds: Int64) -> OCSPInquiry {
        guard let habit = habits[location], milliseconds - habit.since < Self.lifetime else { return .standard }
        return habit.inquiry
    }

    /// Remembers the way that worked; the first time counts, so that the standard one is tried again some day.
    mutating func succeed(_ inquiry: OCSPInquiry, at location: String, _ milliseconds: Int64) {
        guard inquiry != .standard else { return fail(at: location) }
        if let habit = habits[location], habit.inquiry == inquiry, milliseconds - habit.since < Self.lifetime { return }
        if habits.count >= capacity { habits.removeAll() }
        habits[location] = (inquiry, milliseconds)
    }

    /// Forgets a location that does not answer any more.
    mutating func fail(at location: String) { habits[location] = nil }
}
