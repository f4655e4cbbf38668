/// The state machine of one request: maps its head, the pieces of its body and its end to actions.
///
/// The caller carries out the actions; the exchange uses neither libmicrohttpd nor the socket. The caller first calls
/// `receive` with the head, and `admit` or `refuse` if the action is `consult`. The caller then calls `receive` with
/// each piece of the body, and finally `end`. The exchange does not store the body of a batch.
struct Exchange {
    /// The next action of the caller.
    enum Action {
        case proceed
        /// Ask the responder to admit this head, then call `admit` or `refuse`.
        case consult(HTTPRequestHead)
        /// Pass the piece to the item stream.
        case pass
        /// Respond now and close the connection, since an unwanted body follows.
        case refuse(Refusal)
        /// The request is complete: call the answerer with its body.
        case respond(HTTPAnswerer, body: [UInt8])
        /// The rejected request is complete: respond, and keep the connection open.
        case answer(Refusal)
        /// Write the response to the socket, since libmicrohttpd accepts no response within a body; close the socket.
        case abort(HTTPFailure)
    }

    enum Refusal {
        case failure(HTTPFailure)
        case response(HTTPResponse)
    }

    /// The maximum memory reserved for a declared body before any of it is received, in bytes; most bodies fit.
    private static let firstStep = 16 << 10

    private enum State {
        case awaitingHead
        case consulting(BodyFraming)
        case receivingBody(HTTPAnswerer)
        /// The associated value is the number of bytes of the body that may still follow.
        case passingBody(Int)
        case refused(Refusal)
        case over
    }

    /// The maximum length of a body in bytes.
    private let bodyLimit: Int
    /// The maximum length of the body of a batch, in bytes.
    private var itemLimit = 0
    private let lease: BufferLease
    /// The declared length of the body, or else `bodyLimit`.
    private var longestBody: Int
    private var state = State.awaitingHead
    private var body: [UInt8] = []
    let target: String

    /// Creates the exchange of a request whose request line was received.
    init(target: String, bodyLimit: Int, lease: BufferLease) {
        self.target = target
        self.bodyLimit = bodyLimit
        self.lease = lease
        longestBody = bodyLimit
    }

    var awaitsHead: Bool {
        if case .awaitingHead = state { true } else { false }
    }

    mutating func receive(
        _ received: ReceivedHead,
        from peer: HTTPPeer,
        worker: Int = 0,
        connection: UInt64 = 0,
        literalPrefix: String? = nil
    ) -> Action {
        do throws(HTTPFailure) {
            guard received.isExact(for: target) else {
                throw .malformedRequest("The head has a folded line, a NUL, a bare line feed or extra white space.")
            }
            let framing = try BodyFraming(headers: received.fields, version: received.version)
            let head = try HTTPRequestHead(
                received,
                target: target,
                peer: peer,
                worker: worker,
                connection: connection,
                literalPrefix: literalPrefix
            )
            try head.checkHost(version: received.version)
            try head.checkExpectation(version: received.version)
            state = .consulting(framing)
            return .consult(head)
        } catch {
            state = .over
            return .refuse(.failure(error))
        }
    }

    mutating func refuse(_ refusal: Refusal) -> Action {
        guard case .consulting(let framing) = state else { return .proceed }
        return refuse(refusal, framing)
    }

    mutating func admit(_ answerer: @escaping HTTPAnswerer) -> Action {
        guard case .consulting(let framing) = state else { return .proceed }
        return admit(answerer, framing)
    }

    /// Admits the body of a request whose head repeats an admitted head.
    mutating func admit(_ answerer: @escaping HTTPAnswerer, _ framing: BodyFraming) -> Action {
        if case .length(let bytes) = framing {
            guard bytes <= bodyLimit else { return refuse(.failure(.bodyTooLarge(limit: bodyLimit)), framing) }
            longestBody = bytes
            guard lease.hasCapacity(for: bytes), reserve(bytes: min(bytes, Self.firstStep)) else {
                return refuse(.failure(.outOfBuffers), framing)
            }
        }
        state = .receivingBody(answerer)
        return .proceed
    }

    /// Admits the body of a batch, up to a limit in bytes.
    mutating func admit(itemsOfAtMost limit: Int?) -> Action {
        guard case .consulting(let framing) = state else { return .proceed }
        if let limit, case .length(let bytes) = framing {
            guard bytes <= limit else { return refuse(.failure(.bodyTooLarge(limit: limit)), framing) }
            guard lease.hasCapacity(for: bytes) else { return refuse(.failure(.outOfBuffers), framing) }
        }
        itemLimit = limit ?? .max
        state = .passingBody(itemLimit)
        return .proceed
    }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Action {
        if case .passingBody(let left) = state { return pass(bytes.count, of: left) }
        guard case .receivingBody = state else { return .proceed }
        guard bytes.count <= bodyLimit - body.count else { return abort(.bodyTooLarge(limit: bodyLimit)) }
        guard reserve(bytes: body.count + bytes.count) else { return abort(.outOfBuffers) }
        unsafe body.append(contentsOf: bytes)
        return .proceed
    }

    mutating func end() -> Action {
        defer { state = .over }
        switch state {
        case .receivingBody(let answerer):
            defer { body = [] }
            return .respond(answerer, body: body)
        case .refused(let refusal): return .answer(refusal)
        case .awaitingHead, .consulting, .passingBody, .over: return .proceed
        }
    }

    /// Reserves memory for a body of the given length; doubles an insufficient capacity, to reallocate rarely.
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
        return .proceed
    }
}
