import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustService

/// POST /v1/certificates: describes a chain and recommends which of its keys to pin.
enum CertificateHandler {
    /// A chain, and the time at which its validity is checked; nil for the current time.
    private typealias Question = (chain: [Certificate], instant: Instant?)

    static func answer(to head: HTTPRequestHead, _ context: APIContext) -> Route.Answer {
        let contentType = head.headers["Content-Type"]
        return { body, _ in
            .task { _ in
                Route.Outcome { () throws(Problem) in
                    try describe(
                        question(in: body, ofType: contentType ?? "", query: head.query, chains: context.chains),
                        context
                    )
                }
            }
        }
    }

    private static func describe(_ question: Question, _ context: APIContext) throws(Problem) -> HTTPResponse {
        let instant = question.instant ?? context.now().instant
        let plan: PinPlan
        do throws(LibraryFailure) {
            plan = try context.evaluations.engine.pinPlan(for: question.chain, at: instant)
        } catch {
            throw Problem(error)
        }
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: ChainDescription.json(question.chain, plan: plan, at: instant)
        )
    }

    private static func question(
        in body: [UInt8],
        ofType contentType: String,
        query items: [HTTPQueryItem],
        chains: ChainDecoder
    ) throws(Problem) -> Question {
        switch MediaType.body(contentType) {
        case .pem:
            let query = try RequestQuery(items, known: ["at"])
            let instant = try EvaluationRequest.instant(query)
            return (try chains.chain(in: body, pointer: ""), instant)
        case .form:
            let form = try EvaluationForm(body, contentType: contentType)
            let query = try RequestQuery(items, fields: form.fields, known: ["at"])
            let instant = try EvaluationRequest.instant(query)
            return (try chains.chain(in: form.files), instant)
        case .json, .lines, .yaml, .tar, nil:
            _ = try RequestQuery(items, known: [])
            return try question(json: body, chains)
        }
    }

    private static func question(json body: [UInt8], _ chains: ChainDecoder) throws(Problem) -> Question {
        let issues = DocumentIssues()
        var reader = try MappingReader.body(body, issues)
        let texts = EvaluationRequest.chainTexts(&reader)
        let instant = EvaluationRequest.instant(&reader)
        reader.finish()
        guard issues.isEmpty, let texts else { throw Problem(DocumentError(issues.all)) }
        return (try chains.chain(in: texts), instant)
    }
}
