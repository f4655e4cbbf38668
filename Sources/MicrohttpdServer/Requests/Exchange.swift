/// One request on its way in: decides what to do when its head, a piece of its body and its end arrive.
///
/// Holds no C and no socket; whoever drives it carries out the actions. The order is `receive` with the head, `admit` or
/// `refuse` when told to consult, `receive` with each piece, `end`; a body that is taken item by item passes through.
struct Exchange {
    /// What the driver is to do next.
    enum Action {
        /// Go on reading.
        case carryOn
        /// Ask the responder about this head, and pass on what it says to `admit` or `refuse`.
        case consult(HTTPRequestHead)
        /// Hand the piece to what takes items.
        case pass
        /// Answer now and end the connection, since a body nobody wants follows.
        case refuse(Refusal)
        /// The request is whole: let its body be answered.
        case respond(HTTPAnswerer, body: [UInt8])
        /// The request is whole and had been refused: answer so; the connection may live on.
        case answer(Refusal)
        /// Answer by hand and end the connection: in the middle of a body libmicrohttpd takes no answer.
        case abort(HTTPFailure)
    }

    /// An answer that is not to the whole request.
    enum Refusal {
        case failure(HTTPFailure)
        case response(HTTPResponse)
    }

    /// The memory reserved for a body before any of it has arrived, in bytes: most bodies need no more.
    ///
    /// A client that only declares a length holds no more memory than this.
    private static let firstStep = 16 << 10

    private enum State {
        case awaitingHead
        case consulting(BodyFraming)
        case receivingBody(HTTPAnswerer)
        /// So many bytes may still come.
        case passingBody(Int)
        case refused(Refusal)
        case over
    }

    /// The longest body taken, in bytes.
    private let bodyLimit: Int
    /// The longest body taken item by item, in bytes.
    private var itemLimit = 0
    /// The budget for the body's memory.
    private let lease: BufferLease
    /// How long the body can become, in bytes.
    private var longestBody: Int
    private var state = State.awaitingHead
    private var body: [UInt8] = []
    /// The request target as sent.
    let target: String

    /// A request whose request line arrived.
    init(target: String, bodyLimit: Int, lease: BufferLease) {
        self.target = target
        self.bodyLimit = bodyLimit
        self.lease = lease
        longestBody = bodyLimit
    }

    /// Whether the head has not been given yet.
    var awaitsHead: Bool {
        if case .awaitingHead = state { true } else { false }
    }

    /// Takes the head as received.
    mutating func receive(_ received: ReceivedHead, from peer: HTTPPeer, worker: Int = 0) -> Action {
        do throws(HTTPFailure) {
            guard received.isExact(for: target) else {
                throw .malformedRequest("head with a folded line, a NUL, a bare line feed or superfluous white space")
            }
            let framing = try BodyFraming(headers: received.fields, version: received.version)
            let head = try HTTPRequestHead(received, target: target, peer: peer, worker: worker)
            try head.checkHost(version: received.version)
            try head.checkExpectation(version: received.version)
            state = .consulting(framing)
            return .consult(head)
        } catch {
            state = .over
            return .refuse(.failure(error))
        }
    }

    /// Answers the request of the head that the responder was consulted about with a refusal.
    mutating func refuse(_ refusal: Refusal) -> Action {
        guard case .consulting(let framing) = state else { return .carryOn }
        return refuse(refusal, framing)
    }

    /// Lets the body in of the head that the responder was consulted about.
    mutating func admit(_ answerer: @escaping HTTPAnswerer) -> Action {
        guard case .consulting(let framing) = state else { return .carryOn }
        return admit(answerer, framing)
    }

    /// Lets the body in of a head that was admitted before, whose end is found so.
    mutating func admit(_ answerer: @escaping HTTPAnswerer, _ framing: BodyFraming) -> Action {
        if case .length(let bytes) = framing {
            guard bytes <= bodyLimit else { return refuse(.failure(.bodyTooLarge(limit: bodyLimit)), framing) }
            longestBody = bytes
            guard lease.hasCapacity(for: bytes), reserve(bytes: min(bytes, Self.firstStep)) else {
                return refuse(.failure(.outOfBuffers), framing)
            }
        }
        state = .receivingBody(answerer)
        return .carryOn
    }

    /// Lets the body through to what takes items, up to a limit of bytes.
    mutating func admit(itemsOfAtMost limit: Int?) -> Action {
        guard case .consulting(let framing) = state else { return .carryOn }
        if let limit, case .length(let bytes) = framing {
            guard bytes <= limit else { return refuse(.failure(.bodyTooLarge(limit: limit)), framing) }
            guard lease.hasCapacity(for: bytes) else { return refuse(.failure(.outOfBuffers), framing) }
        }
        itemLimit = limit ?? .max
        state = .passingBody(itemLimit)
        return .carryOn
    }

    /// Takes a piece of the body.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Action {
        if case .passingBody(let left) = state { return pass(bytes.count, of: left) }
        guard case .receivingBody = state else { return .carryOn }
        guard bytes.count <= bodyLimit - body.count else { return abort(.bodyTooLarge(limit: bodyLimit)) }
        guard reserve(bytes: body.count + bytes.count) else { return abort(.outOfBuffers) }
        unsafe body.append(contentsOf: bytes)
        return .carryOn
    }

    /// Takes the end of the request.
    mutating func end() -> Action {
        defer { state = .over }
        switch state {
        case .receivingBody(let answerer):
            defer { body = [] }
            return .respond(answerer, body: body)
        case .refused(let refusal): return .answer(refusal)
        case .awaitingHead, .consulting, .passingBody, .over: return .carryOn
        }
    }

    /// Reserves memory for a body of so many bytes: for twice as many as before where it grows, so that it is seldom moved.
    private mutating func reserve(bytes count: Int) -> Bool {
        guard count > body.capacity else { return true }
        let capacity = max(count, min(2 * body.capacity, longestBody))
        guard lease.resize(to: capacity) else { return false }
        body.reserveCapacity(capacity)
        return true
    }

    private mutating func abort(_ failure: HTTPFailure) -> Action {
        state = .over
        body = []
        return .abort(failure)
    }

    private mutating func pass(_ count: Int, of left: Int) -> Action {
        guard count <= left else { return abort(.bodyTooLarge(limit: itemLimit)) }
        state = .passingBody(left - count)
        return .pass
    }

    private mutating func refuse(_ refusal: Refusal, _ framing: BodyFraming) -> Action {
        guard framing == .none else {
            state = .over
            return .refuse(refusal)
        }
        state = .refused(refusal)
        return .carryOn
    }
}
