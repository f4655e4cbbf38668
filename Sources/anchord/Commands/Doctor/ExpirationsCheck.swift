import TrustIdentities
import TrustModel
import TrustOpenSSL
import TrustPolicies

/// Lists the pins, anchors, evidence, exceptions and identities that end within 30 days or have ended.
struct ExpirationsCheck: DoctorCheck {
    private static let name = "expirations"
    /// 30 days in seconds.
    private static let notice: Int64 = 30 * 86400
    /// How many parts are listed at most.
    private static let maximumListed = 50

    func findings(in context: DoctorContext) -> [DoctorFinding] {
        let horizon = context.now.adding(seconds: Self.notice)
        let parts = Self.expirations(context).filter { $0.end <= horizon }.sorted { $0.end < $1.end }
        let findings =
            parts.prefix(Self.maximumListed).map { Self.finding($0, at: context.now) }
            + Self.identities(context, horizon)
        return findings.isEmpty ? [.ok(Self.name, "nothing ends within 30 days")] : findings
    }

    /// Returns the parts of all policies; invalid policies have none, and are reported by their own check.
    private static func expirations(_ context: DoctorContext) -> [PolicyExpiration] {
        let parts = try? EvaluationComponents(context.values)
        let loader = parts?.loader(context.values, floorsPlace: context.effective.place(of: .floors))
        return (try? loader?.load())?.sets.flatMap(\.expirations) ?? []
    }

    private static func finding(_ part: PolicyExpiration, at now: Instant) -> DoctorFinding {
        let problem = part.problem(at: now)
        let place = problem.line.map { "\(problem.file):\($0)" } ?? problem.file
        let verb = now > part.end ? "ended" : "ends"
        let message = "the \(part.title) of \(part.policy) \(verb) on \(part.end)"
        let fix = "\(fix(part.kind)) (\(place): \(problem.pointer)), then run `anchord reload`"
        // Ended pins and evidence can deny every chain; other parts that ended are no longer used.
        let decides = [.pins, .crl, .ocspResponse].contains(part.kind)
        return now > part.end && decides ? .fail(name, message, fix: fix) : .warn(name, message, fix: fix)
    }

    private static func fix(_ kind: PolicyExpiration.Kind) -> String {
        switch kind {
        case .anchor: "add the successor of the anchor, and remove it after its end"
        case .pinnedCertificate: "pin the successor of the certificate too"
        case .pins: "check the pins and set a later `expires`"
        case .crl: "get the next CRL of the issuer"
        case .ocspResponse: "get a new response of the responder"
        case .exception: "correct the chain and remove the exception, or set a later `until`"
        }
    }

    private static func identities(_ context: DoctorContext, _ horizon: Instant) -> [DoctorFinding] {
        let loader = IdentityLoader(reader: OpenSSLCertificateReader())
        return (context.values.identities ?? []).compactMap { configured in
            do throws(IdentityError) {
                let end = try loader.load(configured).chainNotAfter
                guard end <= horizon else { return nil }
                let fix = "renew the certificate, replace its file, and run `anchord reload`"
                return end < context.now
                    ? .fail(name, "the identity \(configured.name) ended on \(end)", fix: fix)
                    : .warn(name, "the identity \(configured.name) ends on \(end)", fix: fix)
            } catch {
                let message = "the identity \(configured.name) cannot be loaded by this user: \(error)"
                let fix = "correct the file, or run this command as the daemon's user"
                // The daemon may have the right that this user lacks, or own the file.
                return [.unreadable, .permissions].contains(error.code) && InputFile.exists(error.source)
                    ? .warn(name, message, fix: fix) : .fail(name, message, fix: fix)
            }
        }
    }
}
