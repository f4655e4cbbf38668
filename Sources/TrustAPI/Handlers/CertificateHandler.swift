import MicrohttpdServer
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// POST /v1/certificates: describes a chain and recommends which of its keys to pin.
enum CertificateHandler {
    static func answer(to head: HTTPRequestHead, _ context: APIContext) -> Route.Answer {
        let isPEM = MediaType.body(head.headers["Content-Type"]) == .pem
        return { body in
            .step {
                .answer(
                    Route.Outcome { () throws(Problem) in
                        _ = try RequestQuery(head.query, known: [])
                        let chain =
                            isPEM
                            ? try context.chains.chain(in: body, pointer: "") : try chain(json: body, context.chains)
                        return try describe(chain, context)
                    }
                )
            }
        }
    }

    private static func describe(_ chain: [Certificate], _ context: APIContext) throws(Problem) -> HTTPResponse {
        let now = context.now().instant
        let plan: PinPlan
        do throws(LibraryFailure) {
            plan = try context.service.pinPlan(for: chain, at: now)
        } catch {
            throw Problem(error)
        }
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: ChainDescription.json(chain, plan: plan, at: now)
        )
    }

    private static func chain(json body: [UInt8], _ chains: ChainDecoder) throws(Problem) -> [Certificate] {
        let node: DocumentNode
        do throws(JSONReader.SyntaxError) {
            node = try JSONReader.read(body)
        } catch {
            throw Problem(error)
        }
        let issues = DocumentIssues()
        guard var reader = DocumentValue(node, issues: issues).mapping() else {
            throw Problem(DocumentError(issues.all))
        }
        let texts = EvaluationRequest.chainTexts(&reader)
        reader.finish()
        guard issues.isEmpty, let texts else { throw Problem(DocumentError(issues.all)) }
        return try chains.chain(in: texts)
    }
}
