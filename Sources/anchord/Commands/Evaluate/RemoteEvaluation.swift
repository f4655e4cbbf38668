import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel

/// Asks a daemon for the verdict on a chain, under its policies and with its network.
struct RemoteEvaluation {
    private let options: EvaluateCommand
    private let address: DaemonAddress
    private let token: String?

    /// Creates the evaluation at a Unix socket or URL.
    ///
    /// - Throws: ``CommandFailure`` if the URL is not that of a daemon on this machine, or if the file of the token is invalid.
    init(_ options: EvaluateCommand) throws(CommandFailure) {
        self.options = options
        address = if let path = options.socket { .unix(path) } else { try DaemonAddress(url: options.url ?? "") }
        token = try options.tokenFile.map { file throws(CommandFailure) in try TokenFile.token(in: file) }
    }

    /// Prints the verdict on a chain.
    ///
    /// - Returns: ``ExitStatus/done`` if the action is `allow`, or else ``ExitStatus/refused``.
    /// - Throws: ``CommandFailure`` without a verdict.
    func run(_ source: ChainSource) throws(CommandFailure) -> ExitStatus {
        let request = DaemonRequest(
            "POST",
            "/v1/evaluations",
            body: try body(source),
            accept: options.json ? "application/json" : "text/plain"
        )
        let response = try answer(to: request)
        guard response.status == 200, let action = Self.action(in: response.body, isJSON: options.json) else {
            throw failure(response)
        }
        if !options.quiet { try write(response.body) }
        return action == .allow ? .done : .refused
    }

    /// Returns the problem of a response.
    private func failure(_ response: (status: Int, body: String)) -> CommandFailure {
        if options.json, let problem = ResponseValue(response.body), problem["code"].exists {
            return CommandFailure(["\(problem["code"].shown) (\(response.status)): \(problem["detail"].shown)"])
        }
        let lines = response.status == 200 ? [] : response.body.split(separator: "\n").map(String.init)
        return CommandFailure(
            lines.isEmpty ? ["the response with status \(response.status) is not that of a daemon"] : lines
        )
    }

    private func write(_ body: String) throws(CommandFailure) {
        guard !options.json else { return try StandardStream.writeResult(body.hasSuffix("\n") ? body : body + "\n") }
        try StandardStream.writeText(DaemonOptions.printable(body))
    }

    private func answer(to request: DaemonRequest) throws(CommandFailure) -> (status: Int, body: String) {
        var request = request
        request.token = token
        do throws(DaemonRequest.Failure) {
            // The daemon waits for evidence for at most 30 seconds.
            return try request.send(to: address, within: .seconds(60))
        } catch {
            throw CommandFailure(["\(address.name): \(error.reason)"])
        }
    }

    /// Returns the action in a response; nil if it is not a verdict.
    private static func action(in body: String, isJSON: Bool) -> Verdict.Action? {
        let verdict: (outcome: String?, action: String?)
        if isJSON {
            let object = ResponseValue(body)
            verdict = (object?["verdict"].text, object?["action"].text)
        } else {
            let words = body.prefix { $0 != "\n" }.split(separator: " ", maxSplits: 2)
            guard words.count > 2, words[0].hasSuffix(":") else { return nil }
            verdict = (String(words[0].dropLast()), String(words[1]))
        }
        guard verdict.outcome.flatMap(Verdict.Outcome.init(rawValue:)) != nil else { return nil }
        return verdict.action.flatMap(Verdict.Action.init(rawValue:))
    }

    private func body(_ source: ChainSource) throws(CommandFailure) -> [UInt8] {
        let inputs = EvaluationInputs(parts: try EvaluationComponents())
        let reader = ChainReader(options: options.question, inputs: inputs)
        let endpoint = try reader.endpoint(of: source)
        if endpoint != nil { try reader.check(reader.host(ofServer: endpoint)) }
        var evidence = try inputs.evidence(crls: options.question.crl, ocsp: options.question.ocsp)
        _ = try inputs.timestamps(options.question.sct)
        let lists = try options.question.sct.map { file throws(CommandFailure) in try InputFile.bytes(of: file) }
        let others = try inputs.certificates(inFiles: options.question.intermediates)
        let material = try reader.material(of: source, endpoint)
        for note in material.notes { StandardStream.writeMessage("anchord: \(note)\n") }
        evidence.responses += material.responses
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("chain", (material.certificates + others).map { Base64.encode($0.der) })
            writer.member("host", reader.host(ofServer: endpoint))
            writer.member("policy", options.question.policy)
            writer.member("at", options.instant)
            if options.explain { writer.member("explain", true) }
            writer.member("crls", evidence.lists.map { Base64.encode($0.der) })
            writer.member("ocsp", evidence.responses.map { Base64.encode($0.der) })
            writer.member("scts", (lists + [material.timestampList].compactMap(\.self)).map(Base64.encode))
        }
        return writer.bytes
    }
}
