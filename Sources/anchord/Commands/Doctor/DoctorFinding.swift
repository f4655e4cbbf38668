/// The result of one look at the installation.
struct DoctorFinding {
    enum Level: String {
        case ok
        /// The daemon works, but something deserves attention.
        case warn
        /// The daemon does not work, or a client cannot use it.
        case fail
    }

    let level: Level
    /// The name of the check.
    let check: String
    let message: String
    /// The step that corrects it; only `ok` has none.
    let fix: String?

    static func ok(_ check: String, _ message: String) -> DoctorFinding {
        DoctorFinding(level: .ok, check: check, message: message, fix: nil)
    }

    static func warn(_ check: String, _ message: String, fix: String) -> DoctorFinding {
        DoctorFinding(level: .warn, check: check, message: message, fix: fix)
    }

    static func fail(_ check: String, _ message: String, fix: String) -> DoctorFinding {
        DoctorFinding(level: .fail, check: check, message: message, fix: fix)
    }
}
