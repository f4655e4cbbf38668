import FetchProtocol
import FetcherClient
import StructuredDocuments
import TrustEvaluation
import TrustEvidence

/// Fetches evidence through anchord-fetcher.
struct EvidenceFetcher: EvidenceFetching {
    let client: FetcherClient
    /// The maximum time of a fetch, in milliseconds.
    let milliseconds: UInt32

    func fetch(_ request: EvidenceRequest, onBegin: @escaping @Sendable () -> Void) async -> EvidenceResponse {
        let fetch = FetchRequest(
            // The client numbers the fetches.
            id: 0,
            method: request.body == nil ? .get : .post,
            url: request.url,
            contentType: request.body == nil ? nil : "application/ocsp-request",
            body: request.body ?? [],
            maximumBytes: UInt64(request.maximumBytes),
            milliseconds: milliseconds,
            acceptedTypes: request.method.acceptedTypes
        )
        return EvidenceResponse(await client.fetch(fetch, onBegin: onBegin))
    }
}

extension EvidenceNeed.Method {
    /// The media types of the evidence (RFC 6960 appendix A.2, RFC 5280 sections 4.2.1.13 and 4.2.2.1, RFC 8555 section 9.1).
    ///
    /// Many servers send CRLs and certificates as files of another type, so these types are only preferred. Responders
    /// must send the type of OCSP; another one is a page of a captive portal or a proxy.
    fileprivate var acceptedTypes: [String] {
        switch self {
        case .ocsp: ["application/ocsp-response"]
        case .crl: ["application/pkix-crl", "*/*;q=0.1"]
        case .issuer:
            [
                "application/pkix-cert", "application/pkcs7-mime", "application/x-x509-ca-cert",
                "application/pem-certificate-chain", "*/*;q=0.1",
            ]
        }
    }
}

extension EvidenceResponse {
    /// The result of a fetch for the gatherer, which must know whether the location is to blame.
    init(_ outcome: FetchOutcome) {
        switch outcome {
        case .response(let response):
            let age = response.completion.maximumAge.map(Int64.init)
            self.init(.body(response.body, maximumAge: age), milliseconds: Int(response.completion.milliseconds))
        case .failure(let failure):
            self.init(
                .failure(FetchFailureCode(failure.code), FailureScope(failure.code)),
                milliseconds: Int(failure.milliseconds),
                redirect: failure.redirect.map(QuotedText.printable)
            )
        case .unavailable: self.init(.failure(.unavailable, .fetcher), milliseconds: 0)
        }
    }
}

extension EvidenceResponse.FailureScope {
    fileprivate init(_ code: FetchFailure.Code) {
        switch code {
        // A responder can redirect the request for one certificate in a circle, and answer others.
        case .badStatus, .badContentType, .tooLarge, .tooManyRedirects, .badRedirect: self = .request
        case .overloaded, .canceled, .internal: self = .fetcher
        case .badURL, .forbiddenAddress, .nameNotFound, .connectFailed, .timedOut, .truncated,
            .compressed, .badResponse:
            self = .location
        }
    }
}

extension FetchFailureCode {
    /// The code of a failure of anchord-fetcher.
    init(_ code: FetchFailure.Code) {
        switch code {
        case .badURL: self = .badURL
        case .forbiddenAddress: self = .forbiddenAddress
        case .nameNotFound: self = .nameNotFound
        case .connectFailed: self = .connectFailed
        case .timedOut: self = .timedOut
        case .tooLarge: self = .tooLarge
        case .badStatus: self = .badStatus
        case .tooManyRedirects: self = .tooManyRedirects
        case .badRedirect: self = .badRedirect
        case .badContentType: self = .badContentType
        case .truncated: self = .truncated
        case .compressed: self = .compressed
        case .badResponse: self = .badResponse
        case .canceled: self = .canceled
        case .overloaded: self = .overloaded
        case .internal: self = .internal
        }
    }
}
