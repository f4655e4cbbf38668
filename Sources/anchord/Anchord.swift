import COpenAPI
import Dispatch
import Foundation
import MicrohttpdServer
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

@main
struct Anchord {
    static func main() throws {
        let reader = OpenSSLCertificateReader()
        let now: @Sendable () -> WallTime = { WallTime(milliseconds: UInt64(Date().timeIntervalSince1970 * 1000)) }
        let loader = PolicyLoader(
            directory: CommandLine.arguments.dropFirst().first, systemAnchors: "/etc/ssl/certs/ca-certificates.crt",
            certificates: reader, names: IDN2Names(), sha256: { SHA256.fingerprint(of: $0[...]) })
        let store = try PolicyStore(now: { now().instant }, load: { () throws(PolicyLoadError) in try loader.load() })
        guard let validator = OpenSSLPathValidator() else { return }
        let engine = TrustEngine(validator: validator)
        let service = EvaluationService(
            engine: engine, certificates: reader, names: IDN2Names(), limits: CertificateLimits(),
            allowsInlinePolicies: true)
        let context = APIContext(
            service: service, certificates: reader, limits: CertificateLimits(), policies: store, metrics: Metrics(),
            now: now, serverFigures: { ServerFigures() }, reload: { store.reload() }, allowedHosts: [],
            version: "0.1.0", startedAt: now().instant, openAPI: [])
        let server = HTTPServer(
            configuration: ServerConfiguration(listeners: [try ListenAddress("127.0.0.1:8778")]),
            responder: APIResponder(context))
        _ = try server.start()
        dispatchMain()
    }
}
