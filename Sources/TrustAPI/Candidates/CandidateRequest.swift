import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// A candidate for a policy set, and the questions with which it is compared with the set in use.
struct CandidateRequest {
    /// The questions of a comparison.
    enum Questions {
        /// The questions of the last decisions about the set, at most a number.
        case lastDecisions(Int)
        /// The questions in the request.
        case sent([Inquiry])
    }

    /// The query parameter that selects the last decisions.
    static let decisionsParameter = "decisions"
    /// The maximum number of questions.
    static let maximumQuestions = 1000

    let upload: PolicyUpload
    let questions: Questions
}

/// Reads the bodies of POST /v1/policy-sets/{name}/check.
struct CandidateRequestReader {
    let set: String
    /// The type of the body; one of JSON, YAML and tar.
    let type: MediaType.Body?
    let chains: ChainDecoder
    let evidence: EvidenceDecoder

    /// Reads a candidate as for a write, or with questions if `decisions` is not given.
    func request(_ body: [UInt8], decisions: String?) async throws(Problem) -> CandidateRequest {
        if let decisions {
            guard let count = Int(decisions), (1...CandidateRequest.maximumQuestions).contains(count) else {
                let detail = "expected a number from 1 to \(CandidateRequest.maximumQuestions)"
                throw RequestQuery.problem(CandidateRequest.decisionsParameter, detail)
            }
            return CandidateRequest(upload: try upload(body, type), questions: .lastDecisions(count))
        }
        guard type == .json else {
            throw Problem(
                .invalidRequest,
                "Send JSON with `candidate` and `evaluations`, or add the query parameter `decisions`."
            )
        }
        let issues = DocumentIssues()
        var reader = try MappingReader.body(body, issues)
        let upload = try candidate(&reader)
        let values = reader.required("evaluations", expected: "a list of evaluation requests")?
            .list(ofAtMost: CandidateRequest.maximumQuestions)
        reader.finish()
        guard issues.isEmpty, let upload, let values else { throw Problem(DocumentError(issues.all)) }
        var questions: [Inquiry] = []
        for (position, value) in values.enumerated() {
            await Task.yield()
            if Task.isCancelled { break }
            questions.append(try question(value, length: body.count, at: "/evaluations/\(position)"))
        }
        return CandidateRequest(upload: upload, questions: .sent(questions))
    }

    private func upload(_ body: [UInt8], _ type: MediaType.Body?) throws(Problem) -> PolicyUpload {
        guard type == .tar else { return PolicyUpload(body, of: set, isJSON: type == .json) }
        do throws(PolicyWriteError) {
            return try PolicyUpload(tar: body, of: set)
        } catch {
            throw Problem(error)
        }
    }

    /// Reads `candidate` or `archive`; nil after an issue was added.
    private func candidate(_ reader: inout MappingReader) throws(Problem) -> PolicyUpload? {
        let (document, archive) = (reader.value("candidate"), reader.value("archive"))
        guard (document == nil) != (archive == nil) else {
            reader.refuse("expected either `candidate` or `archive`")
            return nil
        }
        if let archive {
            guard let text = archive.string() else { return nil }
            guard let bytes = try? Base64.decode(Array(text.utf8)[...]) else {
                archive.refuse("expected a tar archive in base64")
                return nil
            }
            return try upload(bytes, .tar)
        }
        guard let document else { return nil }
        if case .mapping = document.node.content {
            var writer = JSONWriter()
            writer.document(document.node)
            return try upload(writer.bytes, .json)
        }
        return try document.string().map { text throws(Problem) in try upload(Array(text.utf8), .yaml) }
    }

    /// Reads an evaluation request under a policy of the set.
    ///
    /// Other policies are refused, so that a client learns nothing about those that it may not write.
    private func question(_ value: DocumentValue, length: Int, at pointer: String) throws(Problem) -> Inquiry {
        let issues = DocumentIssues()
        let whole = DocumentValue(value.node.withoutNulls, pointer: pointer, issues: issues)
        guard var reader = whole.mapping(), let name = PolicyName(set) else {
            throw Problem(DocumentError(issues.all))
        }
        if let policy = reader.value("policy") {
            guard case .string(let text) = policy.node.content, PolicyName(text)?.set.hasSameBytes(as: set) == true
            else {
                policy.refuse("expected \(set), or a policy of this set as \(set)/policy")
                throw Problem(DocumentError(issues.all))
            }
        }
        let members = EvaluationRequest.SharedMembers(&reader, length: length, otherwise: name)
        reader.finish()
        guard issues.isEmpty, let members else { throw Problem(DocumentError(issues.all)) }
        return try members.inquiry(chains, evidence, at: pointer)
    }
}
